import { z } from 'zod';
import { messageOf } from '../../core/errors.ts';
import type { PhoneActions, PhoneAnswer } from '../../core/phone-actions.ts';
import type { Phone } from './phone.ts';
import { type NamedZone, PhoneLocation } from './phone-location.ts';
import { SensorToRegister, SensorUpdate } from './phone-sensors.ts';
import { type Registration, RegistrationUpdate, shownRegistration } from './registration.ts';

const MAX_TEMPLATES = 100;
const MAX_UPDATES = 500;
const text = z.string().max(10_000);
const anything = z.record(z.string(), z.unknown());

/** What commands do beside the phone itself. */
export interface CommandTools {
  readonly actions: PhoneActions;
  readonly zones: () => readonly NamedZone[];
  readonly deviceId: () => string | null;
  /** Keeps a changed registration. */
  readonly change: (phone: Phone, changes: Partial<Registration>) => Promise<void>;
}

interface PhoneCommand {
  readonly schema: z.ZodType;
  /** Whether the answer is encrypted where the registration is. */
  readonly isSealed: boolean;
  handle(data: unknown, phone: Phone, tools: CommandTools): Promise<PhoneAnswer> | PhoneAnswer;
}

const NOTHING: PhoneAnswer = { status: 200, body: {} };
const answer = (body: unknown, status = 200): PhoneAnswer => ({ status, body });

function command<Data>(
  schema: z.ZodType<Data>,
  isSealed: boolean,
  handle: (data: Data, phone: Phone, tools: CommandTools) => Promise<PhoneAnswer> | PhoneAnswer,
): PhoneCommand {
  return { schema, isSealed, handle: (data, phone, tools) => handle(data as Data, phone, tools) };
}

/** The commands of an app's webhook, by type [mobile facts §3.2]. Data that does not fit its schema is ignored. */
export const PHONE_COMMANDS: ReadonlyMap<string, PhoneCommand> = new Map(
  Object.entries({
    call_service: command(
      z.object({ domain: text, service: text, service_data: anything.default({}) }),
      false,
      async ({ domain, service, service_data: data }, _phone, { actions }) => {
        await actions.callService(domain, service, data);
        return NOTHING;
      },
    ),
    fire_event: command(
      z.object({ event_type: text, event_data: anything.default({}) }),
      false,
      ({ event_type, event_data }, _phone, { actions }) => {
        actions.fireEvent(event_type, event_data);
        return NOTHING;
      },
    ),
    render_template: command(
      z
        .record(z.string(), z.object({ template: z.string(), variables: anything.default({}) }))
        .refine((all) => Object.keys(all).length <= MAX_TEMPLATES),
      true,
      async (templates, _phone, { actions }) => {
        const rendered: Record<string, unknown> = Object.create(null);
        for (const [key, { template, variables }] of Object.entries(templates))
          rendered[key] = await actions
            .render(template, variables)
            .catch((error: unknown) => ({ error: messageOf(error) }));
        return answer(rendered);
      },
    ),
    update_location: command(PhoneLocation, false, (location, phone, { zones }) => {
      phone.locate(location, zones());
      return NOTHING;
    }),
    update_registration: command(RegistrationUpdate, true, async (update, phone, { change }) => {
      const { os_version = phone.registration.os_version, app_data, ...others } = update;
      await change(phone, { ...others, os_version, ...(app_data === undefined ? {} : { app_data }) });
      return answer(shownRegistration(phone.registration));
    }),
    register_sensor: command(SensorToRegister, true, async (sensor, phone) => {
      await phone.register(sensor);
      return answer({ success: true }, 201);
    }),
    update_sensor_states: command(
      z.union([z.array(z.unknown()).max(MAX_UPDATES), anything.transform((one) => [one])]),
      true,
      (updates, phone) => {
        const results: Record<string, unknown> = Object.create(null);
        for (const given of updates) {
          const parsed = SensorUpdate.safeParse(given);
          const id = String((given as { readonly unique_id?: unknown } | null)?.unique_id ?? '');
          results[id] = parsed.success ? phone.report(parsed.data) : invalidUpdate(parsed.error);
        }
        return answer(results);
      },
    ),
    get_zones: command(z.unknown(), true, (_data, _phone, { actions }) => answer(actions.zones())),
    get_config: command(z.unknown(), true, (_data, phone, { actions, deviceId }) =>
      answer({ ...actions.configuration(), hass_device_id: deviceId(), entities: phone.entityStates }),
    ),
    scan_tag: command(
      z.object({ tag_id: z.string().min(1).max(200) }),
      false,
      ({ tag_id: id }, _phone, tools) => {
        tools.actions.scanTag(id, tools.deviceId());
        return NOTHING;
      },
    ),
    conversation_process: command(
      z.object({ text, language: text.nullish(), conversation_id: text.nullish() }),
      true,
      async (sentence, _phone, { actions }) => answer(await actions.converse(sentence)),
    ),
    stream_camera: command(
      z.object({ camera_entity_id: text }),
      true,
      ({ camera_entity_id: id }, _phone, tools) => {
        const path = tools.actions.cameraPath(id);
        return path === undefined
          ? answer({ success: false }, 400)
          : answer({ mjpeg_path: path, hls_path: null });
      },
    ),
    live_activity_token: command(
      z.object({ tag: text, push_token: text, expires_at: z.number() }),
      false,
      () => NOTHING,
    ),
    live_activity_dismissed: command(z.object({ tag: text }), false, () => NOTHING),
  }),
);

function invalidUpdate(error: z.ZodError): object {
  const { path = [], message = '' } = error.issues[0] ?? {};
  return { success: false, error: { code: 'invalid_format', message: `${path.join('.')}: ${message}` } };
}
