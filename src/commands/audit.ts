import { z } from 'zod';
import { isObject } from '../core/coerce.ts';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { table } from './table.ts';

const Line = z.object({
  id: z.number(),
  time: z.string(),
  action: z.string(),
  user_id: z.string().nullable(),
  token_id: z.string().nullable(),
  peer: z.string().nullable(),
  detail: z.unknown(),
});
const UserName = z.object({ id: z.string(), name: z.string() });

/** `hearth audit`: lists the audit log, one line per entry, newest first. */
export async function showAudit(flags: FlagValues): Promise<void> {
  const { limit = '50', before, action } = flags;
  const page = {
    limit: wholeNumber('limit', limit),
    ...(before === undefined ? {} : { before: wholeNumber('before', before) }),
    ...(action === undefined ? {} : { action }),
  };
  const lines = z.array(Line).parse(await callServer('audit/list', page, flags));
  const users = z.array(UserName).parse(await callServer('user/list', {}, flags));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const rows = lines.map(({ id, time, action: what, user_id, peer, detail }) => [
    String(id),
    time.slice(0, 19).replace('T', ' '),
    what,
    user_id === null ? '-' : (names.get(user_id) ?? user_id),
    peer ?? '-',
    JSON.stringify(withoutTranslation(detail)),
  ]);
  process.stdout.write(table([['LINE', 'TIME (UTC)', 'ACTION', 'USER', 'PEER', 'DETAIL'], ...rows]));
}

/** The detail contains the reason in English as well. */
function withoutTranslation(detail: unknown): unknown {
  if (!isObject(detail)) return detail;
  const { reason_translation: _, ...rest } = detail as Readonly<Record<string, unknown>>;
  return rest;
}

function wholeNumber(flag: string, text: string | boolean): number {
  if (!/^[1-9]\d{0,8}$/.test(String(text))) throw new Error(`--${flag} ${text} is no whole number above 0`);
  return Number(text);
}
