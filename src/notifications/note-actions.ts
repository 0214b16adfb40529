import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Collection } from '../storage/documents.ts';
import type { Note } from './note.ts';
import type { PendingActions } from './push-store.ts';

const LIFETIME_MS = 86_400_000;
const MAX_PENDING = 2000;

/** The buttons of notes on their way: each note has a secret that presses one of its buttons, once. */
export class NoteActions {
  private readonly store: Collection<PendingActions>;
  private readonly clock: Clock;

  constructor(store: Collection<PendingActions>, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The secret of a note for one user; null for a note without buttons. Kept as a hash. */
  async issue(userId: string, { actions, tag, actionData }: Note): Promise<string | null> {
    if (actions.length === 0) return null;
    await this.sweep();
    const secret = randomBytes(24).toString('base64url');
    await this.store.put(hashOf(secret), {
      user_id: userId,
      actions: actions.map(({ action }) => action),
      tag,
      data: actionData,
      expires: this.clock.now() + LIFETIME_MS,
    });
    return secret;
  }

  /** Uses up a secret. Undefined if it is unknown, used or expired, or if the note has no such button. */
  async redeem(secret: string, action: string): Promise<PendingActions | undefined> {
    const key = hashOf(secret);
    const pending = this.store.entries.get(key);
    if (pending === undefined || !pending.actions.includes(action)) return undefined;
    const isExpired = pending.expires < this.clock.now();
    await this.store.delete(key);
    return isExpired ? undefined : pending;
  }

  /** Removes what has expired, and the oldest beyond the limit. */
  private async sweep(): Promise<void> {
    const now = this.clock.now();
    const expired = [...this.store.entries].filter(([, { expires }]) => expires < now);
    const spare = this.store.entries.size - expired.length - MAX_PENDING + 1;
    const oldest = spare > 0 ? [...this.store.entries].sort(byExpiry).slice(0, spare) : [];
    await Promise.all([...expired, ...oldest].map(([key]) => this.store.delete(key)));
  }
}

function byExpiry([, a]: [string, PendingActions], [, b]: [string, PendingActions]): number {
  return a.expires - b.expires;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
