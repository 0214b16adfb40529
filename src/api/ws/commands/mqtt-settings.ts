import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { withoutUser } from '../../../core/redact.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { MqttSettingsShape } from '../../shapes/user-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const text = z.string().max(1000).nullable();

/** MQTT settings as sent by a form; null removes a setting, a missing key leaves it unchanged. */
const request = {
  url: text.optional(),
  username: text.optional(),
  password: text.optional(),
  discovery_prefix: text.optional(),
  tls: z
    .strictObject({
      ca: text.optional(),
      cert: text.optional(),
      key: text.optional(),
      insecure: z.boolean().optional(),
    })
    .optional(),
  broker: z
    .strictObject({
      enabled: z.boolean().optional(),
      host: z.string().max(255).optional(),
      port: z.number().optional(),
      anonymous: z.boolean().optional(),
    })
    .optional(),
};

/** MQTT settings as sent by a form. */
export type MqttSettingsRequest = z.infer<z.ZodObject<typeof request>>;

/** MQTT settings now or after the next start, without passwords. */
export interface MqttSettingsView {
  readonly url: string | null;
  readonly username: string | null;
  readonly has_password: boolean;
  readonly discovery_prefix: string;
  readonly tls: {
    readonly ca: string | null;
    readonly cert: string | null;
    readonly key: string | null;
    readonly insecure: boolean;
  };
  readonly broker: {
    readonly enabled: boolean;
    readonly host: string;
    readonly port: number;
    readonly anonymous: boolean;
  };
  /** Settings decided by an environment variable or a flag, which override the file. */
  readonly outside: readonly string[];
  /** Whether the running server uses other settings until its next start. */
  readonly needs_restart: boolean;
}

/** The dependencies of these commands. */
export interface MqttSettingsParts {
  read(): Promise<MqttSettingsView>;
  /**
   * Writes these settings to the settings file, leaving the rest unchanged, and applies those that need no
   * restart. Throws `invalid_format`.
   */
  write(request: MqttSettingsRequest): Promise<void>;
  /** Tries to connect to the broker with these settings. */
  attempt(request: MqttSettingsRequest): Promise<{ readonly verdict: string; readonly message: string }>;
}

/** The broker connection, for administrators. */
export function mqttSettingsCommands({ audit, authenticator }: Auth, parts: MqttSettingsParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/mqtt/settings/get',
      permission: 'admin',
      summary: 'The MQTT settings of the next start',
      result: MqttSettingsShape,
      fields: {},
      handle: () => parts.read(),
    }),
    defineCommand({
      type: 'hearth/mqtt/settings/set',
      changes: 'final',
      permission: 'admin',
      summary:
        'Changes MQTT settings in `hearth.yaml`; a new broker is used at once if MQTT is running, all else at the next start',
      result: MqttSettingsShape,
      fields: request,
      handle: async ({ message, access }) => {
        await parts.write(message);
        const { url, broker } = await parts.read();
        const detail = { url: url === null ? null : withoutUser(url), broker: broker.enabled };
        await audit.record('mqtt_settings_changed', authenticator.actorOf(access), detail);
        return parts.read();
      },
    }),
    defineCommand({
      type: 'hearth/mqtt/settings/test',
      permission: 'admin',
      summary: 'Tests the connection to a broker with these settings',
      result: object({ verdict: z.string(), message: z.string() }),
      fields: request,
      handle: ({ message }) => parts.attempt(message),
    }),
  ];
}
