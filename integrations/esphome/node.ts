import { NotReachable } from 'hearth-integration';
import { runError } from './flow.ts';
import { byListed } from './kinds/index.ts';
import type { Kind, Listed } from './kinds/kind.ts';
import { NodeActions } from './node-actions.ts';
import { NodeDevices } from './node-devices.ts';
import { followHome } from './node-home.ts';
import type { Message, MessageName } from './protocol/messages.ts';
import { NodeConnection } from './protocol/node-connection.ts';
import { addressOf, macOf, type NodeEntry } from './settings.ts';

type Info = Message<'DeviceInfoResponse'>;

/** An entity as a node lists it. */
export interface ListedEntity {
  readonly kind: Kind;
  readonly info: Listed;
}

/** The most entities of a node; a board has far less memory. */
const MAX_ENTITIES = 2000;
const MAX_ACTIONS = 200;
const LIST_WITHIN = 60_000;
/** How long a node that sleeps is left alone unless it announces itself. */
const SLEEP = 60_000;
/** What a terminal shows as colors. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
const LOG_LEVELS = ['info', 'error', 'warn', 'info', 'info', 'debug', 'debug', 'debug'] as const;
/** The most detailed messages that are asked for: those of level `debug`. */
const DEBUG = 5;

/** One node: its connection, and what of it is shown. */
export class EspNode {
  private static readonly nodes = new WeakMap<object, EspNode>();
  private readonly entry: NodeEntry;
  private readonly devices: NodeDevices;
  private readonly actions: NodeActions;
  private info: Info | undefined;
  private isAwake = false;
  private wake = (): void => {};

  constructor(entry: NodeEntry) {
    this.entry = entry;
    this.devices = new NodeDevices(entry);
    this.actions = new NodeActions(entry);
    EspNode.nodes.set(entry, this);
  }

  /** The node of an entry that is set up. */
  static of(entry: object): EspNode | undefined {
    return EspNode.nodes.get(entry);
  }

  begin(): void {
    this.entry.onAnnounced(() => this.wake());
    this.entry.connection(async ({ signal, up }) => {
      try {
        await this.run(signal, up);
      } catch (error) {
        throw runError(error);
      }
    });
  }

  /** What helps to find a fault. */
  describe(): object {
    const { info } = this;
    return {
      isConnected: this.isAwake,
      ...(info === undefined ? {} : { device: { ...info, mac_address: undefined } }),
      entities: this.devices.describe(),
    };
  }

  /** Whether a device was behind the node and no longer is; the node itself has no identifiers. */
  lacks(identifiers: readonly string[]): boolean {
    const isPart = this.info !== undefined && identifiers.length > 0;
    return isPart && !identifiers.some((one) => this.devices.has(one));
  }

  private async run(signal: AbortSignal, up: () => void): Promise<void> {
    let connection = await NodeConnection.open(addressOf(this.entry.data), signal);
    while (await this.serve(connection, up)) {
      // A node that sleeps keeps its values; it is there again when it says so.
      const next = await this.awaken(signal);
      if (next === undefined) return;
      connection = next;
    }
  }

  /** Follows a node until its connection ends; whether it sleeps then. Throws if it was lost. */
  private async serve(connection: NodeConnection, up: () => void): Promise<boolean> {
    try {
      const info = await connection.ask('DeviceInfoRequest', {}, 'DeviceInfoResponse');
      this.requireSame(info);
      this.info = info;
      const { entities, actions } = await this.list(connection);
      this.devices.show(info, entities, connection);
      this.actions.show(info, actions, connection);
      followHome(this.entry, connection);
      this.followLog(connection);
      this.isAwake = true;
      connection.send('SubscribeStatesRequest');
      up();
      const error = await connection.ended;
      if (info.has_deep_sleep && connection.hasLeft) return true;
      throw error ?? new NotReachable('The device has said goodbye');
    } finally {
      this.isAwake = false;
      this.devices.lost();
      connection.close();
    }
  }

  private async awaken(signal: AbortSignal): Promise<NodeConnection | undefined> {
    while (!signal.aborted) {
      await this.sleep(signal);
      if (signal.aborted) break;
      try {
        return await NodeConnection.open(addressOf(this.entry.data), signal);
      } catch (error) {
        // Whoever wants another key is not asleep.
        if (runError(error) !== error) throw error;
      }
    }
    return undefined;
  }

  private sleep(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), SLEEP);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = () => {};
        resolve();
      };
      signal.addEventListener('abort', () => this.wake(), { once: true });
    });
  }

  private requireSame({ mac_address: given, name }: Info): void {
    const { uniqueId } = this.entry;
    const mac = macOf(given);
    if (mac === uniqueId || macOf(uniqueId) === undefined) return;
    throw new NotReachable(
      `At its address is another device, ${name.slice(0, 100)} with the MAC address ${mac ?? 'unknown'}`,
    );
  }

  private async list(connection: NodeConnection): Promise<{
    readonly entities: readonly ListedEntity[];
    readonly actions: readonly Message<'ListEntitiesServicesResponse'>[];
  }> {
    const entities: ListedEntity[] = [];
    const actions: Message<'ListEntitiesServicesResponse'>[] = [];
    const undos = [...byListed].map(([name, kind]) =>
      connection.on(name as MessageName, (info) => {
        if (entities.length < MAX_ENTITIES) entities.push({ kind, info: info as unknown as Listed });
      }),
    );
    undos.push(
      connection.on('ListEntitiesServicesResponse', (action) => {
        if (actions.length < MAX_ACTIONS) actions.push(action);
      }),
    );
    try {
      await connection.ask('ListEntitiesRequest', {}, 'ListEntitiesDoneResponse', () => true, LIST_WITHIN);
    } finally {
      for (const undo of undos) undo();
    }
    if (entities.length >= MAX_ENTITIES)
      this.entry.log.warn(`The device has more than ${MAX_ENTITIES} entities: the others are left out`);
    return { entities, actions };
  }

  private followLog(connection: NodeConnection): void {
    if (!this.entry.options.subscribe_logs) return;
    connection.on('SubscribeLogsResponse', ({ level, message }) => {
      const text = message.toString('utf8').replace(COLORS, '');
      this.entry.log[LOG_LEVELS[level] ?? 'info'](text.slice(0, 1000));
    });
    connection.send('SubscribeLogsRequest', { level: DEBUG });
  }
}
