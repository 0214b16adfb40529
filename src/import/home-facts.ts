import { message } from '../core/messages.ts';
import { isTimeZone } from '../core/time-zone.ts';
import type { HomeChanges } from '../entities/home/home.ts';
import { Configuration } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';
import { type Fields, mapOf, numberOf, textOf } from './stored-fields.ts';

/** The fields of `homeassistant:` in `configuration.yaml` that are facts of the home, besides its name and units. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...['latitude', 'longitude', 'elevation', 'radius', 'time_zone', 'currency', 'country', 'language'],
  ...['external_url', 'internal_url'],
]);
/** The radius of the home before it could be set, in meters. */
const RADIUS = 100;

/** Name, place, units and language of the home, and the ID by which apps know it. */
export async function importHomeFacts(context: ImportContext): Promise<void> {
  const { stored, plan, report } = context;
  const data = await coreFacts(context);
  const facts = factsOf(data);
  if (Object.keys(facts).length > 0) {
    plan.put('home', 'home', facts);
    report.imported('home', facts.name ?? 'Home');
  }
  for (const key of ['external_url', 'internal_url']) {
    const url = textOf(data[key]);
    if (url !== null) report.needsApproval('address', url, message('reason_address_not_set', { key }));
  }
  const uuid = textOf((await stored.data('core.uuid')).uuid);
  if (uuid !== null) {
    plan.put('instance', 'instance', uuid);
    report.imported('installation ID', 'core.uuid');
  }
  const { used } = stored;
  for (const path of ['.storage/onboarding']) if (context.folder.has(path)) used.add(path);
}

/** The time zone of the home that is imported. */
export async function homeTimeZone(context: ImportContext): Promise<string> {
  const zone = textOf((await coreFacts(context)).time_zone);
  return zone !== null && isTimeZone(zone) ? zone : 'UTC';
}

/** What is stored of the home; a field that `configuration.yaml` names counts instead. */
async function coreFacts({ stored, folder }: ImportContext): Promise<Fields> {
  const data = await stored.data('core.config');
  if (!folder.has('configuration.yaml')) return data;
  const configuration = await Configuration.open(folder);
  const written: Record<string, unknown> = {};
  for (const section of configuration.sections)
    if (section.name === 'homeassistant' && !section.isEmpty)
      Object.assign(written, mapOf(await configuration.value(section)));
  const { name, unit_system: units, ...others } = written;
  const named = Object.entries(others).filter(([key, value]) => WRITTEN.has(key) && value != null);
  return {
    ...{ ...data, ...Object.fromEntries(named) },
    ...(name == null ? {} : { location_name: String(name) }),
    ...(units == null ? {} : { unit_system_v2: units === 'imperial' ? 'us_customary' : units }),
  };
}

function factsOf(data: Fields): HomeChanges {
  const zone = textOf(data.time_zone);
  const former = textOf(data.unit_system);
  const units = textOf(data.unit_system_v2) ?? (former === 'imperial' ? 'us_customary' : former);
  const facts: Record<string, unknown> = {
    name: textOf(data.location_name),
    latitude: numberOf(data.latitude),
    longitude: numberOf(data.longitude),
    elevation: numberOf(data.elevation),
    time_zone: zone !== null && isTimeZone(zone) ? zone : null,
    currency: textOf(data.currency),
    country: textOf(data.country),
    language: textOf(data.language),
    unit_system: units === 'metric' || units === 'us_customary' ? units : null,
    radius: numberOf(data.radius) ?? (Object.keys(mapOf(data)).length > 0 ? RADIUS : null),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
