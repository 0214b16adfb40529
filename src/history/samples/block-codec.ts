import { crc32 } from 'node:zlib';
import { withSharedBits } from './adaptive-bits.ts';
import { attributeSection, readAttributes } from './attribute-column.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { ChangeModel } from './change-column.ts';
import { ContextModel } from './context-column.ts';
import { DamagedBlock } from './damaged-block.ts';
import type { Sample } from './sample.ts';
import { SymbolReader } from './symbol-reader.ts';
import { SymbolWriter } from './symbol-writer.ts';
import { MAX_TIME, readTimes, writeTimes } from './time-column.ts';
import { readValues, writeValues } from './value-column.ts';

export { DamagedBlock } from './damaged-block.ts';

/** The most samples in a block. */
export const MAX_BLOCK_SAMPLES = 1024;
const VERSION = 1;
const CHECKSUM_BYTES = 4;
const NO_ATTRIBUTES = '{}';
/** What a block has besides times and states. */
const HAS_CHANGES = 1;
const HAS_CONTEXTS = 2;
const FLAG_BITS = 2;

/**
 * Compresses samples of one entity: version, count, length of the first section, then the sections and a CRC-32
 * of everything before it. The first section has times, states and contexts, the second one the attributes.
 * Throws if the samples are too few, too many, not in strictly ascending order, or have over 64 MiB of texts.
 */
export function encodeBlock(samples: readonly Sample[]): Uint8Array {
  const times = checkedTimes(samples);
  const main = withSharedBits(() => mainSection(samples, times));
  const attributes = withSharedBits(() => attributeSection(samples.map((sample) => sample.attributes)));
  const block = new ByteWriter();
  block.byte(VERSION);
  block.varint(samples.length);
  block.varint(main.length);
  block.bytes(main);
  block.bytes(attributes);
  const checksum = crc32(block.taken());
  for (let at = 0; at < CHECKSUM_BYTES; at += 1) block.byte((checksum >>> (at * 8)) & 255);
  return block.taken().slice();
}

/** Returns the samples of a block; without attributes, each has `{}`. Throws `DamagedBlock`. */
export function decodeBlock(block: Uint8Array, options: { readonly withAttributes: boolean }): Sample[] {
  const end = block.length - CHECKSUM_BYTES;
  if (end <= 0 || crc32(block.subarray(0, end)) !== checksumAt(block, end))
    throw new DamagedBlock('the checksum is wrong');
  if (block[0] !== VERSION) throw new DamagedBlock(`unknown version ${block[0]}`);
  const header = new ByteReader(block.subarray(0, end), 1);
  const count = header.varint();
  if (count === 0 || count > MAX_BLOCK_SAMPLES) throw new DamagedBlock(`it has ${count} samples`);
  const main = new SymbolReader(header.bytes(header.varint()));
  const attributes = options.withAttributes ? new SymbolReader(header.bytes(end - header.at)) : undefined;
  return withSharedBits(() => samplesOf(main, attributes, count));
}

function samplesOf(main: SymbolReader, attributes: SymbolReader | undefined, count: number): Sample[] {
  const times = readTimes(main, count);
  const states = readValues(main, count);
  const sets = attributes === undefined ? undefined : readAttributes(attributes, count);
  const flags = main.plain(FLAG_BITS);
  const changes = (flags & HAS_CHANGES) === 0 ? undefined : new ChangeModel();
  const contexts = (flags & HAS_CONTEXTS) === 0 ? undefined : new ContextModel();
  return states.map((state, i) => {
    const at = times[i] ?? 0;
    return {
      at,
      changedAt: changes === undefined ? at : changes.read(main, at),
      state,
      attributes: sets === undefined ? NO_ATTRIBUTES : (sets[i] ?? NO_ATTRIBUTES),
      context: contexts === undefined ? null : contexts.read(main, at),
    };
  });
}

function mainSection(samples: readonly Sample[], times: Float64Array): Uint8Array {
  const main = new SymbolWriter();
  writeTimes(main, times);
  writeValues(
    main,
    samples.map((sample) => sample.state),
  );
  const hasChanges = samples.some(({ at, changedAt }) => changedAt !== at);
  const hasContexts = samples.some(({ context }) => context !== null);
  main.plain((hasChanges ? HAS_CHANGES : 0) | (hasContexts ? HAS_CONTEXTS : 0), FLAG_BITS);
  const changes = hasChanges ? new ChangeModel() : undefined;
  const contexts = hasContexts ? new ContextModel() : undefined;
  for (const { at, changedAt, context } of samples) {
    changes?.write(main, changedAt, at);
    contexts?.write(main, context, at);
  }
  return main.finish();
}

function checkedTimes(samples: readonly Sample[]): Float64Array {
  if (samples.length === 0 || samples.length > MAX_BLOCK_SAMPLES)
    throw new Error(`A block has 1 to ${MAX_BLOCK_SAMPLES} samples, not ${samples.length}`);
  const times = new Float64Array(samples.length);
  let previous = -1;
  for (const [i, { at, changedAt }] of samples.entries()) {
    if (!isTime(at) || !isTime(changedAt)) throw new Error(`A sample has no valid time: ${at}, ${changedAt}`);
    if (at <= previous) throw new Error(`The sample at ${at} is not later than the one before`);
    previous = at;
    times[i] = at;
  }
  return times;
}

function isTime(time: number): boolean {
  return Number.isInteger(time) && time >= 0 && time <= MAX_TIME;
}

function checksumAt(block: Uint8Array, at: number): number {
  return new DataView(block.buffer, block.byteOffset + at, CHECKSUM_BYTES).getUint32(0, true);
}
