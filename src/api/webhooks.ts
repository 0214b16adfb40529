import type { Clock, Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Webhook, WebhookCall } from '../core/ports.ts';

/** A rate limit for calls of one webhook by one peer: the burst, and the sustained rate per second. */
interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

const RATE: Rate = { burst: 60, perSecond: 5 };
/** The most peers remembered; the oldest are dropped. */
const MAX_PEERS = 10_000;

interface Allowance {
  left: number;
  at: number;
}

/** The registered webhooks. Callers cannot find out whether an ID is known or a call fits it. */
export class Webhooks {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly byId = new Map<string, Set<Webhook>>();
  private readonly allowances = new Map<string, Allowance>();

  constructor(clock: Clock, log: Log) {
    this.clock = clock;
    this.log = log;
  }

  /** Several webhooks may share an ID: all are called, and the first one's options apply to all. */
  register(webhook: Webhook): Undo {
    const set = this.byId.get(webhook.id) ?? new Set();
    this.byId.set(webhook.id, set.add(webhook));
    return () => {
      set.delete(webhook);
      if (set.size === 0 && this.byId.get(webhook.id) === set) this.byId.delete(webhook.id);
    };
  }

  /** Calls the listeners of a webhook. Throws `too_many_requests` if a peer calls one ID too often. */
  call(id: string, peer: string, call: WebhookCall): void {
    this.admit(id, peer, RATE);
    const hooks = [...(this.byId.get(id) ?? [])];
    const [first] = hooks;
    if (first === undefined) return;
    const refused = (why: string): void =>
      this.log.warn(`A call to webhook ${id.slice(0, 8)}… ${why}`, { peer });
    if (first.localOnly && !call.isLocal) refused('came from outside the home');
    else if (!first.methods.includes(call.method)) refused(`was a ${call.method}`);
    else for (const hook of hooks) hook.listener(call);
  }

  /** The webhooks, one for each ID. */
  list(): Webhook[] {
    return [...this.byId.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  }

  /** Counts a call. Throws `too_many_requests` if a peer calls one ID too often. */
  admit(id: string, peer: string, { burst, perSecond }: Rate): void {
    const key = `${peer} ${id}`;
    const now = this.clock.now();
    const known = this.allowances.get(key);
    this.allowances.delete(key);
    const gained = known === undefined ? burst : ((now - known.at) / 1000) * perSecond;
    const left = Math.min(burst, (known?.left ?? 0) + gained);
    this.allowances.set(key, { left: Math.max(0, left - 1), at: now });
    for (const oldest of this.allowances.keys()) {
      if (this.allowances.size <= MAX_PEERS) break;
      this.allowances.delete(oldest);
    }
    if (left < 1) throw fault('too_many_requests', 'webhook_called_too_often');
  }
}
