import type { DeviceHandle, EntityHandle, Entry } from 'hearth-integration';
import type { Bridge, Resource } from './bridge.ts';
import { sceneParts } from './groups.ts';
import { groupPart, lampPart } from './lights.ts';
import type { Change, Part } from './part.ts';
import { behaviorPart, sensorParts } from './sensors.ts';
import { Store, textOf, within } from './store.ts';

interface Shown {
  readonly part: Part;
  readonly handle: EntityHandle;
  values: string;
}

const GROUPS = ['room', 'zone'] as const;
const TITLES: Readonly<Record<string, string>> = { room: 'Room', zone: 'Zone' };

/** Everything of a bridge as devices and entities. */
export class Home {
  private readonly entry: Entry<never, never>;
  private readonly bridgeId: string;
  private readonly bridge: () => Bridge;
  private readonly shown = new Map<string, Shown>();
  private readonly devices = new Map<string, DeviceHandle>();
  private store = new Store([]);
  private layout = '';

  constructor(entry: Entry<never, never>, bridgeId: string, bridge: () => Bridge) {
    this.entry = entry;
    this.bridgeId = bridgeId;
    this.bridge = bridge;
  }

  /** Shows all that the bridge has. */
  begin(resources: readonly Resource[]): void {
    this.store = new Store(resources);
    this.follow();
    this.show();
  }

  /** Takes what the bridge tells. */
  take(events: unknown): void {
    const { changed, isOther } = this.store.take(events);
    if (isOther) this.follow();
    this.show();
    for (const update of changed)
      for (const domain of ['event'] as const) {
        const shown = this.shown.get(`${domain} ${update.id}`);
        const values = shown?.part.happened?.(update);
        if (values !== undefined) shown?.handle.report(values);
      }
  }

  private show(): void {
    for (const shown of this.shown.values()) {
      const read = shown.part.read(this.store);
      const extra = shown.part.extra?.(this.store);
      const available = this.isAvailable(shown.part);
      const values = JSON.stringify([read, extra, available]);
      if (values === shown.values) continue;
      shown.values = values;
      shown.handle.report(read, { available, ...(extra === undefined ? {} : { extra }) });
    }
  }

  private isAvailable({ isRadio = false, device }: Part): boolean {
    return !isRadio || this.store.isConnected(this.store.get(device.id));
  }

  /** Adds the entities anew when there are others, or they are called or arranged differently. */
  private follow(): void {
    const parts = this.parts();
    const layout = JSON.stringify(
      parts.map(({ domain, uniqueId, device, options }) => [
        ...[domain, uniqueId, this.describe(this.store.get(device.id) ?? device), options],
      ]),
    );
    if (layout === this.layout) return;
    this.layout = layout;
    for (const { handle } of this.shown.values()) handle.remove();
    this.shown.clear();
    this.devices.clear();
    for (const bridge of this.bridges()) this.deviceOf(bridge);
    for (const one of parts) {
      const handle = this.deviceOf(one.device).add(one.domain, {
        ...one.options,
        ...this.objectId(one),
        ...{ uniqueId: one.uniqueId, available: this.isAvailable(one) },
        values: { ...(one.options.values as object | undefined), ...one.read(this.store) },
        ...(one.extra === undefined ? {} : { extra: one.extra(this.store) }),
      } as never);
      this.shown.set(`${one.domain} ${one.uniqueId}`, { part: one, handle, values: '' });
    }
  }

  /** In a room, the name of the room comes first, as in Home Assistant. */
  private objectId({ device, options: { name } }: Part): { objectId?: string } {
    const { area, name: own = '' } = this.describe(this.store.get(device.id) ?? device);
    if (area === undefined) return {};
    return { objectId: `${area} ${own} ${typeof name === 'string' ? name : ''}`.trim().slice(0, 200) };
  }

  private bridges(): Resource[] {
    return this.store.ofType('device').filter((device) => this.isBridge(device));
  }

  private isBridge(device: Resource): boolean {
    return this.store.referred(device, 'services', 'bridge').length > 0;
  }

  private parts(): Part[] {
    const { store } = this;
    const change: Change = (type, id, wish) => this.bridge().change(type, id, wish);
    const devices = store.ofType('device').flatMap((device) => {
      const services = Array.isArray(device.services) ? device.services : [];
      return services.flatMap((reference) => {
        const service = store.get(textOf(reference, 'rid'));
        if (service === undefined || (this.isBridge(device) && service.type === 'zigbee_connectivity'))
          return [];
        return service.type === 'light'
          ? [lampPart(service, device, change)]
          : sensorParts(service, device, change);
      });
    });
    const groups = GROUPS.flatMap((type) => store.ofType(type)).flatMap((group) => {
      const lights = store.referred(group, 'services', 'grouped_light');
      return [
        ...lights.map((grouped) => groupPart(grouped, group, store, change)),
        ...sceneParts(group, store, change),
      ];
    });
    const [bridge] = this.bridges();
    const behaviors = bridge === undefined ? [] : store.ofType('behavior_instance');
    return [...devices, ...groups, ...behaviors.map((one) => behaviorPart(one, bridge as Resource, change))];
  }

  private deviceOf(resource: Resource): DeviceHandle {
    let device = this.devices.get(resource.id);
    if (device === undefined) {
      device = this.entry.device(this.describe(this.store.get(resource.id) ?? resource));
      this.devices.set(resource.id, device);
    }
    return device;
  }

  private describe(resource: Resource): Parameters<Entry['device']>[0] {
    const name = textOf(within(resource, 'metadata'), 'name') ?? resource.id;
    if (resource.type !== 'device')
      return {
        ...{ identifiers: [resource.id], name, entry_type: 'service' as const, via: this.bridgeId },
        ...{ manufacturer: this.maker(), model: TITLES[resource.type] ?? 'Group' },
        ...(resource.type === 'room' ? { area: name } : {}),
      };
    const product = within(resource, 'product_data');
    const isBridge = this.isBridge(resource);
    const [radio] = this.store.referred(resource, 'services', 'zigbee_connectivity');
    const mac = textOf(radio, 'mac_address');
    const room = textOf(within(this.store.roomOf(resource), 'metadata'), 'name');
    return {
      identifiers: isBridge ? [resource.id, this.bridgeId] : [resource.id],
      ...(isBridge
        ? { connections: [['mac', this.bridgeId.replace('fffe', '')] as [string, string]] }
        : mac === null
          ? {}
          : { connections: [['zigbee', mac] as [string, string]] }),
      ...{ name, manufacturer: textOf(product, 'manufacturer_name'), model: textOf(product, 'product_name') },
      ...{ model_id: textOf(product, 'model_id'), sw_version: textOf(product, 'software_version') },
      ...(isBridge ? {} : { via: this.bridgeId }),
      ...(room === null ? {} : { area: room }),
    };
  }

  private maker(): string | null {
    const [bridge] = this.bridges();
    return textOf(within(bridge, 'product_data'), 'manufacturer_name');
  }
}
