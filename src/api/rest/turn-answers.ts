import type { ServerResponse } from 'node:http';
import type { TurnEnd } from '../turn-end.ts';

interface Finished {
  readonly response: ServerResponse;
  readonly body: string | Buffer;
  readonly encoding: BufferEncoding;
}

/**
 * Bodies from this size on are written immediately and charged to the caller, since writing them takes long.
 */
const LARGE = 4 * 1024;

/**
 * Sends complete responses together at the end of the event loop tick: each write wakes a client, and clients
 * that wake while the server is working slow all of it down.
 */
export class TurnAnswers {
  private readonly turnEnd: TurnEnd;
  private waiting: Finished[] = [];

  constructor(turnEnd: TurnEnd) {
    this.turnEnd = turnEnd;
  }

  /** Takes the body of a response whose headers are written; `encoding` applies to text. */
  end(response: ServerResponse, body: string | Buffer, encoding: BufferEncoding = 'utf8'): void {
    if (body.length >= LARGE) response.end(body, encoding);
    else if (this.waiting.push({ response, body, encoding }) === 1) this.turnEnd.answer(this.flush);
  }

  private readonly flush = (): void => {
    const { waiting } = this;
    this.waiting = [];
    for (const { response, body, encoding } of waiting) response.end(body, encoding);
  };
}
