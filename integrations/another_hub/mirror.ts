import { type DeviceHandle, type EntityHandle, NotReachable } from 'hearth-integration';
import { Calls } from './calls.ts';
import { type Described, describe, extraOf, localId, type Naming } from './description.ts';
import { pictureOf } from './pictures.ts';
import { Refused } from './refused.ts';
import { type Registries, readRegistries } from './registries.ts';
import { applyChanges, type Changes, type RemoteState } from './remote-state.ts';
import { type LeftOut, type Selection, selector } from './selection.ts';
import { HubSocket } from './socket.ts';
import { Status } from './status.ts';
import { TodoLists } from './todo-lists.ts';
import { valuesOf } from './values.ts';

/** What a mirror needs of its entry. */
export interface MirrorParts {
  readonly url: string;
  readonly token: string;
  readonly title: string;
  readonly naming: Naming;
  readonly selection: Selection;
  /** Whether commands are sent to the other hub. */
  readonly calls: boolean;
  /** The ID of this hub. */
  readonly ownId: string;
  readonly log: { info(text: string): void; warn(text: string): void };
  device(description: never): DeviceHandle;
  readonly bare: Pick<DeviceHandle, 'add'>;
}

/** An entity that is mirrored. */
interface Mirrored {
  readonly handle: EntityHandle;
  readonly uniqueId: string;
  entityId: string;
  domain: string;
  /** Its description as JSON, to notice changes. */
  described: string;
  capabilities: Readonly<Record<string, unknown>>;
  /** What was shown last; undefined to show it in any case. */
  shown: RemoteState | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_ENTITIES = 9_900;
/** Several changes of registries come together. */
const SETTLE = 500;
/** How often a hub that is starting is looked at. */
const STARTING = 5000;
const WATCHED = ['entity_registry_updated', 'device_registry_updated', 'area_registry_updated'];

/** Mirrors entities of another hub: states come in, commands go out. */
export class Mirror {
  private readonly parts: MirrorParts;
  private readonly calls = new Calls();
  private readonly lists = new TodoLists((entityId) => this.showItems(entityId));
  private readonly status: Status;
  private readonly byUniqueId = new Map<string, Mirrored>();
  private readonly byEntityId = new Map<string, Mirrored>();
  /** Which entity had an ID of the other hub until now. */
  private holders: ReadonlyMap<string, Mirrored> = new Map();
  private readonly states = new Map<string, RemoteState>();
  private readonly devices = new Map<string, DeviceHandle>();
  private socket: HubSocket | undefined;
  private registries: Registries | undefined;
  private settling: NodeJS.Timeout | undefined;

  constructor(parts: MirrorParts) {
    this.parts = parts;
    this.status = new Status(parts);
  }

  /** Connects, mirrors everything anew, and follows the changes until the connection ends, which throws. */
  async follow({ signal, up }: { readonly signal: AbortSignal; readonly up: () => void }): Promise<void> {
    const { url, token } = this.parts;
    const socket = await HubSocket.open(url, token, signal);
    try {
      this.registries = await readRegistries(socket);
      this.states.clear();
      await this.subscribe(socket);
      this.socket = socket;
      this.lists.begin(socket);
      this.sync();
      up();
      throw await socket.whenEnded();
    } finally {
      this.socket = undefined;
      clearTimeout(this.settling);
      socket.close();
    }
  }

  /** What helps to find a fault. */
  diagnostics(): object {
    const { config } = this.registries ?? {};
    return {
      ...{ is_connected: this.socket !== undefined, version: config?.version ?? null },
      ...{ calls: this.parts.calls, mirrored: [...this.byEntityId.keys()].sort() },
      left_out: this.status.leftOut,
    };
  }

