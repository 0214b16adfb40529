import { type DeviceHandle, type EntityHandle, type Entry, z } from 'hearth-integration';
import type { ZwaveClient, ZwaveEvent } from './client.ts';
import { controlsOf } from './controls.ts';
import { type Node, readNode, readValue, valueId, valueKey, type ZwaveValue } from './nodes.ts';
import type { Part, SetValue } from './part.ts';
import { nodeParts, sensorParts } from './sensors.ts';

interface Shown {
  readonly part: Part;
  readonly handle: EntityHandle;
  values: string;
}

interface OwnNode {
  node: Node;
  readonly shown: Map<string, Shown>;
  layout: string;
}

const Changed = z.object({
  nodeId: z.number(),
  args: z.looseObject({ newValue: z.unknown().optional() }).optional(),
  nodeState: z.unknown().optional(),
  node: z.unknown().optional(),
});

const DEAD = 3;
const STATUS: Readonly<Record<string, number>> = { sleep: 1, 'wake up': 2, dead: DEAD, alive: 4 };

/** The nodes of a network as devices and entities. */
export class Network {
  private readonly entry: Entry<never, never>;
  private readonly homeId: number;
  private readonly client: () => ZwaveClient;
  private readonly nodes = new Map<number, OwnNode>();

  constructor(entry: Entry<never, never>, homeId: number, client: () => ZwaveClient) {
    this.entry = entry;
    this.homeId = homeId;
    this.client = client;
  }

  /** Shows all nodes there are. */
  begin(nodes: readonly Node[]): void {
    for (const id of this.nodes.keys()) if (!nodes.some((node) => node.nodeId === id)) this.drop(id);
    for (const node of nodes) this.take(node);
  }

  /** Takes what happened. */
  happened(event: ZwaveEvent): void {
    const read = Changed.safeParse(event);
    if (event.source === 'controller') {
      const node = readNode(event.node);
      if (node !== undefined && event.event === 'node removed') this.drop(node.nodeId);
      if (node !== undefined && event.event === 'node added') this.take(node);
      return;
    }
    if (event.source !== 'node' || !read.success) return;
    const own = this.nodes.get(read.data.nodeId);
    switch (event.event) {
      case 'ready': {
        const node = readNode(read.data.nodeState);
        if (node !== undefined) this.take(node);
        return;
      }
      case 'value updated':
      case 'value added':
      case 'metadata updated':
      case 'value removed':
      case 'value notification':
        if (own !== undefined && read.data.args !== undefined) this.changed(own, event.event, read.data.args);
        return;
      default: {
        const status = STATUS[event.event];
        if (own === undefined || status === undefined) return;
        own.node = { ...own.node, status };
        this.show(own);
      }
    }
  }

  private changed(own: OwnNode, kind: string, args: Readonly<Record<string, unknown>>): void {
    const given = readValue({ ...args, metadata: args.metadata ?? {} });
    if (given === undefined) return;
    const key = valueKey(given);
    const known = own.node.values.get(key);
    if (kind === 'value notification') {
      const happened: ZwaveValue = { ...(known ?? given), value: args.value };
      const shown = own.shown.get(`event ${key}`);
      const values = shown?.part.happened?.(happened);
      if (values !== undefined) shown?.handle.report(values);
      return;
    }
    if (kind === 'value removed') own.node.values.delete(key);
    else if (kind === 'metadata updated' && known !== undefined)
      own.node.values.set(key, { ...known, metadata: given.metadata });
    else if (own.node.values.size < 2000)
      own.node.values.set(key, { ...(known ?? given), value: args.newValue });
    if (kind !== 'value updated' || known === undefined) this.follow(own);
    this.show(own);
  }

  private take(node: Node): void {
    // The stick itself has no entities, and a node that was not asked yet has none that are known.
    if (node.isControllerNode || !node.ready) return;
    const own = this.nodes.get(node.nodeId) ?? { node, shown: new Map<string, Shown>(), layout: '' };
    own.node = node;
    this.nodes.set(node.nodeId, own);
    this.follow(own);
    this.show(own);
  }

  private drop(id: number): void {
    for (const { handle } of this.nodes.get(id)?.shown.values() ?? []) handle.remove();
    this.nodes.delete(id);
  }

  /** Adds the entities anew when the node has other values, or is called differently. */
  private follow(own: OwnNode): void {
    const { node } = own;
    const { values, status: _, ...described } = node;
    const layout = JSON.stringify([
      described,
      [...values.values()].map((one) => [valueKey(one), one.metadata]),
    ]);
    if (layout === own.layout) return;
    own.layout = layout;
    for (const { handle } of own.shown.values()) handle.remove();
    own.shown.clear();
    const device = this.deviceOf(node);
    for (const one of this.parts(node)) {
      const name = one.named === undefined ? {} : { name: nameOf(node, one.named) };
      const handle = device.add(one.domain, {
        ...one.options,
        ...name,
        ...{ uniqueId: this.idOf(node, one), values: one.read(node), available: isAvailable(node, one) },
      } as never);
      own.shown.set(`${one.domain} ${one.key}`, { part: one, handle, values: '' });
    }
  }

  private show(own: OwnNode): void {
    for (const shown of own.shown.values()) {
      const read = shown.part.read(own.node);
      const available = isAvailable(own.node, shown.part);
      const values = JSON.stringify([read, available]);
      if (values === shown.values) continue;
      shown.values = values;
      shown.handle.report(read, { available });
    }
  }

  /** Those of values follow the node with a hyphen, the others with a point. */
  private idOf({ nodeId }: Node, { key }: Part): string {
    return `${this.homeId}.${nodeId}${/^\d/.test(key) ? '-' : '.'}${key}`;
  }

  private parts(node: Node): Part[] {
    // Commands act on what the node is when they come.
    const set: SetValue = ({ nodeId }, value, wish, options) =>
      this.client().set(nodeId, valueId(value), wish, options);
    const ping = ({ nodeId }: Node) =>
      this.client()
        .call('node.ping', { nodeId })
        .then(() => undefined);
    const sensors = [...node.values.values()].flatMap((value) => sensorParts(node, value, set));
    return [...controlsOf(node, set), ...sensors, ...nodeParts(node, ping)];
  }

  private deviceOf(node: Node): DeviceHandle {
    const { nodeId, deviceConfig, manufacturerId, productType, productId, firmwareVersion } = node;
    const id = `${this.homeId}-${nodeId}`;
    const product = [manufacturerId, productType, productId];
    return this.entry.device({
      identifiers: product.includes(undefined) ? [id] : [id, `${id}-${product.join(':')}`],
      name: node.name || deviceConfig?.description || `Node ${nodeId}`,
      ...{ manufacturer: deviceConfig?.manufacturer ?? null, model: deviceConfig?.label ?? null },
      sw_version: firmwareVersion ?? null,
      ...(node.location ? { area: node.location } : {}),
    });
  }
}

function isAvailable({ status }: Node, { isAlways = false }: Part): boolean {
  return isAlways || status !== DEAD;
}

/** The name of what shows a value: its label, with the endpoint where another one has the same. */
function nameOf(node: Node, value: ZwaveValue): string {
  const { metadata, propertyKeyName, propertyName, property, endpoint } = value;
  const label = metadata.label ?? propertyKeyName ?? propertyName ?? String(property);
  const isTwice = [...node.values.values()].some(
    (other) => other.endpoint < endpoint && valueKey({ ...other, endpoint }) === valueKey(value),
  );
  return (isTwice ? `${label} (${endpoint})` : label).slice(0, 500);
}
