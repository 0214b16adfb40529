import type { DeviceHandle, EntityHandle, Entry } from 'hearth-integration';
import type { Snapshot, WledClient } from './client.ts';
import { type Part, partsOf } from './parts.ts';

/** An entity that was added, and what it showed last. */
interface Shown {
  readonly part: Part;
  readonly handle: EntityHandle;
  values: string;
  capabilities: string;
}

/** One light with all its entities, which follow its segments. */
export class Light {
  private readonly entry: Entry<never, never>;
  private readonly client: WledClient;
  private readonly device: DeviceHandle;
  private readonly mac: string;
  private readonly shown = new Map<string, Shown>();
  private segments = '';

  constructor(entry: Entry<never, never>, client: WledClient, { info }: Snapshot) {
    this.entry = entry;
    this.client = client;
    this.mac = info.mac.toLowerCase();
    this.device = entry.device({
      identifiers: [this.mac],
      connections: [['mac', this.mac]],
      ...{ name: info.name, manufacturer: info.brand, model: info.product, sw_version: info.ver },
      hw_version: info.arch ?? null,
      configuration_url: client.url,
    });
  }

  /** Shows what the light is now. */
  show(now: Snapshot): void {
    this.follow(now);
    for (const shown of this.shown.values()) {
      const capabilities = JSON.stringify(shown.part.capabilities?.(now));
      if (capabilities !== shown.capabilities) {
        shown.handle.change({ capabilities: shown.part.capabilities?.(now) ?? {} });
        shown.capabilities = capabilities;
      }
      const read = shown.part.read(now);
      const values = JSON.stringify(read);
      if (values === shown.values) continue;
      shown.values = values;
      shown.handle.report(read ?? {}, { available: read !== undefined });
    }
  }

  /** Adds the entities of new segments and removes those of old ones. */
  private follow(now: Snapshot): void {
    const options: { readonly keep_main_light?: boolean } = this.entry.options;
    const hasMain = now.state.seg.length > 1 || options.keep_main_light === true;
    const segments = `${hasMain} ${now.state.seg.map(({ id }) => id).join()}`;
    if (segments === this.segments) return;
    this.segments = segments;
    const context = { client: this.client, change: (state: object) => this.change(state) };
    const parts = new Map(partsOf(now, hasMain, context).map((part) => [`${part.domain}${part.key}`, part]));
    for (const [key, { handle, part }] of this.shown) {
      // A light that is no longer alone acts differently: it is added again.
      if (parts.has(key) && part.domain !== 'light') continue;
      handle.remove();
      this.shown.delete(key);
    }
    for (const [key, part] of parts) if (!this.shown.has(key)) this.shown.set(key, this.add(part, now));
  }

  private add(part: Part, now: Snapshot): Shown {
    const own = part.capabilities?.(now);
    const read = part.read(now);
    const handle = this.device.add(part.domain, {
      ...part.options,
      uniqueId: `${this.mac}${part.key}`,
      values: read ?? {},
      available: read !== undefined,
      ...(own === undefined ? {} : { capabilities: own }),
    });
    return { part, handle, values: JSON.stringify(read), capabilities: JSON.stringify(own) };
  }

  private async change(state: object): Promise<void> {
    this.show(await this.client.change(state));
  }
}
