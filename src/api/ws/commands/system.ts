import { z } from 'zod';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** Information about the server. Sizes are bytes, times seconds. */
export interface SystemInfo {
  /** Hearth's own version, and the version of the interface. */
  readonly hearth_version: string;
  readonly version: string;
  readonly node_version: string;
  readonly platform: string;
  readonly data_dir: string;
  readonly data_bytes: number;
  readonly uptime: number;
  readonly memory_bytes: number;
  readonly entity_count: number;
  readonly device_count: number;
  /** The server's addresses on the local network; empty if it listens on loopback only. */
  readonly addresses: readonly string[];
}

/**
 * Whether the demo home is enabled, and whether by a command-line flag: then it returns at the next start
 * with that flag.
 */
export interface DemoState {
  readonly enabled: boolean;
  readonly by_flag: boolean;
}

/** The status of the broker connection; null without a broker. */
export interface MqttState {
  readonly url: string;
  readonly is_connected: boolean;
  readonly discovery_prefix: string;
  /** The number of discovered items. */
  readonly discovered: number;
}

/** The dependencies of these commands. */
export interface SystemParts {
  info(): Promise<SystemInfo> | SystemInfo;
  readonly demo: { state(): DemoState; set(isWanted: boolean): Promise<void> };
  mqtt(): MqttState | null;
}

/** Commands about the server itself, for administrators. */
export function systemCommands({ info, demo, mqtt }: SystemParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/system',
      permission: 'admin',
      summary: 'Version, memory, uptime and data folder of the server',
      result: object({
        hearth_version: z.string(),
        version: z.string(),
        node_version: z.string(),
        uptime: z.number(),
      }),
      fields: {},
      handle: () => info(),
    }),
    defineCommand({
      type: 'hearth/demo/get',
      permission: 'admin',
      summary: 'Whether the simulated home is active',
      result: object({ enabled: z.boolean(), by_flag: z.boolean() }),
      fields: {},
      handle: () => demo.state(),
    }),
    defineCommand({
      type: 'hearth/demo/set',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Adds the simulated home, or removes it with its areas, helpers and scenes',
      result: object({ enabled: z.boolean(), by_flag: z.boolean() }),
      fields: { enabled: z.boolean() },
      handle: async ({ message }) => {
        await demo.set(message.enabled);
        return demo.state();
      },
    }),
    defineCommand({
      type: 'hearth/mqtt/status',
      permission: 'admin',
      summary: 'The MQTT broker in use; null without one',
      result: object({ is_connected: z.boolean() }).nullable(),
      fields: {},
      handle: () => mqtt(),
    }),
  ];
}
