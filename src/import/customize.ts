import { domainOf } from '../core/entity-id.ts';
import { message } from '../core/messages.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import { Configuration } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { includedFiles } from './includes.ts';
import { type Fields, mapOf, textOf } from './stored-fields.ts';

const LAYERS = ['customize_domain', 'customize_glob', 'customize'] as const;

/**
 * `customize` lays attributes over states, which this server does not do: names, icons and device classes go to the
 * registry where the user set none, everything else is named.
 */
export async function importCustomize(context: ImportContext): Promise<void> {
  const { folder, stored, plan, report } = context;
  if (!folder.has('configuration.yaml')) return;
  const configuration = await Configuration.open(folder);
  const [domains, globs, entities] = await Promise.all(
    LAYERS.map(async (layer) => mapOf(await configuration.valueUnder('homeassistant', layer))),
  );
  for (const section of configuration.sections.filter(({ name }) => name === 'homeassistant')) {
    report.imported('section', `homeassistant (${section.place})`);
    for (const path of await includedFiles(folder, section.text, 'configuration.yaml'))
      if (!stored.used.has(path)) {
        stored.used.add(path);
        report.partial('file', path, message('reason_customize_part'));
      }
  }
  const patterns = Object.entries(globs ?? {}).map(
    ([glob, value]) => [patternOf(glob), mapOf(value)] as const,
  );
  const known = new Set<string>();
  for (const entry of [...plan.all<EntityEntry>('entities')]) {
    const id = entry.entity_id;
    known.add(id);
    const layers = [
      mapOf(domains?.[domainOf(id)]),
      ...patterns.flatMap(([pattern, value]) => (pattern.test(id) ? [value] : [])),
      mapOf(entities?.[id]),
    ];
    const given: Fields = Object.assign({}, ...layers);
    if (Object.keys(given).length > 0) customize(context, entry, given);
  }
  for (const [id, value] of Object.entries(entities ?? {}))
    if (!known.has(id))
      report.skipped(
        'customize',
        `${id}: ${Object.keys(mapOf(value)).join(', ')}`,
        message('reason_not_registered'),
      );
}

function customize({ plan, report }: ImportContext, entry: EntityEntry, given: Fields): void {
  const { friendly_name: name, icon, device_class: deviceClass, ...others } = given;
  const id = entry.entity_id;
  const shown = textOf(name);
  const changed: EntityEntry = {
    ...entry,
    ...(shown !== null && entry.name === null ? { compat_name: shown } : {}),
    icon: entry.icon ?? textOf(icon),
    device_class: entry.device_class ?? textOf(deviceClass),
  };
  plan.put('entities', entry.id, changed);
  const taken = Object.keys(given).filter((key) => !(key in others));
  if (taken.length > 0)
    report.partial('entity', id, message('reason_customize_taken', { names: taken.join(', ') }));
  for (const key of Object.keys(others))
    report.skipped('customize', `${id}: ${key}`, message('reason_no_overlay'));
}

/** `*` and `?` stand for any characters and one. */
function patternOf(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${text}$`);
}
