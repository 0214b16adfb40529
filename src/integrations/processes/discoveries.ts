import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { PlainValues } from './described.ts';
import type { EntryFlows } from './entry-flows.ts';
import type { Manifest } from './manifest.ts';
import type { FlowSource, ToIntegration } from './protocol.ts';

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
/** The same device is not told to its entry again within this time, in milliseconds. */
const HEARD_AFTER = 5_000;

/** The dependencies of `Discoveries`. */
export interface DiscoveriesParts {
  readonly flows: EntryFlows;
  readonly manifests: () => readonly Manifest[];
  /** Sends a message to the process of an integration, if it runs. */
  readonly tell: (domain: string, message: ToIntegration) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Begins a flow for each discovered device that an integration is for. */
export class Discoveries {
  private readonly flows: EntryFlows;
  private readonly manifests: () => readonly Manifest[];
  private readonly tell: DiscoveriesParts['tell'];
  private readonly clock: Clock;
  private readonly log: Log;
  /** When what was passed on last, oldest first. */
  private readonly passed = new Map<string, number>();
  /** When what was heard of last, oldest first. */
  private readonly heardAt = new Map<string, number>();
  private readonly waiting: (() => Promise<unknown>)[] = [];
  private running = 0;

  constructor(parts: DiscoveriesParts) {
    this.flows = parts.flows;
    this.manifests = parts.manifests;
    this.tell = parts.tell;
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
      const info = infoOf(service);
      this.announce(domain, 'zeroconf', info);
      this.pass(domain, 'zeroconf', info);
    }
  }

  /** Takes a service that is announced again: one of its entries may have waited for it. */
  heard(service: FoundService): void {
    for (const { domain, discovery } of this.manifests())
      if (discovery.some((rule) => 'mdns' in rule && fits(rule, service)))
        this.announce(domain, 'zeroconf', infoOf(service));
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

  private announce(domain: string, source: 'zeroconf' | 'ssdp', info: PlainValues): void {
    const key = JSON.stringify([domain, info.name]);
    if (!isDue(this.heardAt, key, { now: this.clock.now(), after: HEARD_AFTER })) return;
    this.tell(domain, { type: 'announced', source, info });
  }

  private pass(domain: string, source: FlowSource, info: PlainValues): void {
    const key = JSON.stringify([domain, info]);
    if (!isDue(this.passed, key, { now: this.clock.now(), after: AGAIN_AFTER })) return;
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

function infoOf({ type, name, hostname, port, addresses, properties }: FoundService): PlainValues {
  const address = { ip_address: addresses[0] ?? '', ip_addresses: addresses };
  return { type, name, hostname, port, ...address, properties };
}

/** Whether something is new or was noted long enough ago, and notes it. */
function isDue(
  noted: Map<string, number>,
  key: string,
  { now, after }: { readonly now: number; readonly after: number },
): boolean {
  if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < after) return false;
  noted.delete(key);
  noted.set(key, now);
  for (const oldest of noted.keys()) {
    if (noted.size <= MAX_KNOWN) break;
    noted.delete(oldest);
  }
  return true;
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
