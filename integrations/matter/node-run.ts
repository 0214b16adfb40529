import type { DeviceHandle, EntityHandle, Entry } from 'hearth-integration';
import { type Device, describeDevice, devicesOf, type EndpointTree, isReachable } from './devices.ts';
import { liveEndpoint, textIn } from './endpoint.ts';
import type { MatterEndpoint, MatterNode, Observable } from './matter-js.ts';
import type { Part } from './part.ts';
import { partsOf } from './parts.ts';

/** Parts of matter.js that are not clusters of the device. */
const SYSTEM = new Set(['parts', 'index', 'commissioning', 'network']);

/** An entity that was added, and what it showed last. */
interface Shown {
  readonly part: Part;
  readonly endpoint: number;
  readonly handle: EntityHandle;
  values: string;
}

/** Where an entity is. */
interface Place {
  readonly uniqueId: string;
  readonly device: string;
  readonly endpoint: number;
  readonly available: boolean;
}

/** One node with its devices and entities, which follow what it reports. */
export class NodeRun {
  private readonly entry: Entry<never, never>;
  private readonly node: MatterNode;
  private readonly id: string;
  private readonly devices = new Map<string, { handle: DeviceHandle; described: string }>();
  private readonly shown = new Map<string, Shown>();
  private readonly listened = new Map<Observable, (data: unknown) => void>();
  private readonly endpoints = new Map<number, MatterEndpoint>();
  private isReached = false;
  private isScheduled = false;
  private hasEnded = false;

  constructor(entry: Entry<never, never>, node: MatterNode, id: string) {
    this.entry = entry;
    this.node = node;
    this.id = id;
  }

  /** Shows what the node is now, and follows it. */
  begin(): void {
    // Devices that come and go, and whatever was missed.
    this.listen(this.node.eventsOf('network').subscriptionAlive);
    this.follow();
  }

  /** Whether a device of these identifiers is there now. */
  hasDevice(identifiers: readonly string[]): boolean {
    return devicesOf(this.treeOf(this.node)).some(({ key }) =>
      identifiers.includes(`deviceid_${this.id}-${key}`),
    );
  }

  /** Says whether the node can be reached. */
  setReached(isReached: boolean): void {
    if (this.isReached === isReached) return;
    this.isReached = isReached;
    const { log, title } = this.entry;
    if (isReached) log.info(`${title} is reachable`);
    else log.warn(`${title} cannot be reached`);
    this.changed();
  }

  end(): void {
    this.hasEnded = true;
    for (const [observable, listener] of this.listened) observable.off(listener);
    this.listened.clear();
  }

  /** Looks at the node soon: once for all that changes meanwhile. */
  readonly changed = (): void => {
    if (this.isScheduled || this.hasEnded) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (!this.hasEnded) this.follow();
    });
  };

  private follow(): void {
    const devices = devicesOf(this.treeOf(this.node));
    const serial = textIn(this.node.maybeStateOf('basicInformation'), 'serialNumber');
    const left = new Map(this.shown);
    for (const device of devices) {
      this.describe(device, serial);
      const available = this.isReached && isReachable(device);
      for (const { number: endpoint } of device.endpoints)
        for (const [key, shown] of left)
          if (shown.endpoint === endpoint && left.delete(key)) update(shown, available);
      for (const endpoint of device.endpoints)
        for (const part of partsOf(endpoint)) {
          const uniqueId = `${this.id}-${device.key}-${endpoint.number}-${part.key}`;
          const key = `${part.domain} ${uniqueId}`;
          if (this.shown.has(key)) continue;
          const place = { uniqueId, device: device.key, endpoint: endpoint.number, available };
          const added = this.add(part, place);
          if (added !== undefined) this.shown.set(key, added);
        }
    }
    // Their endpoints are gone. Bridges forget devices for a moment while they start: settings stay.
    for (const [key, { handle }] of left) {
      handle.remove();
      this.shown.delete(key);
    }
  }

  private describe(device: Device, serial: string | undefined): void {
    const description = describeDevice(device, this.id, device.isBridged ? { serial } : undefined);
    const described = JSON.stringify(description);
    const known = this.devices.get(device.key);
    if (known === undefined)
      this.devices.set(device.key, { handle: this.entry.device(description), described });
    else if (known.described !== described) {
      known.handle.describe(description);
      known.described = described;
    }
  }

  private add(part: Part, { uniqueId, device, available, endpoint }: Place): Shown | undefined {
    const read = part.read();
    const isAvailable = available && read !== undefined;
    const handle = this.devices.get(device)?.handle.add(part.domain, {
      ...part.options,
      ...{ uniqueId, values: read ?? {}, available: isAvailable },
    } as never);
    if (handle === undefined) return undefined;
    this.followEvents(endpoint, part, handle);
    return { part, endpoint, handle, values: JSON.stringify([read, isAvailable]) };
  }

  /** Presses of a button and the like, which are no values. */
  private followEvents(number: number, { follows }: Part, handle: EntityHandle): void {
    const endpoint = follows && this.endpoints.get(number);
    if (follows === undefined || endpoint === undefined) return;
    const events = endpoint.eventsOf(follows.cluster);
    for (const name of follows.events) {
      const observable = events[name];
      if (observable === undefined) continue;
      const listener = (data: unknown): void => {
        const values = follows.happened(name, data);
        if (values !== undefined) handle.report({ at: Date.now(), ...values });
      };
      observable.on(listener);
      this.listened.set(observable, listener);
    }
  }

  /** The endpoints as they are now; each is listened to. */
  private treeOf(endpoint: MatterEndpoint): EndpointTree {
    for (const cluster of Object.keys(endpoint.behaviors.supported)) {
      const state = SYSTEM.has(cluster) ? undefined : endpoint.maybeStateOf(cluster);
      if (state === undefined) continue;
      const events = endpoint.eventsOf(cluster);
      for (const attribute of Object.keys(state)) this.listen(events[`${attribute}$Changed`]);
    }
    this.endpoints.set(endpoint.number, endpoint);
    return { endpoint: liveEndpoint(endpoint), parts: [...endpoint.parts].map((one) => this.treeOf(one)) };
  }

  private listen(observable: Observable | undefined): void {
    if (observable === undefined || this.listened.has(observable)) return;
    this.listened.set(observable, this.changed);
    observable.on(this.changed);
  }
}

/** Reports what an entity shows now, if that has changed. */
function update(shown: Shown, available: boolean): void {
  const read = shown.part.read();
  const isAvailable = available && read !== undefined;
  const values = JSON.stringify([read, isAvailable]);
  if (shown.values === values) return;
  shown.values = values;
  shown.handle.report(read ?? {}, { available: isAvailable });
}
