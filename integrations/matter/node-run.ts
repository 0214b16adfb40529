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
  readonly device: string;
  readonly handle: EntityHandle;
  values: string;
}

/** One node with its devices and entities, which follow what it reports. */
export class NodeRun {
  private readonly entry: Entry<never, never>;
  private readonly node: MatterNode;
  private readonly id: string;
  private readonly devices = new Map<string, { handle: DeviceHandle; described: string }>();
  private readonly shown = new Map<string, Shown>();
  private readonly listened = new Map<Observable, () => void>();
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
    const present = new Set<string>();
    for (const device of devices) {
      this.describe(device, serial);
      const available = this.isReached && isReachable(device);
      for (const endpoint of device.endpoints)
        for (const part of partsOf(endpoint)) {
          const uniqueId = `${this.id}-${device.key}-${endpoint.number}-${part.key}`;
          present.add(`${part.domain} ${uniqueId}`);
          this.show(part, { uniqueId, device: device.key, available });
        }
    }
    for (const [key, { handle }] of this.shown)
      if (!present.has(key)) {
        handle.forget();
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

  private show(
    part: Part,
    { uniqueId, device, available }: { uniqueId: string; device: string; available: boolean },
  ): void {
    const key = `${part.domain} ${uniqueId}`;
    const read = part.read();
    const isAvailable = available && read !== undefined;
    const values = JSON.stringify([read, isAvailable]);
    const known = this.shown.get(key);
    if (known?.values === values) return;
    if (known !== undefined) {
      known.values = values;
      known.handle.report(read ?? {}, { available: isAvailable });
      return;
    }
    const handle = this.devices.get(device)?.handle.add(part.domain, {
      ...part.options,
      ...{ uniqueId, values: read ?? {}, available: isAvailable },
    } as never);
    if (handle !== undefined) this.shown.set(key, { part, device, handle, values });
  }

  /** The endpoints as they are now; each is listened to. */
  private treeOf(endpoint: MatterEndpoint): EndpointTree {
    for (const cluster of Object.keys(endpoint.behaviors.supported)) {
      const state = SYSTEM.has(cluster) ? undefined : endpoint.maybeStateOf(cluster);
      if (state === undefined) continue;
      const events = endpoint.eventsOf(cluster);
      for (const attribute of Object.keys(state)) this.listen(events[`${attribute}$Changed`]);
    }
    return { endpoint: liveEndpoint(endpoint), parts: [...endpoint.parts].map((one) => this.treeOf(one)) };
  }

  private listen(observable: Observable | undefined): void {
    if (observable === undefined || this.listened.has(observable)) return;
    this.listened.set(observable, this.changed);
    observable.on(this.changed);
  }
}
