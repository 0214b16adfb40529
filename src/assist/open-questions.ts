import type { Access } from '../core/access.ts';
import type { Clock } from '../core/clock.ts';
import type { CodeRequest } from './intents/intent.ts';

/** How long a code is waited for, in milliseconds. */
const PATIENCE_MS = 60_000;
const MAX_OPEN = 100;

interface Speaker {
  readonly conversationId: string;
  readonly text: string;
  readonly access: Pick<Access, 'userId'>;
}

/** Calls that wait for a code, by conversation and user. */
export class OpenQuestions {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly open = new Map<string, { readonly request: CodeRequest; readonly until: number }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** Waits for a code in the conversation. */
  ask(speaker: Speaker, request: CodeRequest): void {
    const key = keyOf(speaker);
    this.open.delete(key);
    this.open.set(key, { request, until: this.clock.now() + PATIENCE_MS });
    const [oldest] = this.open.keys();
    if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
  }

  /** The call with its code, if the text is one; any other text ends the waiting. */
  answer(speaker: Speaker): (CodeRequest & { readonly code: string }) | undefined {
    const key = keyOf(speaker);
    const known = this.open.get(key);
    if (known === undefined) return undefined;
    this.open.delete(key);
    const code = speaker.text.replace(/[\s.,!?]/g, '');
    if (known.until < this.clock.now() || code === '' || !/\d/.test(code) || code.length > 64)
      return undefined;
    return { ...known.request, code };
  }
}

function keyOf({ conversationId, access: { userId } }: Speaker): string {
  return `${userId ?? ''}\n${conversationId}`;
}
