import type { DeviceHandle, EntityHandle } from 'hearth-integration';
import type { MirrorParts } from './mirror.ts';
import type { RemoteConfig } from './registries.ts';
import { FOLLOWING, HOP, type LeftOut } from './selection.ts';

const TEXTS: Readonly<Record<LeftOut, string>> = {
  not_selected: 'not selected',
  not_supported: 'of kinds that are not mirrored',
  own: 'which come from this hub',
};

/** The other hub as a device, with how many entities are mirrored and which version it has. */
export class Status {
  /** How many entities are not mirrored, by reason. */
  leftOut: Readonly<Record<string, number>> = {};
  private readonly parts: MirrorParts;
  private device: DeviceHandle | undefined;
  private count: EntityHandle | undefined;
  private version: EntityHandle | undefined;
  private said = '';

  constructor(parts: MirrorParts) {
    this.parts = parts;
  }

  show(config: RemoteConfig, mirrored: number, leftOut: ReadonlyMap<LeftOut, number>): void {
    this.leftOut = Object.fromEntries(leftOut);
    this.add(config);
    const extra = { calls: this.parts.calls, left_out: this.leftOut };
    this.count?.report({ value: mirrored } as never, { extra });
    this.version?.report({ installed_version: config.version, latest_version: null } as never);
    const rest = [...leftOut].map(([reason, count]) => `${count} ${TEXTS[reason]}`).join(', ');
    const text = `${mirrored} entities of ${this.parts.title} are mirrored${rest === '' ? '' : `; left out: ${rest}`}`;
    if (text !== this.said) this.parts.log.info(text);
    this.said = text;
  }

  private add({ version, hearth_id }: RemoteConfig): void {
    const { title, url, naming } = this.parts;
    const facts = {
      sw_version: version,
      manufacturer: hearth_id === undefined ? 'Home Assistant' : 'Hearth',
    };
    if (this.device !== undefined) {
      this.device.describe(facts);
      return;
    }
    const identity = { identifiers: [naming.hubId], name: title, configuration_url: url };
    this.device = this.parts.device({ ...identity, ...facts, entry_type: 'service' } as never);
    const own = (key: string) => ({ uniqueId: `${naming.hubId}${HOP}${key}`, entityCategory: 'diagnostic' });
    this.count = this.device.add('sensor', {
      ...own(naming.follows ? FOLLOWING : 'status'),
      ...{
        name: 'Mirrored entities',
        icon: 'mdi:content-copy',
        capabilities: { state_class: 'measurement' },
      },
    } as never) as unknown as EntityHandle;
    this.version = this.device.add('update', {
      ...own('version'),
      ...{ name: 'Version', values: { installed_version: version, latest_version: null, title } },
    } as never) as unknown as EntityHandle;
  }
}
