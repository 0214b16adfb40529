import { isObject } from '../core/coerce.ts';
import { message } from '../core/messages.ts';
import type { YamlValue } from '../storage/yaml/scalar.ts';
import { writeLines } from '../storage/yaml/write-value.ts';
import { Configuration } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, textsOf } from './stored-fields.ts';

const RECORDER_KEYS = ['purge_keep_days', 'auto_purge', 'commit_interval', 'include', 'exclude'];
const STYLE = { step: 2 } as const;

/** Settings of `hearth.yaml`: proxies, origins, what is recorded, MQTT entities written by hand. */
export async function importSettings(context: ImportContext): Promise<void> {
  const configuration = await Configuration.open(context.folder);
  await importHttp(context, configuration);
  await importRecorder(context, configuration);
  await importMqttEntities(context, configuration);
}

async function importHttp(
  { stored, plan, report }: ImportContext,
  configuration: Configuration,
): Promise<void> {
  const section = configuration.sections.find(({ name, isEmpty }) => name === 'http' && !isEmpty);
  const saved = mapOf((await stored.data('http')).stable);
  const written = section === undefined ? {} : mapOf(await configuration.value(section));
  const http: Fields = { ...written, ...saved };
  const proxies = http.use_x_forwarded_for === true ? textsOf(http.trusted_proxies) : [];
  const origins = textsOf(http.cors_allowed_origins);
  const settings = {
    ...(proxies.length > 0 ? { trusted_proxies: proxies } : {}),
    ...(origins.length > 0 ? { allowed_origins: origins } : {}),
  };
  if (Object.keys(settings).length > 0) {
    plan.settings.set('http', block('http', settings));
    for (const key of Object.keys(settings)) report.imported('setting', `http.${key}`);
  }
  const others = ['ssl_certificate', 'ssl_key', 'server_port'].filter(
    (key) => http[key] != null && http[key] !== 8123,
  );
  for (const key of others) report.skipped('setting', `http.${key}`, message('reason_set_here'));
}

async function importRecorder({ plan, report }: ImportContext, configuration: Configuration): Promise<void> {
  const section = configuration.sections.find(({ name, isEmpty }) => name === 'recorder' && !isEmpty);
  if (section === undefined) return;
  const value = mapOf(await configuration.value(section));
  const settings = Object.fromEntries(
    Object.entries(value).filter(([key, one]) => RECORDER_KEYS.includes(key) && one !== null),
  );
  if (Object.keys(settings).length > 0) plan.settings.set('recorder', block('recorder', settings));
  report.imported('section', `recorder (${section.place})`);
  if (value.db_url != null)
    report.partial('section', `recorder (${section.place})`, message('reason_other_database'));
}

/** Blocks of the section `mqtt` become `mqtt.entities`, one for each entity. */
async function importMqttEntities(
  { plan, report }: ImportContext,
  configuration: Configuration,
): Promise<void> {
  const entities: YamlValue[] = [];
  for (const section of configuration.sections.filter(({ name, isEmpty }) => name === 'mqtt' && !isEmpty)) {
    const value = await configuration.value(section);
    for (const blocks of Array.isArray(value) ? value : [value])
      for (const [component, items] of Object.entries(mapOf(blocks)))
        for (const item of Array.isArray(items) ? items : [items])
          if (isObject(item)) entities.push({ [component]: item as YamlValue });
    report.imported('section', `mqtt (${section.place})`);
  }
  if (entities.length === 0) return;
  const lines = ['  entities:', ...writeLines(entities, 4, STYLE)].map((line) => `${line}\n`).join('');
  plan.settings.set('mqtt', (plan.settings.get('mqtt') ?? 'mqtt:\n') + lines);
}

function block(name: string, settings: Fields): string {
  return [`${name}:`, ...writeLines(settings as YamlValue, 2, STYLE)].map((line) => `${line}\n`).join('');
}
