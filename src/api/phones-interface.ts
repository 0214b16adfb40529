import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Access } from '../core/access.ts';
import { isoTime, type Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { PhoneActions, PhoneAnswer } from '../core/phone-actions.ts';
import { json, type Route } from './rest/route.ts';
import { IsoTime, Nothing, NullableText, object } from './shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from './ws/command.ts';

/** A registered app as its owner sees it; never its webhook or its key. */
interface RegisteredApp {
  readonly entry_id: string;
  readonly user_id: string;
  readonly device_name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly os_name: string;
  readonly os_version: string | null;
  readonly app_version: string;
  readonly cloud_push: boolean;
  readonly app_data: Readonly<Record<string, unknown>>;
}

/** The registered companion apps, as the interface uses them. */
export interface Phones {
  list(): readonly { readonly registration: RegisteredApp }[];
  /** Milliseconds since 1970. */
  lastSeen(entryId: string): number | null;
  register(fields: unknown, by: { readonly userId: string; readonly tokenId: string }): Promise<object>;
  holderOf(webhookId: string): { readonly tokenId: string } | undefined;
  isGone(webhookId: string): boolean;
  answer(webhookId: string, body: Buffer, actions: PhoneActions): Promise<PhoneAnswer>;
  openChannel(
    webhookId: string,
    userId: string | null,
    channel: { readonly send: (event: object) => void; readonly confirms: boolean },
  ): Undo;
  confirm(webhookId: string, userId: string | null, confirmId: string): void;
  change(
    entryId: string,
    changes: { readonly device_name?: string; readonly cloud_push?: boolean },
  ): Promise<void>;
  remove(entryId: string): Promise<void>;
}

/** What the API needs for companion apps. */
export interface PhonesParts {
  readonly phones: Phones;
  readonly auth: Auth;
  /** What an app may do with these permissions. */
  readonly actionsOf: (access: Access) => PhoneActions;
}

const AppShape = object({
  entry_id: z.string(),
  user: NullableText,
  name: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  os: z.string(),
  app_version: z.string(),
  last_seen: IsoTime.nullable(),
  has_push_service: z.boolean(),
  cloud_push: z.boolean(),
});

/** `POST /api/mobile_app/registrations`. */
export function phoneRoutes({ phones }: PhonesParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/mobile_app/registrations',
      permission: 'user',
      summary: 'Registers a companion app; it acts with the permissions of this login',
      body: z.record(z.string(), z.unknown()),
      result: object({ webhook_id: z.string(), secret: NullableText }),
      answers: { 201: 'The webhook of the app, and its key if it encrypts', 400: 'Missing or wrong fields' },
      handle: async (request) => {
        const fields = request.json('data_should_be_valid_json');
        const { caller, access } = request;
        if (caller === null || access.userId === null) throw fault('unauthorized', 'unauthorized');
        return json(await phones.register(fields, { userId: access.userId, tokenId: caller.tokenId }), 201);
      },
    },
  ];
}

const webhook = { webhook_id: z.string().max(255) };
const entry = { entry_id: z.string().max(64) };

/** The commands of the apps, and of the page that lists them. */
export function phoneCommands({ phones, auth }: PhonesParts): Command[] {
  const known = (access: Access, entryId: string): void => {
    const found = phones.list().find(({ registration }) => registration.entry_id === entryId);
    const isOwn = found?.registration.user_id === access.userId;
    if (found === undefined || !(isOwn || access.isAdmin))
      throw fault('not_found', 'phone_not_found', { id: entryId });
  };
  return [
    defineSubscription({
      type: 'mobile_app/push_notification_channel',
      permission: 'user',
      summary: 'The notifications of an app of the caller, by its webhook',
      event: object({ message: z.string() }),
      fields: { ...webhook, support_confirm: z.boolean().optional() },
      subscribe: ({ message, access }, feed) =>
        phones.openChannel(message.webhook_id, access.userId, {
          send: (event) => feed.event(JSON.stringify(event)),
          confirms: message.support_confirm === true,
        }),
    }),
    defineCommand({
      type: 'mobile_app/push_notification_confirm',
      permission: 'user',
      summary: 'Confirms that a notification has arrived',
      result: Nothing,
      fields: { ...webhook, confirm_id: z.string().max(64) },
      handle: ({ message, access }) => {
        phones.confirm(message.webhook_id, access.userId, message.confirm_id);
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/phones/list',
      permission: 'user',
      summary: 'The companion apps of the caller, or for administrators of all users',
      result: z.array(AppShape),
      fields: {},
      handle: ({ access }) =>
        phones
          .list()
          .filter(({ registration }) => access.isAdmin || registration.user_id === access.userId)
          .map(({ registration: one }) => showApp(one, { phones, auth })),
    }),
    defineCommand({
      type: 'hearth/phones/update',
      changes: 'final',
      permission: 'user',
      summary: "Renames an app, or allows its maker's push service",
      result: Nothing,
      fields: { ...entry, name: z.string().min(1).max(100).optional(), cloud_push: z.boolean().optional() },
      handle: async ({ message: { entry_id: id, name, cloud_push }, access }) => {
        known(access, id);
        await phones.change(id, {
          ...(name === undefined ? {} : { device_name: name }),
          ...(cloud_push === undefined ? {} : { cloud_push }),
        });
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/phones/revoke',
      changes: 'final',
      permission: 'user',
      summary: 'Ends the registration of an app, with its entities',
      result: Nothing,
      fields: entry,
      handle: async ({ message: { entry_id: id }, access }) => {
        known(access, id);
        await phones.remove(id);
        return null;
      },
    }),
  ];
}

function showApp(one: RegisteredApp, { phones, auth }: Pick<PhonesParts, 'phones' | 'auth'>): object {
  const {
    entry_id,
    device_name: name,
    manufacturer,
    model,
    os_name,
    os_version,
    app_version,
    cloud_push,
  } = one;
  const seen = phones.lastSeen(entry_id);
  return {
    ...{ entry_id, name, manufacturer, model, app_version, cloud_push },
    user: auth.users.get(one.user_id)?.name ?? null,
    os: [os_name, os_version].filter(Boolean).join(' '),
    last_seen: seen === null ? null : isoTime(seen),
    has_push_service: typeof one.app_data.push_url === 'string',
  };
}
