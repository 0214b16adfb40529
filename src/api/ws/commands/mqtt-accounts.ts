import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { Nothing, object } from '../../shapes/plain-shapes.ts';
import { MqttAccountShape } from '../../shapes/user-shapes.ts';
import { type Call, type Command, defineCommand } from '../command.ts';

const username = z.string().max(64);
const password = z.string().max(1024);
const filters = z.array(z.string().max(65_535)).max(100);

/** The accounts and status of the built-in broker; `broker` returns null if there is none. */
export function mqttAccountCommands(auth: Auth, broker: () => Promise<unknown>): Command[] {
  const { mqttAccounts, audit, authenticator } = auth;
  const note = (call: Call<unknown>, what: string, name: string): Promise<void> =>
    audit.record('mqtt_user_changed', authenticator.actorOf(call.access), { username: name, what });
  return [
    defineCommand({
      type: 'hearth/mqtt/broker',
      permission: 'admin',
      summary: 'The embedded broker: its address, counters and connected clients; null if it is disabled',
      result: object({ is_running: z.boolean() }).nullable(),
      fields: {},
      handle: () => broker(),
    }),
    defineCommand({
      type: 'hearth/mqtt/users/list',
      permission: 'admin',
      summary: 'The users of the broker with the topic filters they may publish and subscribe to',
      result: z.array(MqttAccountShape),
      fields: {},
      handle: () => mqttAccounts.list(),
    }),
    defineCommand({
      type: 'hearth/mqtt/users/create',
      changes: 'final',
      permission: 'admin',
      summary: 'Creates a user of the broker, with access to all topics unless filters are given',
      result: MqttAccountShape,
      fields: { username, password, publish: filters.optional(), subscribe: filters.optional() },
      handle: async (call) => {
        const { username: name, ...request } = call.message;
        const made = await mqttAccounts.create(name, request);
        await note(call, 'made', name);
        return made;
      },
    }),
    defineCommand({
      type: 'hearth/mqtt/users/update',
      changes: 'final',
      permission: 'admin',
      summary: 'Changes password or topics of a user of the broker, who has to reconnect',
      result: MqttAccountShape,
      fields: {
        username,
        password: password.optional(),
        publish: filters.optional(),
        subscribe: filters.optional(),
      },
      handle: async (call) => {
        const { username: name, ...request } = call.message;
        const changed = await mqttAccounts.update(name, request);
        await note(call, 'changed', name);
        return changed;
      },
    }),
    defineCommand({
      type: 'hearth/mqtt/users/delete',
      changes: 'final',
      permission: 'admin',
      summary: 'Removes a user of the broker; its connections end',
      result: Nothing,
      fields: { username },
      handle: async (call) => {
        await mqttAccounts.delete(call.message.username);
        await note(call, 'removed', call.message.username);
        return null;
      },
    }),
  ];
}
