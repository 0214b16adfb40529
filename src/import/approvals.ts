import { isObject } from '../core/coerce.ts';
import { englishText, itemList, type Message, message } from '../core/messages.ts';
import { slugify } from '../core/slug.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { Configuration, type Section } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapsOf, textOf } from './stored-fields.ts';

const DEEPEST = 60;
/** Actions that run programs or requests of the configuration. */
const OUTGOING = /^(?:shell_command|rest_command|command_line|python_script|pyscript)\./;
const LOCAL =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1|\[?f[cd]|[^.]+$|.*\.(?:local|lan|home|internal)$)/;

/**
 * Automations that anyone may trigger by a webhook, run programs or call addresses outside of the home are imported
 * turned off, and named for the owner to turn on.
 */
export async function requireApprovals(context: ImportContext): Promise<void> {
  const { folder, plan } = context;
  if (!folder.has('configuration.yaml')) return;
  const configuration = await Configuration.open(folder);
  const packages = [...plan.files].flatMap(([path, file]) =>
    path.startsWith('packages/') && 'from' in file ? [file.from] : [],
  );
  const sections = [...configuration.sections];
  for (const path of packages) sections.push(...(await configuration.sectionsIn(path)));
  for (const section of sections) {
    if (section.isEmpty || (section.name !== 'automation' && section.name !== 'script')) continue;
    const items = await itemsOf(configuration, section);
    for (const item of items) requireApproval(context, section, item);
  }
}

/** The items of a section, with the keys of scripts as their IDs. What cannot be read is reported when it is loaded. */
async function itemsOf(configuration: Configuration, section: Section): Promise<readonly Fields[]> {
  const value = await configuration.value(section).catch(() => null);
  if (Array.isArray(value)) return mapsOf(value);
  if (!isObject(value)) return [];
  if (section.name === 'automation') return [value];
  return Object.entries(value).flatMap(([id, script]) => (isObject(script) ? [{ ...script, id }] : []));
}

function requireApproval(
  { plan, report, now }: ImportContext,
  { name: domain }: Section,
  item: Fields,
): void {
  const reasons = [...new Map([...reasonsOf(item)].map((one) => [englishText(one), one])).values()];
  if (reasons.length === 0) return;
  const name = textOf(item.alias) ?? textOf(item.id) ?? domain;
  if (domain === 'script') {
    report.partial('script', name, message('reason_check_first', { reasons: itemList(reasons) }));
    return;
  }
  const id = item.id === undefined ? null : String(item.id);
  const entry = [...plan.all<EntityEntry>('entities')].find(
    (one) => one.platform === domain && one.unique_id === id,
  );
  const entityId = entry?.entity_id ?? `automation.${slugify(name)}`;
  const before = plan.states.get(entityId);
  plan.states.set(entityId, {
    ...{ entityId, attributes: {}, changedAt: now, updatedAt: now, ...before },
    state: 'off',
    values: { lastTriggered: null, current: 0, ...before?.values, enabled: false },
  });
  report.needsApproval(
    'automation',
    name,
    message('reason_turned_off', { entity_id: entityId, reasons: itemList(reasons) }),
  );
  if (item.initial_state !== undefined) report.partial('automation', name, message('reason_initial_state'));
}

function* reasonsOf(value: unknown, depth = 0): Iterable<Message> {
  if (depth > DEEPEST) return;
  if (typeof value === 'string') {
    for (const [, host = ''] of value.matchAll(/https?:\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:\s"'<>]+)/gi))
      if (!LOCAL.test(host) && !host.includes('{')) yield message('reason_names_address', { host });
  } else if (Array.isArray(value)) for (const one of value) yield* reasonsOf(one, depth + 1);
  else if (isObject(value)) {
    if (value.platform === 'webhook' || value.trigger === 'webhook') yield message('reason_webhook');
    for (const key of ['action', 'service'])
      if (OUTGOING.test(String(value[key]))) yield message('reason_runs', { action: String(value[key]) });
    for (const one of Object.values(value)) yield* reasonsOf(one, depth + 1);
  }
}
