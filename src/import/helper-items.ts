import { message } from '../core/messages.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, mapsOf, textOf, textsOf } from './stored-fields.ts';

const DOMAINS = [
  ...['input_boolean', 'input_button', 'input_datetime', 'input_number', 'input_select', 'input_text'],
  ...['counter', 'timer', 'schedule', 'zone'],
] as const;

/** Helpers made in the app, persons, zones and tags. */
export async function importHelperItems(context: ImportContext): Promise<void> {
  for (const domain of DOMAINS) await importDomain(context, domain);
  await importPersons(context);
  await importTags(context);
}

async function importDomain({ stored, plan, report }: ImportContext, domain: string): Promise<void> {
  for (const item of mapsOf((await stored.data(domain)).items)) {
    const [id, name] = [textOf(item.id), textOf(item.name)];
    if (id === null || name === null) continue;
    const fields = { ...present(item), ...(domain === 'counter' ? limitsOf(item) : {}) };
    const options = domain === 'input_select' ? { options: [...new Set(textsOf(item.options))] } : {};
    plan.put(`helpers.${domain}`, id, { ...fields, ...options, id, name });
    report.imported(domain, name);
  }
}

/** Persons whose user is not imported stay without one. */
async function importPersons({ stored, plan, report }: ImportContext): Promise<void> {
  const data = await stored.data('person');
  for (const person of mapsOf(data.items ?? data.persons)) {
    const [id, name, user] = [textOf(person.id), textOf(person.name), textOf(person.user_id)];
    if (id === null || name === null) continue;
    const isKnown = user !== null && plan.has('users', user);
    const picture = textOf(person.picture);
    plan.put('helpers.person', id, {
      ...{ id, name, device_trackers: textsOf(person.device_trackers) },
      ...(isKnown ? { user_id: user } : {}),
      ...(picture === null ? {} : { picture }),
    });
    report.imported('person', name);
    if (user !== null && !isKnown) report.partial('person', name, message('reason_user_not_imported'));
  }
}

/** The name of a tag is in the entity registry; before 2024.6 it was here. */
async function importTags({ stored, plan, report }: ImportContext): Promise<void> {
  const names = new Map(
    [...plan.all<EntityEntry>('entities')]
      .filter(({ platform }) => platform === 'tag')
      .map((entry) => [entry.unique_id, entry.name ?? entry.original_name]),
  );
  for (const tag of mapsOf((await stored.data('tag')).items)) {
    const id = textOf(tag.id) ?? textOf(tag.tag_id);
    if (id === null) continue;
    const name = names.get(id) ?? textOf(tag.name);
    plan.put('tags', id, {
      id,
      ...(name === null ? {} : { name }),
      ...texts(tag, ['description', 'last_scanned', 'device_id']),
    });
    report.imported('tag', name ?? id);
  }
}

/** A counter without a limit has null there. */
function limitsOf(item: Fields): Fields {
  return { minimum: item.minimum ?? null, maximum: item.maximum ?? null };
}

function present(item: Fields): Fields {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  );
}

function texts(item: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(
    keys.flatMap((key) => (textOf(item[key]) === null ? [] : [[key, mapOf(item)[key]]])),
  );
}
