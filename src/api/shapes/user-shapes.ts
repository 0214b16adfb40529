import { z } from 'zod';
import { IsoTime, keyed, Names, NullableText, object } from './plain-shapes.ts';

export const CurrentUserShape = object({
  id: z.string(),
  name: NullableText,
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  credentials: z.array(object({ auth_provider_type: z.string(), auth_provider_id: NullableText })),
  mfa_modules: z.array(object({ id: z.string(), name: z.string(), enabled: z.boolean() })),
});

export const UserShape = object({
  id: z.string(),
  username: NullableText,
  name: NullableText,
  is_owner: z.boolean(),
  is_active: z.boolean(),
  local_only: z.boolean(),
  system_generated: z.boolean(),
  group_ids: Names,
  credentials: z.array(object({ type: z.string() })),
}).meta({ id: 'User' });

export const TokensShape = z.array(
  object({
    id: z.string(),
    client_id: NullableText,
    client_name: NullableText,
    client_icon: NullableText,
    type: z.string(),
    created_at: IsoTime,
    is_current: z.boolean(),
    last_used_at: IsoTime.nullable(),
    last_used_ip: NullableText,
    auth_provider_type: NullableText,
    expire_at: IsoTime.nullable(),
  }).meta({ id: 'Token' }),
);

export const AuthCodeShape = object({ auth_code: z.string() });
export const LoginProvidersShape = object({
  providers: z.array(object({ name: z.string(), id: NullableText, type: z.string() })),
  preselect_remember_me: z.boolean(),
});
/** Tokens, as for OAuth 2 [RFC 6749]. */
export const OAuthTokensShape = object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
});
/** Metadata of the endpoints for logging in [RFC 8414, RFC 9728]. */
export const EndpointsShape = keyed(z.union([z.string(), z.boolean(), Names]));

export const ProfileShape = object({
  id: z.string(),
  name: NullableText,
  username: NullableText,
  is_owner: z.boolean(),
  group_ids: Names,
  local_only: z.boolean(),
  is_limited: z.boolean(),
});
/** A user of the embedded MQTT broker. */
export const MqttAccountShape = object({
  username: z.string(),
  publish: Names,
  subscribe: Names,
  created_at: IsoTime,
});
export const MqttSettingsShape = object({
  url: NullableText,
  username: NullableText,
  has_password: z.boolean(),
  discovery_prefix: z.string(),
  needs_restart: z.boolean(),
});
