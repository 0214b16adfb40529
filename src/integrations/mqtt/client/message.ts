import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../../core/encodings.ts';
import type { ExactJson } from '../../../core/json.ts';
import { readJson } from './payload-json.ts';

const NOT_READ = Symbol('not read');

/** A message from the broker. Its payload is decoded once, however many entities use it. */
export class Message {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
  /** A stored message, sent by the broker because of a new subscription. */
  readonly retained: boolean;
  private readonly texts = new Map<string, string | undefined>();
  private utf8: string | undefined | typeof NOT_READ = NOT_READ;
  private readJson: ExactJson | undefined | typeof NOT_READ = NOT_READ;

  constructor(topic: string, payload: Buffer, facts: { qos?: 0 | 1 | 2; retained?: boolean } = {}) {
    this.topic = topic;
    this.payload = payload;
    this.qos = facts.qos ?? 0;
    this.retained = facts.retained ?? false;
  }

  /** The payload as text; undefined when it is none in this encoding. */
  text(encoding = 'utf-8'): string | undefined {
    if (encoding !== 'utf-8') return this.otherText(encoding);
    if (this.utf8 === NOT_READ) this.utf8 = isUtf8(this.payload) ? this.payload.toString() : undefined;
    return this.utf8;
  }

  /** The payload as JSON; undefined when it is none. */
  json(): ExactJson | undefined {
    if (this.readJson === NOT_READ) {
      const text = this.text();
      this.readJson = text === undefined ? undefined : readJson(text);
    }
    return this.readJson;
  }

  private otherText(encoding: string): string | undefined {
    if (!this.texts.has(encoding)) this.texts.set(encoding, decodeText(this.payload, encoding));
    return this.texts.get(encoding);
  }
}
