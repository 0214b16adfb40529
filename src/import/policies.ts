import { Policy, type Rule } from '../auth/policy-schema.ts';
import { Group } from '../auth/users.ts';
import { isObject } from '../core/coerce.ts';
import { type Message, message } from '../core/messages.ts';
import { type Fields, mapOf, mapsOf, textOf } from './stored-fields.ts';

/** What a user may do here, never more than there, and what could not be translated. */
export interface TranslatedGroups {
  readonly groupIds: Group[];
  readonly policy: Policy | null;
  readonly problems: readonly Message[];
}

const LISTS = [
  ['entity_ids', 'entities'],
  ['device_ids', 'devices'],
  ['area_ids', 'areas'],
  ['domains', 'domains'],
] as const;

/**
 * Translates groups with policies of their own. A user in several groups has the permissions of all of them.
 */
export function translatePolicies(
  groups: readonly string[],
  auth: Fields,
  isOwner: boolean,
): TranslatedGroups {
  const groupIds = groups.flatMap((id) => (Group.safeParse(id).success ? [id as Group] : []));
  const others = groups.filter((id) => !Group.safeParse(id).success);
  // With one of these groups a user may do everything that other groups allow.
  const isFull = isOwner || groupIds.includes('system-admin') || groupIds.includes('system-users');
  if (others.length === 0 || isFull) return { groupIds, policy: null, problems: [] };
  const problems: Message[] = [];
  const rules: Rule[] = groupIds.includes('system-read-only') ? [{ effect: 'allow', actions: ['read'] }] : [];
  for (const id of others) {
    const group = mapsOf(auth.groups).find((one) => one.id === id);
    const translated = rulesOf(mapOf(group?.policy).entities);
    rules.push(...translated.rules);
    problems.push(message('reason_group_translated', { name: textOf(group?.name) ?? id }));
    problems.push(...translated.problems);
  }
  const parsed = Policy.safeParse({ rules });
  if (parsed.success) return { groupIds: ['system-users'], policy: parsed.data, problems };
  return {
    groupIds: [],
    policy: null,
    problems: [...problems, message('reason_rules_invalid')],
  };
}

function rulesOf(entities: unknown): {
  readonly rules: readonly Rule[];
  readonly problems: readonly Message[];
} {
  const rules: Rule[] = [];
  const problems: Message[] = [];
  const add = (value: unknown, of: Partial<Rule>): void => {
    const actions = actionsOf(value);
    if (actions.length > 0) rules.push({ effect: 'allow', actions, ...of });
    if (isObject(value) && value.control === true && value.read !== true)
      problems.push(message('reason_control_without_read'));
    if (isObject(value) && value.edit === true) problems.push(message('reason_edit_left_out'));
  };
  if (entities === true) return { rules: [{ effect: 'allow', actions: ['read', 'control'] }], problems };
  if (!isObject(entities)) return { rules, problems };
  if (entities.all !== undefined) add(entities.all, {});
  for (const [there, here] of LISTS) {
    const found = entities[there];
    if (!isObject(found) && found !== undefined) {
      problems.push(message('reason_everything_left_out', { list: there }));
      continue;
    }
    for (const [id, value] of Object.entries(mapOf(found))) add(value, { [here]: [id] });
  }
  return { rules, problems };
}

function actionsOf(value: unknown): Rule['actions'] {
  if (value === true) return ['read', 'control'];
  if (!isObject(value) || value.read !== true) return [];
  return value.control === true ? ['read', 'control'] : ['read'];
}
