import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { readPassword } from './read-password.ts';
import { table } from './table.ts';

/** `hearth mqtt user create`: creates an account for Hearth's own MQTT broker. */
export async function createMqttUser(flags: FlagValues): Promise<void> {
  const request = { username: chosen(flags, 'mqtt user create'), ...topics(flags) };
  await callServer('mqtt_user/create', { ...request, password: await readPassword() }, flags);
}

const Row = z.object({
  username: z.string(),
  publish: z.array(z.string()),
  subscribe: z.array(z.string()),
  created_at: z.string(),
});

/** `hearth mqtt user list`: lists the MQTT users, one per line. */
export async function listMqttUsers(flags: FlagValues): Promise<void> {
  const users = z.array(Row).parse(await callServer('mqtt_user/list', {}, flags));
  const rows = users.map((user) => [
    user.username,
    user.publish.join(',') || '-',
    user.subscribe.join(',') || '-',
    user.created_at.slice(0, 10),
  ]);
  process.stdout.write(table([['USERNAME', 'MAY PUBLISH', 'MAY SUBSCRIBE', 'CREATED'], ...rows]));
}

/** `hearth mqtt user password`: changes the password immediately; connected clients must log in again. */
export async function setMqttPassword(flags: FlagValues): Promise<void> {
  const username = chosen(flags, 'mqtt user password');
  await callServer('mqtt_user/update', { username, password: await readPassword() }, flags);
}

/** `hearth mqtt user topics`: sets the topics a user may publish and subscribe to. */
export async function setMqttTopics(flags: FlagValues): Promise<void> {
  const username = chosen(flags, 'mqtt user topics');
  const requested = topics(flags);
  if (Object.keys(requested).length === 0) throw new Error('mqtt user topics needs --publish or --subscribe');
  await callServer('mqtt_user/update', { username, ...requested }, flags);
}

/** `hearth mqtt user delete`: deletes the user and closes its connections. */
export async function deleteMqttUser(flags: FlagValues): Promise<void> {
  await callServer('mqtt_user/delete', { username: chosen(flags, 'mqtt user delete') }, flags);
}

function chosen({ username }: FlagValues, command: string): string {
  if (typeof username !== 'string') throw new Error(`${command} needs a user name`);
  return username;
}

/** Filters are separated by commas; an empty text allows nothing. */
function topics({ publish, subscribe }: FlagValues): Record<string, string[]> {
  const list = (text: string): string[] => text.split(',').filter((filter) => filter !== '');
  return {
    ...(typeof publish === 'string' ? { publish: list(publish) } : {}),
    ...(typeof subscribe === 'string' ? { subscribe: list(subscribe) } : {}),
  };
}
