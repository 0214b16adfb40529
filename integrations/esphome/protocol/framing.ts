import { KeyRefused, KeyRequired, NotEncrypted } from './errors.ts';
import { type Ciphers, Handshake } from './noise.ts';
import { ProtocolError, varint } from './protobuf.ts';

/** A message on the wire: its number and its bytes. */
export interface Packet {
  readonly number: number;
  readonly bytes: Buffer;
}

/** Turns messages into bytes and back; what a node sends is bounded before it is kept. */
export interface Framing {
  /** What is sent first. */
  begin(): Buffer;
  write(packet: Packet): Buffer;
  /** Takes bytes and returns what is complete. Throws for what is not the protocol. */
  read(chunk: Buffer): Packet[];
  /** Whether messages may be sent. */
  readonly isReady: boolean;
}

const PLAIN = 0;
const ENCRYPTED = 1;
const MAX_PLAIN = 256 * 1024;

/** Bytes that have arrived and are not read yet. */
class Pending {
  bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
  }

  take(length: number): Buffer {
    const taken = this.bytes.subarray(0, length);
    this.bytes = this.bytes.subarray(length);
    return taken;
  }

  /** A number at a place and where it ends; undefined if it is not complete. */
  varintAt(start: number): readonly [value: number, end: number] | undefined {
    let value = 0;
    for (let i = 0; i < 5; i += 1) {
      const byte = this.bytes[start + i];
      if (byte === undefined) return undefined;
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return [value, start + i + 1];
    }
    throw new ProtocolError('The length of a message has more than five bytes');
  }
}

/** Messages as they are: a zero, the length, the number, the bytes. */
export class PlainFraming implements Framing {
  readonly isReady = true;
  private readonly pending = new Pending();

  begin(): Buffer {
    return Buffer.alloc(0);
  }

  write({ number, bytes }: Packet): Buffer {
    return Buffer.concat([Buffer.from([PLAIN]), varint(bytes.length), varint(number), bytes]);
  }

  read(chunk: Buffer): Packet[] {
    this.pending.add(chunk);
    const packets: Packet[] = [];
    for (let one = this.next(); one !== undefined; one = this.next()) packets.push(one);
    return packets;
  }

  private next(): Packet | undefined {
    const { pending } = this;
    const [mark] = pending.bytes;
    if (mark === undefined) return undefined;
    if (mark === ENCRYPTED) throw new KeyRequired();
    if (mark !== PLAIN) throw new ProtocolError('What answers does not speak the API of ESPHome');
    const length = pending.varintAt(1);
    if (length !== undefined && length[0] > MAX_PLAIN)
      throw new ProtocolError(`A message has ${length[0]} bytes, and at most ${MAX_PLAIN} are read`);
    const number = length && pending.varintAt(length[1]);
    if (length === undefined || number === undefined) return undefined;
    const end = number[1] + length[0];
    if (pending.bytes.length < end) return undefined;
    return { number: number[0], bytes: pending.take(end).subarray(number[1]) };
  }
}

const HEADER = 3;

/** Encrypted messages: a one, the length in two bytes, then what only the key reads. */
export class NoiseFraming implements Framing {
  private readonly handshake: Handshake;
  private readonly pending = new Pending();
  private ciphers: Ciphers | undefined;
  private hello: { readonly device: string; readonly mac: string } | undefined;

  constructor(key: Buffer) {
    this.handshake = new Handshake(key, { isClient: true });
  }

  get isReady(): boolean {
    return this.ciphers !== undefined;
  }

  begin(): Buffer {
    const first = Buffer.concat([Buffer.from([0]), this.handshake.write()]);
    return Buffer.concat([frame(Buffer.alloc(0)), frame(first)]);
  }

  write({ number, bytes }: Packet): Buffer {
    if (this.ciphers === undefined) throw new Error('Nothing is sent before the key has proved right');
    if (bytes.length > 0xffff - HEADER - 20) throw new RangeError('The message is too long');
    const head = Buffer.alloc(4);
    head.writeUInt16BE(number, 0);
    head.writeUInt16BE(bytes.length, 2);
    return frame(this.ciphers.send.encrypt(Buffer.concat([head, bytes])));
  }

  read(chunk: Buffer): Packet[] {
    this.pending.add(chunk);
    const packets: Packet[] = [];
    for (let body = this.next(); body !== undefined; body = this.next()) {
      const packet = this.take(body);
      if (packet !== undefined) packets.push(packet);
    }
    return packets;
  }

  private next(): Buffer | undefined {
    const { bytes } = this.pending;
    const [mark] = bytes;
    if (mark === undefined) return undefined;
    if (mark === PLAIN) throw new NotEncrypted();
    if (mark !== ENCRYPTED) throw new ProtocolError('What answers does not speak the API of ESPHome');
    if (bytes.length < HEADER) return undefined;
    const length = bytes.readUInt16BE(1);
    if (bytes.length < HEADER + length) return undefined;
    return this.pending.take(HEADER + length).subarray(HEADER);
  }

  private take(body: Buffer): Packet | undefined {
    if (this.hello === undefined) {
      if (body[0] !== 1) throw new ProtocolError('The device offers an encryption that is not known');
      const [device = '', mac = ''] = body.toString('utf8', 1).split('\0');
      this.hello = { device, mac };
      return undefined;
    }
    if (this.ciphers === undefined) {
      this.agree(body, this.hello);
      return undefined;
    }
    const plain = this.ciphers.receive.decrypt(body);
    if (plain.length < 4) throw new ProtocolError('An encrypted message is too short');
    const length = plain.readUInt16BE(2);
    if (plain.length < 4 + length) throw new ProtocolError('An encrypted message is shorter than it says');
    return { number: plain.readUInt16BE(0), bytes: plain.subarray(4, 4 + length) };
  }

  private agree(body: Buffer, { device, mac }: NonNullable<NoiseFraming['hello']>): void {
    // Anything but the proof of the common key is a refusal, whatever it says.
    if (body[0] !== 0) throw new KeyRefused(device, mac);
    try {
      this.handshake.read(body.subarray(1));
    } catch {
      throw new KeyRefused(device, mac);
    }
    this.ciphers = this.handshake.ciphers();
  }
}

function frame(body: Buffer): Buffer {
  const head = Buffer.from([ENCRYPTED, 0, 0]);
  head.writeUInt16BE(body.length, 1);
  return Buffer.concat([head, body]);
}
