import type { Password } from '../auth/credentials.ts';
import type { SecondFactor } from '../auth/second-factor.ts';
import type { Token } from '../auth/tokens.ts';
import { normalUsername, type User } from '../auth/users.ts';
import { message } from '../core/messages.ts';
import type { ImportContext } from './import-plan.ts';
import { translatePolicies } from './policies.ts';
import { type Fields, mapOf, mapsOf, pointOf, textOf, textsOf } from './stored-fields.ts';
import { importTokens } from './tokens.ts';

const BUILT_IN = ['system-admin', 'system-users', 'system-read-only'] as const;
const MAX_NAME = 100;
/** The ways to log in that this server has. */
const PASSWORD = 'homeassistant';

/** Users with their groups, passwords, second factors and tokens. */
export async function importUsers(context: ImportContext): Promise<void> {
  const { stored, excluded, report } = context;
  const auth = await stored.data('auth');
  const files = {
    auth,
    passwords: mapsOf((await stored.data('auth_provider.homeassistant')).users),
    totp: mapOf((await stored.data('auth_module.totp')).users),
    codes: mapOf((await stored.data('auth_module.notify')).users),
  };
  const owners = mapsOf(auth.users).filter((user) => user.is_owner === true && user.is_active === true);
  const first = mapsOf(auth.users).find((user) => user.is_active === true && isAdministrator(user));
  const owner = textOf((owners[0] ?? first)?.id);
  for (const user of mapsOf(auth.users)) {
    const id = textOf(user.id);
    if (id === null || user.system_generated === true) continue;
    const name = shownName(user, usernameOf(auth, id));
    if (excluded.has(id) || excluded.has(name)) report.skipped('user', name, message('reason_excluded'));
    else importUser(context, { user, id, name, isOwner: id === owner, files });
  }
  if (owners.length > 1)
    for (const user of owners.slice(1))
      report.partial('user', shownName(user, null), message('reason_one_owner'));
}

interface AuthFiles {
  readonly auth: Fields;
  readonly passwords: readonly Fields[];
  readonly totp: Fields;
  readonly codes: Fields;
}

interface FoundUser {
  readonly user: Fields;
  readonly id: string;
  readonly name: string;
  readonly isOwner: boolean;
  readonly files: AuthFiles;
}

function importUser(context: ImportContext, found: FoundUser): void {
  const { plan, report } = context;
  const { user, id, name, isOwner, files } = found;
  const tokens = mapsOf(files.auth.refresh_tokens).filter((token) => token.user_id === id);
  const created = Math.min(...tokens.flatMap((token) => pointOf(token.created_at) ?? []), context.now);
  const createdAt = tokens.length === 0 ? 0 : Math.floor(created);
  const groups = textsOf(user.group_ids);
  const { groupIds, policy, problems } = translatePolicies(groups, files.auth, isOwner);
  const username = passwordOf(context, found, createdAt);
  plan.put('users', id, {
    ...{ id, name, username, is_owner: isOwner, system_generated: false, policy, created_at: createdAt },
    is_active: user.is_active === true,
    group_ids: isOwner ? ['system-admin'] : groupIds,
    local_only: user.local_only === true,
  } satisfies User);
  report.imported('user', name);
  for (const problem of problems) report.partial('user', name, problem);
  if (isOwner && user.is_owner !== true) report.partial('user', name, message('reason_no_owner'));
  importSecondFactor(context, found, createdAt);
  importTokens(context, { userId: id, name, tokens: tokens as readonly Fields[] });
}

/** Stores the bcrypt hash until the first login. Returns the username; null without a password. */
function passwordOf(
  { plan, report }: ImportContext,
  { id, name, files }: FoundUser,
  createdAt: number,
): string | null {
  const given = usernameOf(files.auth, id);
  if (given === null) {
    const others = mapsOf(files.auth.credentials).filter((one) => one.user_id === id);
    const ways = others.map((one) => String(one.auth_provider_type)).join(', ');
    report.partial(
      'user',
      name,
      ways === '' ? message('reason_no_password') : message('reason_other_login', { ways }),
    );
    return null;
  }
  const username = normalUsername(given);
  const isTaken = [...plan.all<User>('users')].some((other) => other.username === username);
  const saved = files.passwords.find((one) => normalUsername(textOf(one.username) ?? '') === username);
  const hash = Buffer.from(textOf(saved?.password) ?? '', 'base64').toString('latin1');
  if (isTaken || !/^\$2[aby]\$\d{2}\$[./A-Za-z\d]{53}$/.test(hash)) {
    report.partial(
      'user',
      name,
      isTaken ? message('reason_username_taken', { username }) : message('reason_password_unreadable'),
    );
    return null;
  }
  plan.put('passwords', id, { hash, changed_at: createdAt } satisfies Password);
  return username;
}

function importSecondFactor({ plan, report }: ImportContext, found: FoundUser, createdAt: number): void {
  const { id, name, files } = found;
  const secret = textOf(files.totp[id]);
  if (secret !== null && /^[A-Z2-7]{16,128}$/i.test(secret)) {
    const factor: SecondFactor = { secret, last_step: 0, recovery: [], created_at: createdAt };
    plan.put('second_factors', id, factor);
    report.imported('second factor', `${name}: codes of an app`);
  } else if (secret !== null) report.partial('user', name, message('reason_factor_unreadable'));
  if (files.codes[id] === undefined) return;
  const isLost = secret === null;
  report.partial('user', name, isLost ? message('reason_factor_lost') : message('reason_factor_kept'));
}

function usernameOf(auth: Fields, userId: string): string | null {
  const own = mapsOf(auth.credentials).find(
    (one) => one.user_id === userId && one.auth_provider_type === PASSWORD,
  );
  return textOf(mapOf(own?.data).username);
}

function shownName(user: Fields, username: string | null): string {
  const name = (textOf(user.name) ?? username ?? 'User').normalize('NFC').trim();
  return name === '' ? 'User' : name.slice(0, MAX_NAME);
}

function isAdministrator(user: Fields): boolean {
  return textsOf(user.group_ids).includes(BUILT_IN[0]);
}

/** The logins of a user, for what an app registered. */
export function loginsOf(context: ImportContext, userId: string): Token[] {
  const all = [...context.plan.all<Token>('tokens')];
  return all.filter(({ user_id: owner, kind }) => owner === userId && kind === 'normal');
}
