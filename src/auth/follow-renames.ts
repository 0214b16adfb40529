import type { Bus } from '../core/bus.ts';
import type { Undo } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Auth } from './auth.ts';
import type { Policy } from './policy-schema.ts';

/** Updates policies when an entity is renamed, so that e.g. a lock stays forbidden under its new ID. */
export function followRenames(auth: Pick<Auth, 'users' | 'tokens'>, bus: Bus, log: Log): Undo {
  return bus.on('entity_registry_updated', ({ data }) => {
    const { old_entity_id: from, entity_id: to } = data;
    if (typeof from !== 'string' || typeof to !== 'string' || from === to) return;
    const changes: Promise<unknown>[] = [];
    for (const user of auth.users.all()) {
      const policy = renamed(user.policy, from, to);
      if (policy !== null) changes.push(auth.users.update(user.id, { policy }));
      for (const token of auth.tokens.ofUser(user.id)) {
        const limits = renamed(token.policy, from, to);
        if (limits !== null) changes.push(auth.tokens.update(token.id, { policy: limits }));
      }
    }
    Promise.all(changes).catch((error) =>
      log.error(`A policy still names ${from}, which is now ${to}`, { error }),
    );
  });
}

/** The policy with the new ID; null if it does not name the old one. */
function renamed(policy: Policy | null, from: string, to: string): Policy | null {
  if (policy === null || !policy.rules.some(({ entities }) => entities?.includes(from))) return null;
  const rules = policy.rules.map((rule) =>
    rule.entities === undefined
      ? rule
      : { ...rule, entities: rule.entities.map((id) => (id === from ? to : id)) },
  );
  return { ...policy, rules };
}
