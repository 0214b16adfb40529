import { type Entry, z } from 'hearth-integration';
import type { NodeAddress } from './protocol/node-connection.ts';
import { keyOf } from './protocol/noise.ts';

/** Where a node is. */
export const Config = z.object({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65535).default(6053),
});

/** What the owner allows a node. */
export const Options = z.object({
  allow_service_calls: z.boolean().default(false),
  allow_events: z.boolean().default(true),
  allow_states: z.boolean().default(true),
  subscribe_logs: z.boolean().default(false),
});

/** The key, as a form asks for it. */
export const KeyForm = z.object({ noise_psk: z.string().meta({ secret: true }) });
/** The password of firmware that is older than 2026.1. */
export const PasswordForm = z.object({ password: z.string().meta({ secret: true }) });

export type NodeEntry = Entry<typeof Config, typeof Options>;

/** Where the node of an entry is, with its key and password. */
export function addressOf(data: Readonly<Record<string, unknown>>): NodeAddress {
  const { host, port = 6053, noise_psk: psk, password } = data;
  const text = typeof psk === 'string' ? psk : '';
  return {
    ...{ host: String(host), port: Number(port) },
    // A key that cannot be one is not the same as none: nothing is sent without encryption.
    key: text === '' ? undefined : (keyOf(text) ?? Buffer.alloc(32)),
    password: typeof password === 'string' ? password : '',
  };
}

/** A MAC address as entries have it: `98:35:69:ab:f6:79`; undefined for anything else. */
export function macOf(text: string | undefined): string | undefined {
  const digits = text?.replace(/[:-]/g, '').toLowerCase() ?? '';
  if (!/^[0-9a-f]{12}$/.test(digits)) return undefined;
  return digits.replace(/(..)(?=.)/g, '$1:');
}
