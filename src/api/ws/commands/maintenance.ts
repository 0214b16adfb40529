import { z } from 'zod';
import { AnyObject, IsoTime, Names, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** A network interface of the machine. */
export interface NetworkAdapter {
  readonly name: string;
  readonly index: number;
  readonly enabled: boolean;
  readonly auto: boolean;
  readonly default: boolean;
  readonly ipv4: readonly { readonly address: string; readonly network_prefix: number }[];
  readonly ipv6: readonly {
    readonly address: string;
    readonly flowinfo: number;
    readonly scope_id: number;
    readonly network_prefix: number;
  }[];
}

/** The load of the machine; memory in mebibytes. */
export interface MachineLoad {
  readonly cpu_percent: number;
  readonly memory_used_percent: number;
  readonly memory_used_mb: number;
  readonly memory_free_mb: number;
  readonly timestamp: string;
}

/** The settings of the HTTP server, as the official frontend shows them. */
export interface HttpFacts {
  readonly server_port: number;
  readonly server_host: readonly string[];
  readonly cors_allowed_origins: readonly string[];
  readonly use_x_forwarded_for: boolean;
  readonly trusted_proxies: readonly string[];
  readonly created_at: string;
}

/** The dependencies of these commands. */
export interface MaintenanceParts {
  readonly http: HttpFacts;
  readonly adapters: () => readonly NetworkAdapter[];
  readonly urls: () => { readonly internal: string | null; readonly external: string | null };
  /** Calls back with the load now and every few seconds; returns a function that ends it. */
  readonly followLoad: (listener: (load: MachineLoad) => void) => () => void;
}

/** What the official frontend asks about the machine [frontend facts §9]. */
export function maintenanceCommands({ adapters, urls, followLoad, http }: MaintenanceParts): Command[] {
  return [
    defineCommand({
      type: 'http/config',
      permission: 'admin',
      summary: 'The settings of the HTTP server, which are only changed in the configuration',
      fields: {},
      handle: () => ({
        stable: { ...http, ...FIXED_HTTP },
        pending: null,
        revert_at: null,
        active_config_type: 'stable',
        default: { ...http, ...FIXED_HTTP },
      }),
    }),
    defineCommand({
      type: 'network',
      permission: 'admin',
      summary: 'The network interfaces of the machine',
      result: object({ adapters: z.array(object({ name: z.string() })), configured_adapters: Names }),
      fields: {},
      handle: () => ({ adapters: adapters(), configured_adapters: [] }),
    }),
    defineCommand({
      type: 'network/url',
      permission: 'admin',
      summary: 'The addresses of the server in the home network and from outside; null if unknown',
      result: object({ internal: NullableText, external: NullableText, cloud: NullableText }),
      fields: {},
      handle: () => ({ ...urls(), cloud: null }),
    }),
    defineCommand({
      type: 'hardware/info',
      permission: 'admin',
      summary: 'Known boards and radios; none',
      result: object({ hardware: z.array(AnyObject) }),
      fields: {},
      handle: () => ({ hardware: [] }),
    }),
    defineSubscription({
      type: 'hardware/subscribe_system_status',
      permission: 'admin',
      summary: 'The processor load and memory of the machine, every few seconds',
      event: object({ cpu_percent: z.number(), memory_used_mb: z.number(), timestamp: IsoTime }),
      fields: {},
      subscribe: (_call, feed) => followLoad((load) => feed.event(JSON.stringify(load))),
    }),
  ];
}

/** What Home Assistant lets users change and Hearth does not. */
const FIXED_HTTP = {
  login_attempts_threshold: -1,
  ip_ban_enabled: false,
  ssl_profile: 'modern',
  use_x_frame_options: true,
  error: null,
  error_message: null,
};
