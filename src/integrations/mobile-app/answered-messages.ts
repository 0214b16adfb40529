import type { PhoneAnswer } from '../../core/phone-actions.ts';
import { IGNORED } from './phone-message.ts';

/** Apps repeat a request whose answer got lost within seconds. */
const MAX_ANSWERS = 20;
/** How many messages of an app are remembered, so that nobody who recorded one can have it carried out again. */
const MAX_REMEMBERED = 5000;

/**
 * The encrypted messages that were carried out, by their nonce, which apps choose at random for each. A message that
 * arrives again is not carried out again: it gets the same answer for a while, later none.
 */
export class AnsweredMessages {
  private readonly known = new Map<string, Promise<PhoneAnswer> | undefined>();
  private readonly answered: string[] = [];

  /** The answer to a message, which is carried out only the first time. */
  once(nonce: string, carryOut: () => Promise<PhoneAnswer>): Promise<PhoneAnswer> {
    if (this.known.has(nonce)) return this.known.get(nonce) ?? Promise.resolve(IGNORED);
    const answer = carryOut();
    this.known.set(nonce, answer);
    this.answered.push(nonce);
    const old = this.answered.length > MAX_ANSWERS ? this.answered.shift() : undefined;
    if (old !== undefined) this.known.set(old, undefined);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MAX_REMEMBERED) break;
      this.known.delete(oldest);
    }
    return answer;
  }
}
