import { z } from 'zod';
import type { MqttAccounts } from '../auth/mqtt-accounts.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';

/** The commands that manage the users of the built-in broker. */
export function mqttAccountControl(accounts: MqttAccounts): ControlCommands {
  return new Map([
    ['mqtt_user/list', controlCommand(z.strictObject({}), () => accounts.list())],
    [
      'mqtt_user/create',
      controlCommand(Request, ({ username, ...request }) =>
        accounts.create(username, request).then(() => null),
      ),
    ],
    [
      'mqtt_user/update',
      controlCommand(Request, ({ username, ...request }) =>
        accounts.update(username, request).then(() => null),
      ),
    ],
    ['mqtt_user/delete', controlCommand(Chosen, ({ username }) => accounts.delete(username))],
  ]);
}

const Request = z.strictObject({
  username: z.string(),
  password: z.string().optional(),
  publish: z.array(z.string()).optional(),
  subscribe: z.array(z.string()).optional(),
});
const Chosen = z.strictObject({ username: z.string() });
