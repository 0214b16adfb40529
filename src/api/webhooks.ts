import { BlockList, isIP } from 'node:net';
import type { Clock, Undo } from '../core/clock.ts';
import { HubError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** A call of a webhook's address. */
export interface WebhookCall {
  readonly method: string;
  /** Whether it comes from the home's own network. */
  readonly isLocal: boolean;
  readonly contentType: string;
  readonly body: Buffer;
  readonly query: Readonly<Record<string, string>>;
}

/** What a webhook takes; it is told of calls that fit. */
export interface Webhook {
  readonly id: string;
  readonly methods: readonly string[];
  readonly localOnly: boolean;
  hear(call: WebhookCall): void;
}

/** Calls of one webhook by one peer: as many at once, and as many a second from then on. */
const BURST = 60;
const PER_SECOND = 5;
/** Peers that are remembered; the oldest give way. */
const MOST_PEERS = 10_000;

interface Allowance {
  left: number;
  at: number;
}

/** The webhooks of the house. Whether an id is known, and whether a call fits it, is told to nobody outside. */
export class Webhooks {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly byId = new Map<string, Set<Webhook>>();
  private readonly allowances = new Map<string, Allowance>();

  constructor(clock: Clock, log: Log) {
    this.clock = clock;
    this.log = log;
  }

  /** Several may share an id: all hear, and what the first takes counts for all. */
  register(webhook: Webhook): Undo {
    const set = this.byId.get(webhook.id) ?? new Set();
    this.byId.set(webhook.id, set.add(webhook));
    return () => {
      set.delete(webhook);
      if (set.size === 0 && this.byId.get(webhook.id) === set) this.byId.delete(webhook.id);
    };
  }

  /** Tells those who wait for it. Throws `too_many_requests` when one peer calls one address too often. */
  call(id: string, peer: string, call: WebhookCall): void {
    this.spend(`${peer} ${id}`);
    const hooks = [...(this.byId.get(id) ?? [])];
    const [first] = hooks;
    if (first === undefined) return;
    const refused = (why: string): void =>
      this.log.warn(`A call of webhook ${id.slice(0, 8)}… ${why}`, { peer });
    if (first.localOnly && !call.isLocal) refused('came from outside the home');
    else if (!first.methods.includes(call.method)) refused(`was a ${call.method}`);
    else for (const hook of hooks) hook.hear(call);
  }

  private spend(key: string): void {
    const now = this.clock.now();
    const known = this.allowances.get(key);
    this.allowances.delete(key);
    const gained = known === undefined ? BURST : ((now - known.at) / 1000) * PER_SECOND;
    const left = Math.min(BURST, (known?.left ?? 0) + gained);
    this.allowances.set(key, { left: Math.max(0, left - 1), at: now });
    for (const oldest of this.allowances.keys()) {
      if (this.allowances.size <= MOST_PEERS) break;
      this.allowances.delete(oldest);
    }
    if (left < 1) throw new HubError('too_many_requests', 'This address is called too often');
  }
}

const home = new BlockList();
for (const [net, bits] of [
  ...([
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
])
  home.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  home.addSubnet(net, bits, 'ipv6');

/** Whether an address belongs to a home's own network, this machine included. */
export function isLocalAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  const family = isIP(plain);
  return family !== 0 && home.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
