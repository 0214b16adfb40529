import { z } from 'zod';

const text = z.string().max(500);
const AppData = z
  .record(z.string(), z.unknown())
  .refine(
    ({ push_url: url, push_token: token }) => (url === undefined) === (token === undefined),
    'push_url and push_token belong together',
  );

/** What an app sends to register [mobile facts §2]; unknown keys are dropped. */
export const NewRegistration = z.object({
  app_id: text,
  app_name: text,
  app_version: text,
  device_name: text,
  manufacturer: text,
  model: text,
  os_name: text,
  os_version: text.nullish(),
  supports_encryption: z.boolean().default(false),
  device_id: text.min(1).optional(),
  app_data: AppData.default({}),
});
export type NewRegistration = z.infer<typeof NewRegistration>;

/** The data of `update_registration`; other keys are refused. */
export const RegistrationUpdate = z.strictObject({
  app_version: text,
  device_name: text,
  manufacturer: text,
  model: text,
  os_version: text.nullish(),
  app_data: AppData.optional(),
});

/** A registered app. */
export const Registration = z.object({
  entry_id: z.string(),
  webhook_id: z.string(),
  /** The key of encrypted messages, 32 bytes in hexadecimal; null for clear ones. */
  secret: z.string().nullable(),
  user_id: z.string(),
  /** The login that registered it: the app can do what this login may do at the time, and no longer than it exists. */
  token_id: z.string(),
  device_id: z.string(),
  app_id: z.string(),
  app_name: z.string(),
  app_version: z.string(),
  device_name: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  os_name: z.string(),
  os_version: z.string().nullable(),
  supports_encryption: z.boolean(),
  app_data: z.record(z.string(), z.unknown()),
  /** Whether notifications may be sent through the push service of the app's maker. */
  cloud_push: z.boolean(),
});
export type Registration = Readonly<z.infer<typeof Registration>>;

/** A sensor that an app registered. */
export const PhoneSensor = z.object({
  entry_id: z.string(),
  type: z.enum(['sensor', 'binary_sensor']),
  unique_id: z.string(),
  name: z.string(),
  device_class: z.string().nullable(),
  unit_of_measurement: z.string().nullable(),
  state_class: z.string().nullable(),
  entity_category: z.enum(['diagnostic', 'config']).nullable(),
  icon: z.string().nullable(),
});
export type PhoneSensor = Readonly<z.infer<typeof PhoneSensor>>;

/** The fields that `update_registration` answers: all but the secrets. */
export function shownRegistration(one: Registration): Record<string, unknown> {
  const { app_data, app_id, app_name, app_version, device_name, manufacturer, model, os_version } = one;
  const { supports_encryption } = one;
  return {
    ...{ app_data, app_id, app_name, app_version, device_name, manufacturer, model, os_version },
    supports_encryption,
  };
}

/** Whether notifications can reach the app at all: over its WebSocket channel or through its push service. */
export function canBeNotified({ app_data: data }: Registration): boolean {
  return 'push_websocket_channel' in data || typeof data.push_url === 'string';
}
