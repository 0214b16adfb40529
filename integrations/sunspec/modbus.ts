import { connect, type Socket } from 'node:net';
import { NotReachable } from 'hearth-integration';

const TIMEOUT = 5_000;
const READ_HOLDING = 3;
/** The most registers that one question may ask for. */
export const MAX_REGISTERS = 125;
const MAX_FRAME = 260;

/** What a device answers instead of registers: 2 for an address that it does not have. */
export class ModbusError extends Error {
  override readonly name = 'ModbusError';
  readonly code: number;

  constructor(code: number) {
    super(`The device answered with exception ${code}`);
    this.code = code;
  }
}

/** A connection by Modbus TCP. One question is asked at a time: many devices can answer no more. */
export class ModbusClient {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private take: ((frame: Buffer) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;
  private ended: Error | undefined;
  private nextId = 1;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (data) => this.receive(data));
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(new NotReachable('The connection was closed')));
  }

  static open(host: string, port: number): Promise<ModbusClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      const fail = (error: Error): void => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const timer = setTimeout(() => fail(new NotReachable(`${host}:${port} does not answer`)), TIMEOUT);
      socket.once('error', fail);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.removeListener('error', fail);
        resolve(new ModbusClient(socket));
      });
    });
  }

  close(): void {
    this.end(new NotReachable('The connection was closed'));
  }

  /** Reads holding registers. Throws `ModbusError` for what the device refuses. */
  async read(unit: number, address: number, count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let done = 0; done < count; done += MAX_REGISTERS) {
      const size = Math.min(MAX_REGISTERS, count - done);
      parts.push(await this.inTurn(() => this.ask(unit, address + done, size)));
    }
    return Buffer.concat(parts);
  }

  private inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const own = this.last.then(task);
    this.last = own.catch(() => {});
    return own;
  }

  private async ask(unit: number, address: number, count: number): Promise<Buffer> {
    const id = this.nextId;
    this.nextId = (id % 0xffff) + 1;
    const frame = Buffer.alloc(12);
    frame.writeUInt16BE(id, 0);
    frame.writeUInt16BE(6, 4);
    frame.writeUInt8(unit, 6);
    frame.writeUInt8(READ_HOLDING, 7);
    frame.writeUInt16BE(address, 8);
    frame.writeUInt16BE(count, 10);
    const answer = await this.exchange(frame);
    const kind = answer.readUInt8(7);
    if (answer.readUInt16BE(0) !== id || answer.readUInt8(6) !== unit || (kind & 0x7f) !== READ_HOLDING)
      throw this.end(new NotReachable('The device does not answer what was asked', 'not_sunspec', 'host'));
    if (kind !== READ_HOLDING) throw new ModbusError(answer.length > 8 ? answer.readUInt8(8) : 0);
    const data = answer.subarray(9);
    if (data.length !== count * 2)
      throw this.end(new NotReachable('The device answers with too few registers', 'not_sunspec', 'host'));
    return data;
  }

  private exchange(frame: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.ended !== undefined) {
        reject(this.ended);
        return;
      }
      const timer = setTimeout(() => this.end(new NotReachable(`No answer within ${TIMEOUT} ms`)), TIMEOUT);
      this.take = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      this.socket.write(frame);
    });
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    if (this.received.length < 9) return;
    const length = 6 + this.received.readUInt16BE(4);
    if (this.received.readUInt16BE(2) !== 0 || length > MAX_FRAME || length < 9) {
      this.end(new NotReachable('The device does not speak Modbus', 'not_sunspec', 'host'));
      return;
    }
    if (this.received.length < length) return;
    const frame = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    const { take } = this;
    [this.take, this.fail] = [undefined, undefined];
    if (take === undefined) this.end(new NotReachable('The device answers without being asked'));
    else take(frame);
  }

  private end(error: Error): Error {
    this.ended ??= error;
    this.socket.destroy();
    const { fail } = this;
    [this.take, this.fail] = [undefined, undefined];
    fail?.(this.ended);
    return this.ended;
  }
}
