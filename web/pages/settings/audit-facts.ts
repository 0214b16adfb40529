import type { TextKey } from '../../texts/catalog.ts';

/** What the page shows of one detail of an entry: a text of the catalog, or a name as it stands. */
export type AuditFact =
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, string | number>> }
  | string;

/** The texts of true and false; undefined shows nothing. */
const SWITCHES: Readonly<Record<string, readonly [yes: TextKey, no: TextKey | undefined]>> = {
  is_active: ['audit.active', 'audit.inactive'],
  local_only: ['users.local', undefined],
  limited: ['audit.limited', 'audit.not_limited'],
  removed: ['audit.removed', undefined],
  enabled: ['audit.turned_on', 'audit.turned_off'],
  broker: ['audit.broker_on', 'audit.broker_off'],
};

const WORDS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  what: { made: 'audit.made', changed: 'audit.changed', removed: 'audit.removed' },
  step: { 'second factor': 'audit.second_factor' },
  role: {
    owner: 'profile.role_owner',
    administrator: 'profile.role_admin',
    user: 'profile.role_user',
    'read-only': 'profile.role_reader',
  },
};

/** Names and addresses, shown as they stand. */
const NAMES: ReadonlySet<string> = new Set(['name', 'username', 'service', 'url']);

/** A detail of an audit entry; undefined for one that the page does not show. */
export function auditFact(key: string, value: unknown): AuditFact | undefined {
  if (NAMES.has(key)) return String(value);
  if (key === 'client_id') return { key: 'audit.client', values: { client: String(value) } };
  if (key === 'date') return { key: 'audit.backup_of', values: { date: String(value) } };
  if (key === 'count' && typeof value === 'number') return { key: 'audit.tokens', values: { count: value } };
  if (key === 'group_ids' && Array.isArray(value)) return { key: roleText(value) };
  const [yes, no] = SWITCHES[key] ?? [];
  const text = yes === undefined ? WORDS[key]?.[String(value)] : value === true ? yes : no;
  return text === undefined ? undefined : { key: text };
}

function roleText(groups: readonly unknown[]): TextKey {
  if (groups.includes('system-admin')) return 'profile.role_admin';
  return groups.includes('system-read-only') ? 'profile.role_reader' : 'profile.role_user';
}
