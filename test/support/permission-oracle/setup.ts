import type { OracleHome } from './oracle-home.ts';
import { HELPER_KINDS } from './probes.ts';

/** Lists of the home's setup, as the owner reads them. */
const LISTS: readonly object[] = [
  ...['entity', 'device', 'area', 'floor', 'label'].map((kind) => ({ type: `config/${kind}_registry/list` })),
  { type: 'config/category_registry/list', scope: 'automation' },
  ...HELPER_KINDS.map((kind) => ({ type: `${kind}/list` })),
  ...['get_config', 'config/auth/list', 'hearth/mqtt/users/list', 'hearth/mqtt/settings/get'].map((type) => ({
    type,
  })),
  { type: 'hearth/token/list' },
  { type: 'blueprint/list', domain: 'automation' },
  { type: 'frontend/get_system_data', key: 'oracle' },
  { type: 'frontend/get_user_data', key: 'oracle' },
];

/** Fields that change on their own: when something was last used, scanned or written. */
const MOVING = /^(modified_at|last_used_at|last_used_ip|last_scanned|device_id|icon_cache)$/;

/** The setup of the home as comparable lines, including lists, calendars and files. */
export async function setupOf(home: OracleHome): Promise<readonly string[]> {
  const lines: string[] = [];
  const add = (what: string, value: unknown): void => {
    for (const [index, one] of [value].flat().entries())
      lines.push(
        `${what} ${index}: ${JSON.stringify(one, (key, inner) => (MOVING.test(key) ? null : inner))}`,
      );
  };
  const answers = await Promise.all(LISTS.map((message) => home.owner.must(message as { type: string })));
  for (const [index, answer] of answers.entries()) add(JSON.stringify(LISTS[index]), answer);
  for (const [key, id] of home.made) {
    const entity_id = key.startsWith('item of ') ? key.slice('item of '.length) : '';
    if (entity_id.startsWith('todo.'))
      add(entity_id, (await home.owner.must({ type: 'todo/item/list', entity_id })).items);
    if (entity_id.startsWith('calendar.'))
      add(
        entity_id,
        (await home.hub.rest('GET', `/api/calendars/${entity_id}?start=2026-03-01&end=2026-04-01`)).json,
      );
    const [domain = ''] = id.split('.');
    if (!['automation', 'script', 'scene'].includes(domain)) continue;
    const item = home.items.get(id) ?? '';
    add(id, (await home.hub.rest('GET', `/api/config/${domain}/config/${item}`)).json);
  }
  return lines;
}

/** The lines that differ between two setups. */
export function differenceOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !has.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !had.has(line)).map((line) => `+ ${line}`),
  ];
}
