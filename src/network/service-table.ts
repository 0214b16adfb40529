import { isObject } from '../core/coerce.ts';

/** A service that was found in the network. */
export interface NetworkService {
  /** With the domain: `_wled._tcp.local.` */
  readonly type: string;
  /** With the type: `Desk._wled._tcp.local.` */
  readonly name: string;
  /** With the domain: `desk.local.` */
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly port: number;
  /** The texts of its TXT record. */
  readonly properties: Readonly<Record<string, string>>;
}

/** A resource record as `multicast-dns` parses it; everything in it comes from other machines. */
export interface ServiceRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl?: number | undefined;
  readonly data?: unknown;
}

interface Known {
  readonly type: string;
  port?: number;
  target?: string;
  properties?: Readonly<Record<string, string>>;
  /** What was told about it last. */
  shown?: string;
}

const MAX_SERVICES = 1000;
const MAX_HOSTS = 1000;
const MAX_ADDRESSES = 8;
const MAX_NAME = 255;
const MAX_TEXTS = 10_000;

/** The services that others announce, from the records of their answers. Bounded, whoever announces. */
export class ServiceTable {
  private readonly types: ReadonlySet<string>;
  private readonly services = new Map<string, Known>();
  private readonly hosts = new Map<string, string[]>();

  /** `types` are those of interest, such as `_wled._tcp`. */
  constructor(types: readonly string[]) {
    this.types = new Set(types.map((type) => `${type}.local`));
  }

  /** Takes the records of an answer and returns the services that are complete and new or changed. */
  take(records: readonly ServiceRecord[]): NetworkService[] {
    for (const record of records) if (record.name.length <= MAX_NAME) this.note(record);
    const changed: NetworkService[] = [];
    for (const [name, known] of this.services) {
      const service = this.serviceOf(name, known);
      const shown = JSON.stringify(service);
      if (service === undefined || shown === known.shown) continue;
      known.shown = shown;
      changed.push(service);
    }
    return changed;
  }

  /** The complete services that the records of an answer point to. */
  named(records: readonly ServiceRecord[]): NetworkService[] {
    return records.flatMap(({ type, ttl = 1, data }) => {
      const known = type === 'PTR' && ttl > 0 ? this.services.get(String(data)) : undefined;
      return known === undefined ? [] : (this.serviceOf(String(data), known) ?? []);
    });
  }

  private note({ name, type, ttl = 1, data }: ServiceRecord): void {
    switch (type) {
      case 'PTR':
        this.notePointer(name.toLowerCase(), data, ttl);
        return;
      case 'SRV': {
        const known = this.services.get(name);
        if (known === undefined || !isObject(data)) return;
        const { port, target } = data;
        if (typeof port !== 'number' || typeof target !== 'string' || target.length > MAX_NAME) return;
        Object.assign(known, { port, target: target.toLowerCase() });
        return;
      }
      case 'TXT': {
        const known = this.services.get(name);
        if (known !== undefined) known.properties = textsOf(data);
        return;
      }
      case 'A':
      case 'AAAA':
        if (typeof data === 'string') this.noteAddress(name.toLowerCase(), data, type === 'A');
        return;
      default:
    }
  }

  private notePointer(type: string, data: unknown, ttl: number): void {
    if (!this.types.has(type) || typeof data !== 'string' || data.length > MAX_NAME) return;
    // A lifetime of 0 says goodbye.
    if (ttl === 0) this.services.delete(data);
    else if (!this.services.has(data) && this.services.size < MAX_SERVICES) this.services.set(data, { type });
  }

  private noteAddress(host: string, address: string, isFirst: boolean): void {
    // Addresses that only count on one link need its name, which is not known here.
    if (address.toLowerCase().startsWith('fe80:')) return;
    const known = this.hosts.get(host) ?? [];
    if (known.includes(address) || (known.length === 0 && this.hosts.size >= MAX_HOSTS)) return;
    const all = isFirst ? [address, ...known] : [...known, address];
    this.hosts.set(host, all.slice(0, MAX_ADDRESSES));
  }

  private serviceOf(name: string, { type, port, target, properties }: Known): NetworkService | undefined {
    const addresses = target === undefined ? undefined : this.hosts.get(target);
    if (port === undefined || target === undefined || addresses === undefined || properties === undefined)
      return undefined;
    return { type: `${type}.`, name: `${name}.`, hostname: `${target}.`, addresses, port, properties };
  }
}

function textsOf(data: unknown): Readonly<Record<string, string>> {
  const parts: unknown[] = Array.isArray(data) ? data : [data];
  const texts: Record<string, string> = Object.create(null);
  let left = MAX_TEXTS;
  for (const part of parts) {
    if (!Buffer.isBuffer(part)) continue;
    left -= part.length;
    if (left < 0) break;
    const text = part.toString('utf8');
    const at = text.indexOf('=');
    const key = at < 0 ? text : text.slice(0, at);
    if (key !== '') texts[key] ??= at < 0 ? '' : text.slice(at + 1);
  }
  return { ...texts };
}
