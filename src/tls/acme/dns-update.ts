import { createHmac, randomInt } from 'node:crypto';
import { connect } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import type { DnsRecords } from './dns-challenge.ts';

/** A name server that accepts dynamic updates signed with a shared key [RFC 2136, RFC 8945]. */
export interface UpdateServer {
  readonly host: string;
  readonly port: number;
  readonly zone: string;
  readonly keyName: string;
  /** In Base64. */
  readonly secret: string;
}

const HEADER_BYTES = 12;
const TIMEOUT_MS = 15_000;
const UPDATE = 5 << 11;
const CLASS = { in: 1, none: 254, any: 255 };
const TYPE = { soa: 6, txt: 16, tsig: 250 };
const ALGORITHM = 'hmac-sha256';
const RECORD_TTL_S = 60;
/** How far the clocks of both sides may differ. */
const FUDGE_S = 300;
/** The names of response codes [RFC 1035, RFC 2136 §2.2]. */
const CODES: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  4: 'NOTIMP',
  5: 'REFUSED',
  9: 'NOTAUTH',
  10: 'NOTZONE',
};

/** TXT records changed by dynamic updates over TCP. A forged answer only makes the order fail, so it is not verified. */
export class DnsUpdate implements DnsRecords {
  private readonly server: UpdateServer;
  private readonly clock: Clock;

  constructor(server: UpdateServer, clock: Clock) {
    this.server = server;
    this.clock = clock;
  }

  add(name: string, content: string): Promise<void> {
    return this.send(txtRecord(name, content, { class: CLASS.in, ttl: RECORD_TTL_S }));
  }

  remove(name: string, content: string): Promise<void> {
    return this.send(txtRecord(name, content, { class: CLASS.none, ttl: 0 }));
  }

  private async send(record: Buffer): Promise<void> {
    const { host, zone } = this.server;
    const id = randomInt(0x10000);
    const message = Buffer.concat([header(id, 0), ...[wireName(zone), u16(TYPE.soa), u16(CLASS.in)], record]);
    const signed = this.signed(message, id);
    let answer: Buffer;
    try {
      answer = await this.exchange(signed);
    } catch (error) {
      const reason = messageOf(error);
      throw fault('unknown_error', 'tls_dns_update_failed', { server: host, reason }, { cause: error });
    }
    const code = answer.readUInt16BE(2) & 0xf;
    if (answer.readUInt16BE(0) === id && code === 0) return;
    throw fault('unknown_error', 'tls_dns_update_failed', {
      server: host,
      reason: CODES[code] ?? `code ${code}`,
    });
  }

  /** Sends a message with its length in front, and resolves with the header of the answer. */
  private exchange(message: Buffer): Promise<Buffer> {
    const { host, port } = this.server;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      let received = Buffer.alloc(0);
      const cancel = this.clock.after(TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
      socket.once('close', () => {
        cancel();
        reject(new Error('connection closed'));
      });
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length < 2 + HEADER_BYTES) return;
        resolve(received.subarray(2));
        socket.destroy();
      });
      socket.end(Buffer.concat([u16(message.length), message]));
    });
  }

  /** The message with its signature as the last record [RFC 8945 §4]. */
  private signed(message: Buffer, id: number): Buffer {
    const { keyName, secret } = this.server;
    const seconds = Math.floor(this.clock.now() / 1000);
    const key = wireName(keyName);
    const algorithm = wireName(ALGORITHM);
    const time = Buffer.alloc(6);
    time.writeUIntBE(seconds, 0, 6);
    const noError = Buffer.concat([u16(0), u16(0)]);
    const variables = Buffer.concat([
      ...[key, u16(CLASS.any), u32(0)],
      ...[algorithm, time, u16(FUDGE_S), noError],
    ]);
    const digest = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(message)
      .update(variables)
      .digest();
    const data = Buffer.concat([
      ...[algorithm, time, u16(FUDGE_S)],
      ...[u16(digest.length), digest, u16(id), noError],
    ]);
    return Buffer.concat([
      ...[header(id, 1), message.subarray(HEADER_BYTES)],
      ...[key, u16(TYPE.tsig), u16(CLASS.any), u32(0), u16(data.length), data],
    ]);
  }
}

/** An update of one zone with one record, and `additional` further ones. */
function header(id: number, additional: number): Buffer {
  return Buffer.concat([id, UPDATE, 1, 0, 1, additional].map(u16));
}

function txtRecord(
  name: string,
  content: string,
  { class: kind, ttl }: { readonly class: number; readonly ttl: number },
): Buffer {
  const text = Buffer.from(content);
  const data = Buffer.concat([Buffer.from([text.length]), text]);
  return Buffer.concat([wireName(name), u16(TYPE.txt), u16(kind), u32(ttl), u16(data.length), data]);
}

function wireName(name: string): Buffer {
  const labels = name
    .toLowerCase()
    .split('.')
    .filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
