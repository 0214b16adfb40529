import type { ServerResponse } from 'node:http';
import type { TurnEnd } from '../turn-end.ts';

interface Finished {
  readonly response: ServerResponse;
  readonly body: string | Buffer;
  readonly encoding: BufferEncoding;
}

/** From this size on, writing a body takes so much time that it is done at once and counts as work for its caller. */
const LARGE = 4 * 1024;

/**
 * Sends finished answers when the turn of the event loop is over, one right after the other: a write wakes its client, and
 * clients that are woken between two pieces of our work slow all of it down.
 */
export class TurnAnswers {
  private readonly turnEnd: TurnEnd;
  private waiting: Finished[] = [];

  constructor(turnEnd: TurnEnd) {
    this.turnEnd = turnEnd;
  }

  /** Takes the body of an answer whose head is written; text goes out in the encoding. */
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
