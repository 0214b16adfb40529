import { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { isoTime } from '../core/clock.ts';
import { parse } from '../core/parse.ts';
import { schemaError } from '../core/schema-error.ts';
import { json, type Route } from './rest/route.ts';
import { IsoTime, Nothing, NullableText, object } from './shapes/plain-shapes.ts';
import { type Call, type Command, defineCommand } from './ws/command.ts';
import { requireUser } from './ws/commands/auth.ts';

/** How a person wants to be notified. Times of day as `HH:MM`. */
interface Preferences {
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly hides_content: boolean;
}

interface Browser {
  readonly id: string;
  readonly name: string;
  readonly token_id: string;
  readonly created_at: number;
}

/** Notifications to browsers, as the interface uses them. */
export interface PushParts {
  readonly push: {
    publicKey(): Promise<string>;
    ofUser(userId: string): Promise<readonly Browser[]>;
    subscribe(
      userId: string,
      tokenId: string,
      wanted: {
        readonly endpoint: string;
        readonly p256dh: string;
        readonly auth: string;
        readonly name: string;
      },
    ): Promise<Browser>;
    unsubscribe(userId: string, id: string): Promise<void>;
  };
  readonly notifier: {
    preferences(userId: string): Preferences;
    setPreferences(userId: string, preferences: Preferences): Promise<void>;
    /** Sends a short note to all browsers of a user. Returns their number. */
    test(userId: string, message: string): Promise<number>;
    press(secret: string, action: string): Promise<void>;
  };
}

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaError('expects_clock_time'))
  .nullable();
const BrowserShape = object({
  id: z.string(),
  name: z.string(),
  created_at: IsoTime,
  is_current: z.boolean(),
});
const TasteShape = object({ quiet_from: NullableText, quiet_to: NullableText, hides_content: z.boolean() });

/** The commands with which users receive notifications in their browsers. */
export function pushCommands(auth: Auth, { push, notifier }: PushParts): Command[] {
  const view = async (call: Call<unknown>) => {
    const { id } = requireUser(auth, call);
    const browsers = (await push.ofUser(id)).map(({ id, name, token_id, created_at }) => ({
      id,
      name,
      created_at: isoTime(created_at),
      is_current: token_id === call.caller.tokenId,
    }));
    return { public_key: await push.publicKey(), browsers, preferences: notifier.preferences(id) };
  };
  return [
    defineCommand({
      type: 'hearth/push/info',
      permission: 'user',
      summary:
        "The browsers that show the caller's notifications, the preferences, and the key to subscribe with",
      result: object({ public_key: z.string(), browsers: z.array(BrowserShape), preferences: TasteShape }),
      fields: {},
      handle: view,
    }),
    defineCommand({
      type: 'hearth/push/subscribe',
      permission: 'user',
      summary: "Shows the caller's notifications in a browser, by its subscription, until the login ends",
      result: object({ id: z.string() }),
      fields: {
        endpoint: z.string().max(2000),
        p256dh: z.string().max(200),
        auth: z.string().max(200),
        name: z.string().min(1).max(100),
      },
      handle: async (call) => {
        const { endpoint, p256dh, auth: secret, name } = call.message;
        const user = requireUser(auth, call);
        const wanted = { endpoint, p256dh, auth: secret, name };
        const { id } = await push.subscribe(user.id, call.caller.tokenId ?? '', wanted);
        return { id };
      },
    }),
    defineCommand({
      type: 'hearth/push/unsubscribe',
      permission: 'user',
      summary: "Stops the caller's notifications in a browser",
      result: Nothing,
      fields: { browser_id: z.string().max(64) },
      handle: async (call) => {
        await push.unsubscribe(requireUser(auth, call).id, call.message.browser_id);
        return null;
      },
    }),
    defineCommand({
      type: 'hearth/push/test',
      permission: 'user',
      summary: "Sends a message to the caller's browsers; returns their number",
      result: object({ browsers: z.number() }),
      fields: { message: z.string().min(1).max(200) },
      handle: async (call) => ({
        browsers: await notifier.test(requireUser(auth, call).id, call.message.message),
      }),
    }),
    defineCommand({
      type: 'hearth/push/preferences',
      changes: 'undoable',
      permission: 'user',
      summary: 'Sets the quiet hours of the caller, and whether notifications hide their content',
      result: TasteShape,
      fields: { quiet_from: clock, quiet_to: clock, hides_content: z.boolean() },
      handle: async (call) => {
        const { quiet_from, quiet_to, hides_content } = call.message;
        const preferences = { quiet_from, quiet_to, hides_content };
        await notifier.setPreferences(requireUser(auth, call).id, preferences);
        return preferences;
      },
    }),
  ];
}

const Press = z.object({ secret: z.string().max(100), action: z.string().max(255) });

/** What the service worker calls when a button of a notification is pressed. */
export function pushRoutes({ notifier }: PushParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/hearth/notifications/action',
      permission: 'public',
      summary: "Presses a button of a notification, by the notification's secret, which is valid once",
      body: Press,
      result: object({}),
      answers: { 200: 'The event was fired', 404: 'The secret is unknown, used or expired' },
      handle: async (request) => {
        const { secret, action } = parse(Press, request.json('data_should_be_valid_json'));
        await notifier.press(secret, action);
        return json({});
      },
    },
  ];
}
