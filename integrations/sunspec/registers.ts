import { NotReachable } from 'hearth-integration';
import { type ModbusClient, ModbusError } from './modbus.ts';
import type { Kind, Point } from './models.ts';

/** A model of a device, and where it is. */
export interface Block {
  readonly model: number;
  /** The first register after its length. */
  readonly address: number;
  readonly length: number;
}

/** Who a device is, as its first model says. */
export interface Common {
  readonly manufacturer: string;
  readonly model: string;
  readonly version: string;
  readonly serial: string;
}

const PLACES = [40_000, 50_000, 0];
const MARK = 'SunS';
const END = 0xffff;
const MAX_BLOCKS = 100;
const COMMON = 1;

/** The models of a device. Throws `NotReachable`, with the code `not_sunspec` for another one. */
export async function blocksOf(client: ModbusClient, unit: number): Promise<Block[]> {
  let address = await startOf(client, unit);
  const blocks: Block[] = [];
  while (blocks.length < MAX_BLOCKS && address < 65_534) {
    const head = await client.read(unit, address, 2);
    const [model, length] = [head.readUInt16BE(0), head.readUInt16BE(2)];
    if (model === END || length === 0) break;
    blocks.push({ model, address: address + 2, length });
    address += 2 + length;
  }
  return blocks;
}

/** Who a device is. */
export async function commonOf(
  client: ModbusClient,
  unit: number,
  blocks: readonly Block[],
): Promise<Common> {
  const own = blocks.find(({ model, length }) => model === COMMON && length >= 64);
  if (own === undefined) throw new NotReachable('The device does not say what it is', 'not_sunspec', 'host');
  const data = await client.read(unit, own.address, 64);
  const text = (from: number, registers: number): string =>
    data
      .toString('utf8', from * 2, (from + registers) * 2)
      .replace(/\0.*$/s, '')
      .trim();
  return { manufacturer: text(0, 16), model: text(16, 16), version: text(40, 8), serial: text(48, 16) };
}

/** The value of a point; null where the device does not have it. */
export function readingOf(data: Buffer, { kind, at, scale }: Point): number | null {
  const raw = rawOf(data, kind, at);
  if (raw === null || scale === undefined) return raw;
  const factor = rawOf(data, 'int16', scale);
  if (factor === null || Math.abs(factor) > 10) return null;
  // 412 with a factor of −1 is 41.2, not 41.200000000000003.
  return factor < 0 ? raw / 10 ** -factor : raw * 10 ** factor;
}

async function startOf(client: ModbusClient, unit: number): Promise<number> {
  for (const place of PLACES) {
    try {
      const mark = await client.read(unit, place, 2);
      if (mark.toString('latin1') === MARK) return place + 2;
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error;
    }
  }
  throw new NotReachable('The device speaks Modbus, but not SunSpec', 'not_sunspec', 'host');
}

function rawOf(data: Buffer, kind: Kind, at: number): number | null {
  const offset = at * 2;
  const size = kind === 'int16' || kind === 'uint16' || kind === 'enum16' ? 2 : 4;
  if (offset + size > data.length) return null;
  switch (kind) {
    case 'int16': {
      const value = data.readInt16BE(offset);
      return value === -0x8000 ? null : value;
    }
    case 'uint16':
    case 'enum16': {
      const value = data.readUInt16BE(offset);
      return value === 0xffff ? null : value;
    }
    case 'int32': {
      const value = data.readInt32BE(offset);
      return value === -0x80000000 ? null : value;
    }
    // A counter that stands at nothing counts nothing.
    case 'acc32':
      return data.readUInt32BE(offset) || null;
    case 'uint32': {
      const value = data.readUInt32BE(offset);
      return value === 0xffffffff ? null : value;
    }
    case 'float32': {
      const value = data.readFloatBE(offset);
      return Number.isFinite(value) ? value : null;
    }
  }
}
