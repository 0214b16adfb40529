import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { PlainValues } from './described.ts';
import type { EntryFlows } from './entry-flows.ts';
import type { Manifest } from './manifest.ts';
import type { FlowSource } from './protocol.ts';

/** A service found by mDNS. */
interface FoundService {
  readonly type: string;
  readonly name: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly port: number;
  readonly properties: Readonly<Record<string, string>>;
}

/** A device found by SSDP, with the texts of its description. */
interface FoundDevice {
  readonly usn: string;
  readonly st: string;
  readonly location: string;
  readonly udn: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly description: Readonly<Record<string, string>>;
}

const MAX_AT_ONCE = 20;
const MAX_KNOWN = 2000;
/** The same announcement is not passed on again within this time, in milliseconds. */
const AGAIN_AFTER = 600_000;

/** Begins a flow for each discovered device that an integration is for. */
export class Discoveries {
  private readonly flows: EntryFlows;
  private readonly manifests: () => readonly Manifest[];
  private readonly clock: Clock;
  private readonly log: Log;
  /** When what was passed on last, oldest first. */
  private readonly passed = new Map<string, number>();
  private readonly waiting: (() => Promise<unknown>)[] = [];
  private running = 0;

  constructor(parts: {
    readonly flows: EntryFlows;
    readonly manifests: () => readonly Manifest[];
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.flows = parts.flows;
    this.manifests = parts.manifests;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  /** The types of services that integrations look for. */
  types(): string[] {
    const types = this.manifests().flatMap(({ discovery }) =>
      discovery.flatMap((rule) => ('mdns' in rule ? [rule.mdns] : [])),
    );
    return [...new Set(types)];
  }

  /** The types of devices that integrations look for by SSDP. */
  ssdpTypes(): string[] {
    const types = this.manifests().flatMap(({ discovery }) =>
      discovery.flatMap((rule) =>
        'ssdp' in rule ? [rule.ssdp.st ?? rule.ssdp.deviceType ?? 'ssdp:all'] : [],
      ),
    );
    return types.includes('ssdp:all') ? ['ssdp:all'] : [...new Set(types)];
  }

  /** Takes a service that was found by mDNS. */
  found(service: FoundService): void {
    for (const { domain, discovery } of this.manifests()) {
      if (!discovery.some((rule) => 'mdns' in rule && fits(rule, service))) continue;
      const info = {
        ...{ type: service.type, name: service.name, hostname: service.hostname, port: service.port },
        ...{ ip_address: service.addresses[0] ?? '', ip_addresses: service.addresses },
        properties: service.properties,
      };
      this.pass(domain, 'zeroconf', info);
    }
  }

  /** Takes a device that was found by SSDP. */
  foundDevice({ usn, st, location, udn, address, headers, description }: FoundDevice): void {
    const texts: Readonly<Record<string, string>> = { ...headers, ...description, st };
    for (const { domain, discovery } of this.manifests()) {
      const isWanted = discovery.some((rule) => 'ssdp' in rule && matches(rule.ssdp, texts));
      if (!isWanted) continue;
      // Every answer has another date; the rest of its headers tells devices apart.
      const { date: _, ...kept } = headers;
      this.pass(domain, 'ssdp', { usn, st, location, udn, ip_address: address, headers: kept, description });
    }
  }

  private pass(domain: string, source: FlowSource, info: PlainValues): void {
    const key = JSON.stringify([domain, info]);
    const now = this.clock.now();
    if (now - (this.passed.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER) return;
    this.passed.delete(key);
    this.passed.set(key, now);
    for (const oldest of this.passed.keys()) {
      if (this.passed.size <= MAX_KNOWN) break;
      this.passed.delete(oldest);
    }
    if (this.waiting.length >= MAX_KNOWN) return;
    this.waiting.push(() => this.flows.begin(domain, source, { info }));
    this.next();
  }

  private next(): void {
    if (this.running >= MAX_AT_ONCE) return;
    const task = this.waiting.shift();
    if (task === undefined) return;
    this.running += 1;
    task()
      .catch((error: unknown) => this.log.debug('A discovered device could not be asked', { error }))
      .finally(() => {
        this.running -= 1;
        this.next();
      });
  }
}

function fits(
  rule: { readonly mdns: string; readonly name?: string; readonly match: Readonly<Record<string, string>> },
  { type, name, properties }: FoundService,
): boolean {
  if (!type.startsWith(`${rule.mdns}.`)) return false;
  if (rule.name !== undefined && !name.toLowerCase().startsWith(rule.name.toLowerCase())) return false;
  return matches(rule.match, properties);
}

/** Whether texts have the wanted values; `*` at the end stands for anything. */
function matches(wanted: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, text]) => {
    const value = texts[key];
    if (value === undefined) return false;
    return text.endsWith('*') ? value.startsWith(text.slice(0, -1)) : value === text;
  });
}
