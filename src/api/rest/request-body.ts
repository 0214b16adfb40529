import type { IncomingMessage } from 'node:http';
import { fault, type HubError } from '../../core/errors.ts';
import type { Lane } from '../fairness/lane.ts';
import type { ArrivingBody, BodyDeadlines } from './body-deadlines.ts';

/**
 * The most bytes of a request body. The number of JSON values is limited as well (`json-text.ts`), since
 * parsing many is slow.
 */
export const BODY_LIMIT = 16 * 1024 * 1024;
/** The same for callers without administrator permissions. */
export const SMALLER_BODY_LIMIT = 512 * 1024;
/**
 * A body up to this many times the limit is read and discarded, so that the client can read the error; beyond
 * that the connection is closed.
 */
const DISCARD_FACTOR = 4;
/** Bodies up to this size are not counted: most requests have one, and it is released in the same tick. */
const SMALL_BYTES = 16 * 1024;

const EMPTY = Buffer.alloc(0);

/** Whether a request has a body to read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Receives a body, counted in its caller's lane until `release`. */
export class RequestBody implements ArrivingBody {
  received = 0;
  startedAt = 0;
  place = -1;
  private readonly request: IncomingMessage;
  private readonly limit: number;
  private readonly lane: Lane;
  private first: Buffer | undefined;
  private more: Buffer[] | undefined;
  private held = 0;
  private refusal: HubError | undefined;
  private done: ((body: Buffer | HubError) => void) | undefined;

  constructor(request: IncomingMessage, limit: number, lane: Lane) {
    this.request = request;
    this.limit = limit;
    this.lane = lane;
  }

  /** Reads the body. `done` gets the whole body or an error; it is not called if the client disconnects. */
  read(deadlines: BodyDeadlines, done: (body: Buffer | HubError) => void): void {
    const { request } = this;
    this.done = done;
    deadlines.add(this);
    request.on('data', (chunk: Buffer) => this.take(chunk));
    request.on('end', () => {
      deadlines.remove(this);
      this.finish(this.refusal ?? this.whole());
    });
    request.on('error', () => {
      deadlines.remove(this);
      if (this.done !== undefined) this.release();
    });
  }

  expire(): void {
    this.refuse(fault('request_timeout', 'body_too_slow', { received: this.received }));
    this.finish(this.refusal ?? EMPTY);
  }

  /** Releases the counted bytes; called when the request has been answered. */
  release(): void {
    if (this.held > 0) this.lane.release(this.held);
    this.held = 0;
    this.first = undefined;
    this.more = undefined;
  }

  private take(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received > this.limit * DISCARD_FACTOR) this.request.destroy();
    if (this.refusal !== undefined || this.done === undefined) return;
    if (this.received > this.limit) this.refuse(fault('too_large', 'body_too_large'));
    else if (this.received > SMALL_BYTES && !this.hold(this.received - this.held))
      this.refuse(fault('too_many_requests', 'too_many_bodies'));
    else if (this.first === undefined) this.first = chunk;
    else if (this.more === undefined) this.more = [this.first, chunk];
    else this.more.push(chunk);
  }

  private hold(bytes: number): boolean {
    if (!this.lane.hold(bytes)) return false;
    this.held += bytes;
    return true;
  }

  private refuse(refusal: HubError): void {
    this.refusal ??= refusal;
    this.release();
  }

  private whole(): Buffer {
    return this.more !== undefined ? Buffer.concat(this.more, this.received) : (this.first ?? EMPTY);
  }

  private finish(body: Buffer | HubError): void {
    const { done } = this;
    this.done = undefined;
    done?.(body);
  }
}
