import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { table } from './table.ts';

/** `hearth token create`: prints only the token, which is not stored and cannot be shown again. */
export async function createToken(flags: FlagValues): Promise<void> {
  const { name, user, days } = flags;
  if (typeof name !== 'string') throw new Error('token create needs --name: what or whom the token is for');
  if (days !== undefined && !/^\d+(\.\d+)?$/.test(String(days)))
    throw new Error(`--days ${days} is no number of days`);
  const request = { name, user, ...(days === undefined ? {} : { days: Number(days) }) };
  process.stdout.write(`${z.string().parse(await callServer('token/create', request, flags))}\n`);
}

const TokenRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  user: z.string(),
  type: z.string(),
  created_at: z.string(),
  expire_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

/** `hearth token list`: lists the tokens, one per line, without their secrets. */
export async function listTokens(flags: FlagValues): Promise<void> {
  const tokens = z.array(TokenRow).parse(await callServer('token/list', { user: flags.user }, flags));
  const day = (time: string | null): string => time?.slice(0, 10) ?? '-';
  const rows = tokens.map((token) => [
    token.id,
    token.name ?? token.type,
    token.user,
    day(token.created_at),
    day(token.expire_at),
    day(token.last_used_at),
  ]);
  process.stdout.write(table([['ID', 'NAME', 'USER', 'CREATED', 'EXPIRES', 'USED'], ...rows]));
}

/** `hearth token revoke`: revokes a token and closes its connections. */
export async function revokeToken(flags: FlagValues): Promise<void> {
  if (typeof flags.token !== 'string') throw new Error('token revoke needs the id or the name of a token');
  await callServer('token/revoke', { token: flags.token }, flags);
}