  /** Subscribes to states and registries; resolves when all states are known. */
  private async subscribe(socket: HubSocket): Promise<void> {
    let isFirst = true;
    let known = (): void => {};
    const first = new Promise<void>((resolve) => {
      known = resolve;
    });
    const receive = (message: unknown): void => {
      const changes = applyChanges(this.states, message);
      if (!isFirst) this.take(changes);
      isFirst = false;
      known();
    };
    await socket.subscribe({ type: 'subscribe_entities' }, receive);
    await Promise.race([
      first,
      socket.whenEnded().then((reason) => {
        throw reason;
      }),
    ]);
    for (const event_type of WATCHED)
      await socket
        .subscribe({ type: 'subscribe_events', event_type }, () => this.settle())
        .catch((error: unknown) => {
          // Not every token permits it: changes of registries are then noticed with the next connection.
          if (!(error instanceof Refused)) throw error;
        });
  }

  /** Reads the registries again after a moment. */
  private settle(wait = SETTLE): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => void this.readAgain(), wait);
  }

  private async readAgain(): Promise<void> {
    const { socket } = this;
    if (socket === undefined) return;
    try {
      const registries = await readRegistries(socket);
      if (socket !== this.socket) return;
      this.registries = registries;
      this.sync();
    } catch (error) {
      this.parts.log.warn(`The registries of ${this.parts.title} cannot be read: ${String(error)}`);
    }
  }

  private take(changes: Changes): void {
    for (const [entityId, state] of changes) {
      const mirrored = this.byEntityId.get(entityId);
      // What is new or gone may have come into or out of a registry.
      if (mirrored === undefined || state === undefined) this.settle();
      if (mirrored === undefined) continue;
      if (state === undefined) mirrored.handle.setAvailable(false);
      else this.show(mirrored, state);
    }
  }

  /** Adds what is selected, and removes what is not or no longer there. */
  private sync(): void {
    const { registries } = this;
    if (registries === undefined) return;
    const { selection, ownId, naming } = this.parts;
    const whyNot = selector({ registries, selection, ownId, platform: naming.platform });
    const leftOut = new Map<LeftOut, number>();
    const present = new Set<string>();
    this.byEntityId.clear();
    this.holders = new Map([...this.byUniqueId.values()].map((one) => [one.entityId, one]));
    for (const [entityId, state] of this.states) {
      const described = describe(entityId, state, registries, naming);
      const isFull = present.size >= MAX_ENTITIES || described === undefined;
      const reason = whyNot(entityId) ?? (isFull ? 'not_supported' : undefined);
      if (reason !== undefined || described === undefined) {
        if (reason !== undefined) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
        continue;
      }
      present.add(described.uniqueId);
      this.place(entityId, state, described);
    }
    this.dropAllBut(present, registries.config.state === 'RUNNING');
    this.status.show(registries.config, present.size, leftOut);
  }

  /** What a hub does not have yet while it is starting is only unavailable. */
  private dropAllBut(present: ReadonlySet<string>, isRunning: boolean): void {
    for (const [uniqueId, mirrored] of this.byUniqueId) {
      if (present.has(uniqueId)) continue;
      if (isRunning) {
        mirrored.handle.remove();
        this.byUniqueId.delete(uniqueId);
      } else {
        mirrored.handle.setAvailable(false);
        mirrored.shown = undefined;
      }
    }
    if (!isRunning) this.settle(STARTING);
  }

  /** Adds an entity, or gives it its present description. */
  private place(entityId: string, state: RemoteState, described: Described): void {
    const { domain, uniqueId, description } = described;
    const text = JSON.stringify([described.device, description]);
    const known = this.byUniqueId.get(uniqueId);
    const isSame = known?.domain === domain;
    if (known !== undefined && !isSame) known.handle.remove();
    const holder = this.holders.get(entityId);
    // The other hub has registered it anew.
    if (known === undefined && holder?.entityId === entityId) {
      holder.handle.forget();
      this.byUniqueId.delete(holder.uniqueId);
    }
    const mirrored: Mirrored = known !== undefined && isSame ? known : this.add(entityId, described, state);
    if (mirrored === known && known.described !== text) {
      known.handle.change(description as never);
      known.shown = undefined;
    }
    Object.assign(mirrored, { entityId, described: text, capabilities: description.capabilities ?? {} });
    this.byUniqueId.set(uniqueId, mirrored);
    this.byEntityId.set(entityId, mirrored);
    if (domain === 'todo') this.lists.follow(entityId);
    if (mirrored.shown !== state) this.show(mirrored, state);
  }

  private add(entityId: string, described: Described, state: RemoteState): Mirrored {
    const { domain, uniqueId, description, device } = described;
    const values = this.valuesOf(entityId, domain, state);
    const mirrored = { entityId, domain, uniqueId, described: '', capabilities: {}, shown: state };
    const options = {
      ...description,
      ...(values === undefined ? { available: false } : { values, extra: extraOf(domain, state) }),
      command: (command: never) => this.execute(whole, command),
      ...(domain === 'calendar'
        ? { getEvents: (_fields: Fields, command: never) => this.execute(whole, command) }
        : {}),
      ...(domain === 'camera' || domain === 'image'
        ? { picture: () => pictureOf(this.parts, domain, whole.entityId) }
        : {}),
    };
    const handle = this.ownerOf(device).add(domain as never, options as never);
    const whole: Mirrored = { ...mirrored, handle };
    return whole;
  }

  private ownerOf(device: Fields | undefined): Pick<DeviceHandle, 'add'> {
    if (device === undefined || this.parts.naming.follows) return this.parts.bare;
    const key = JSON.stringify(device.identifiers);
    const known = this.devices.get(key) ?? this.parts.device(device as never);
    this.devices.set(key, known);
    return known;
  }

  private show(mirrored: Mirrored, state: RemoteState): void {
    const { entityId, domain, handle } = mirrored;
    mirrored.shown = state;
    const values = this.valuesOf(entityId, domain, state);
    if (values === undefined) handle.setAvailable(false);
    else handle.report(values as never, { available: true, extra: extraOf(domain, state) });
  }

  private valuesOf(entityId: string, domain: string, state: RemoteState): Fields | undefined {
    const values = valuesOf(domain, state);
    if (domain !== 'todo' || values === undefined) return values;
    const items = this.lists.itemsOf(entityId);
    return items === undefined ? undefined : { items };
  }

  private showItems(entityId: string): void {
    const [mirrored, state] = [this.byEntityId.get(entityId), this.states.get(entityId)];
    if (mirrored !== undefined && state !== undefined) this.show(mirrored, state);
  }

  private async execute(
    { entityId, domain, capabilities }: Mirrored,
    { service, fields, patch }: { readonly service: string; readonly fields: Fields; readonly patch: Fields },
  ): Promise<unknown> {
    if (!this.parts.calls) throw new RangeError('Commands to this hub are switched off');
    if (this.socket === undefined) throw new NotReachable(`${this.parts.title} cannot be reached`);
    if (domain === 'todo') return this.change(this.socket, entityId, patch);
    const own = this.withRemoteIds(fields);
    return this.calls.send(this.socket, { domain, entityId, service, fields: own, patch, capabilities });
  }

  /** What a command for a list wants is the list as it is to be. */
  private async change(socket: HubSocket, entityId: string, { items }: Fields): Promise<void> {
    for (const call of this.lists.callsFor(entityId, Array.isArray(items) ? items : []))
      await this.calls.send(socket, { ...call, domain: 'todo', entityId, patch: {}, capabilities: {} });
  }

  /** Players that join are named by the IDs that they have there. */
  private withRemoteIds(fields: Fields): Fields {
    if (!Array.isArray(fields.group_members)) return fields;
    const { naming } = this.parts;
    const remote = new Map([...this.byEntityId.keys()].map((id) => [localId(id, naming), id]));
    const group_members = fields.group_members.map((id) => remote.get(String(id)) ?? id);
    return { ...fields, group_members };
  }
}
