import type { TestHub } from '../start-hub.ts';
import type { AnchoredClock } from './anchored-clock.ts';
import type { Caller, Entered } from './callers.ts';

const MINUTE = 60_000;

/**
 * Creates the user and token of a caller; for an expired token, the time is advanced past its expiry. The
 * owner is that of the hub.
 */
export async function enter({ hub }: TestHub, caller: Caller, clock: AnchoredClock): Promise<Entered> {
  const { users, tokens } = hub.auth;
  const user =
    caller.isOwner === true
      ? await users.ownerForScripts()
      : await users.create({
          name: caller.name,
          group_ids: caller.group === null ? [] : [caller.group],
          policy: caller.policy ?? null,
        });
  const { secret } = await tokens.create({
    user_id: user.id,
    kind: 'long_lived_access_token',
    name: `oracle ${user.id}`,
    policy: caller.tokenPolicy ?? null,
    expires_at: caller.shutOut === 'expired' ? clock.now() + MINUTE : null,
  });
  if (caller.shutOut === 'expired') clock.skip(MINUTE);
  if (caller.shutOut === 'disabled') await users.update(user.id, { is_active: false });
  return { ...caller, userId: user.id, secret };
}
