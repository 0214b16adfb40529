import type { z } from 'zod';
import type {
  DeviceMessage,
  PlainValues,
  ServiceMessage,
} from '../../../src/integrations/processes/described.ts';
import type { SubentryData } from '../../../src/integrations/processes/protocol.ts';
import type { CommandContext, DeviceHandle } from './device.ts';

/** Undoes what was begun; calling it twice is harmless. */
export type Undo = () => void;

/** Writes to the log of the integration, which the app shows. */
export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** A call of one of the own services. */
export interface ServiceCall {
  /** What was given for its fields. */
  readonly data: PlainValues;
  /** The targeted entities of this integration. */
  readonly targets: readonly { readonly entryId: string; readonly uniqueId: string }[];
  readonly context: CommandContext;
  /** Whether the caller asked for a response. */
  readonly wantsResponse: boolean;
}

/** The state of an entity of the home. */
export interface HomeState {
  readonly state: string;
  readonly attributes: PlainValues;
}

/** What of the home an entry may use, where the manifest names it in `permissions.home` and the entry allows it. */
export interface HomeLink {
  /** Calls a service such as `light.turn_on`; `templates` are rendered with the variables. Throws if it fails. */
  call(
    service: string,
    data: PlainValues,
    more?: {
      readonly templates?: PlainValues;
      readonly variables?: PlainValues;
      readonly wantsResponse?: boolean;
    },
  ): Promise<unknown>;
  /** Calls the listener with the state of an entity now and whenever it changes; undefined if it has none. */
  watch(entityId: string, listener: (shown: HomeState | undefined) => void): Undo;
}

/** What a connection does: it calls `up` once it stands, and returns or throws when it is lost. */
export type Connect = (link: { readonly signal: AbortSignal; readonly up: () => void }) => Promise<void>;

/** An entry that is set up: one device, bridge or account. All that it begins ends when it is unloaded. */
export interface Entry<Config extends z.ZodObject = z.ZodObject, Options extends z.ZodObject = z.ZodObject>
  extends Omit<DeviceHandle, 'describe'> {
  readonly id: string;
  readonly title: string;
  /** What `connect` returned; the ID of the entry without one. */
  readonly uniqueId: string;
  /** What was entered, with what `connect` added. */
  readonly data: z.output<Config> & PlainValues;
  readonly options: z.output<Options>;
  /** The parts that users added to it; when they change, the entry is set up again. */
  readonly subentries: readonly SubentryData[];
  /** Ends when the entry is unloaded. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Describes a device: `entry.device({ … }).switch({ … })`. */
  device(description: DeviceMessage): DeviceHandle;
  /**
   * Runs `task` now, then again and again, and soon after a command. While it fails, the entities are unavailable. The
   * setup waits for the first run: if that fails, it is tried again later.
   */
  poll(milliseconds: number, task: () => unknown): Undo;
  /**
   * Keeps a connection: it is made again with growing waits when it is lost, and meanwhile the entities are
   * unavailable. The setup waits until it stands for the first time.
   */
  connection(connect: Connect): Undo;
  /** Runs when the entry is unloaded. */
  onUnload(undo: () => unknown): void;
  /** Saves changes of the entry; they do not set it up again. */
  save(changes: {
    readonly data?: PlainValues;
    readonly options?: PlainValues;
    readonly title?: string;
    readonly uniqueId?: string;
  }): void;
  /**
   * Adds a service `<domain>.<name>` that only this entry has, such as an action of a device, until it is undone or the
   * entry is removed. `handle` returns the response. Services that are always there are declared in the manifest.
   */
  service(name: string, description: ServiceMessage, handle: (call: ServiceCall) => unknown): Undo;
  readonly home: HomeLink;
  /** Calls the listener when the device of the entry announces itself in the network: connections try again then. */
  onAnnounced(listener: () => void): void;
  /**
   * Fires an event for automations; its name begins with the domain of the integration. With a device, the data
   * begin with its `device_id`.
   */
  fire(name: string, data: PlainValues, device?: DeviceMessage): void;
}
