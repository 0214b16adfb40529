import { randomBytes } from 'node:crypto';
import type { Clock, Undo } from '../../core/clock.ts';

/** A notification as an app receives it. */
export interface PhoneNote {
  readonly message: string;
  readonly title?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

const CONFIRMATION_MS = 10_000;

interface Channel {
  readonly send: (event: object) => void;
  readonly confirms: boolean;
}

/**
 * The WebSocket channel of an app. With confirmations, what is not confirmed within ten seconds is passed on to
 * `fallback`, and the channel is closed.
 */
export class PushChannel {
  private readonly clock: Clock;
  private readonly fallback: (note: PhoneNote) => void;
  private channel: Channel | undefined;
  private readonly unconfirmed = new Map<string, { readonly note: PhoneNote; readonly cancel: Undo }>();

  constructor(clock: Clock, fallback: (note: PhoneNote) => void) {
    this.clock = clock;
    this.fallback = fallback;
  }

  get isOpen(): boolean {
    return this.channel !== undefined;
  }

  /** Opens the channel in place of an older one, whose unconfirmed notes fall back. */
  open(channel: Channel): Undo {
    this.close();
    this.channel = channel;
    return () => {
      if (this.channel === channel) this.close();
    };
  }

  send(note: PhoneNote): void {
    if (this.channel === undefined) return;
    if (!this.channel.confirms) {
      this.channel.send(note);
      return;
    }
    const id = randomBytes(16).toString('hex');
    const cancel = this.clock.after(CONFIRMATION_MS, () => this.close());
    this.unconfirmed.set(id, { note, cancel });
    this.channel.send({ ...note, hass_confirm_id: id });
  }

  /** Returns false for an unknown confirmation. */
  confirm(id: string): boolean {
    this.unconfirmed.get(id)?.cancel();
    return this.unconfirmed.delete(id);
  }

  private close(): void {
    this.channel = undefined;
    const lost = [...this.unconfirmed.values()];
    this.unconfirmed.clear();
    for (const { note, cancel } of lost) {
      cancel();
      this.fallback(note);
    }
  }
}
