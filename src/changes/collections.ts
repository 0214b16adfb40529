import type { Recording } from '../storage/changes/change-recorder.ts';

/** What is recorded of a collection, and what users call its documents: a key of `app.changes` in the locales. */
interface RecordedCollection {
  readonly recording: Recording;
  readonly kind: string;
}

const values = (kind: string): RecordedCollection => ({ recording: 'values', kind });
const valuesWithoutSecrets = (kind: string): RecordedCollection => ({
  recording: 'values without secrets',
  kind,
});
const sealed = (kind: string): RecordedCollection => ({ recording: 'sealed values', kind });
const names = (kind: string): RecordedCollection => ({ recording: 'names', kind });

/**
 * The collections whose changes are recorded, in the order in which their owners follow an undo. Collections of one family,
 * such as `helpers.timer`, are named by what is before the dot.
 */
export const COLLECTIONS: Readonly<Record<string, RecordedCollection>> = {
  home: values('home'),
  floors: values('floor'),
  labels: values('label'),
  areas: values('area'),
  categories: values('category'),
  devices: values('device'),
  removed_entities: values('removed_entity'),
  entities: values('entity'),
  config_entries: valuesWithoutSecrets('config_entry'),
  todo_items: values('todo_items'),
  calendar_events: values('calendar_event'),
  helpers: sealed('helper'),
  tags: values('tag'),
  entity_groups: values('group'),
  templates: sealed('template'),
  dashboards: values('dashboard'),
  dashboard_configs: sealed('dashboard_config'),
  dashboard_resources: sealed('dashboard_resource'),
  panels: sealed('panel'),
  energy: values('energy'),
  energy_settings: values('energy'),
  exposed_entities: values('exposure'),
  assist_pipelines: values('pipeline'),
  demo_home: values('demo_home'),
  kept_data: sealed('user_data'),
  notification_tastes: values('notification_taste'),
  users: values('user'),
  tokens: names('token'),
  passwords: names('password'),
  second_factors: names('second_factor'),
  mqtt_users: names('mqtt_user'),
};

/** The collections whose changes are not recorded, each with the reason. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  instance: 'written once by the server',
  versions: 'written by the server',
  purge_nights: 'written by the server',
  backup_config: 'has the passwords of storages',
  backup_keys: 'secrets, without which backups could not be read',
  backup_records: 'written by the server',
  issues: 'found by the server; a note that is ignored can be shown again',
  log_levels: 'how much is logged while somebody looks for a fault',
  history_sources: 'part of an import that is not complete yet',
  taken_history_sources: 'written by the server',
  habits: 'learned from what users do',
  themes: 'the default themes of the official frontend, which a service chooses',
  pictures: 'files that users upload, which are never put back',
  pending_files: 'part of an import that is not complete yet',
  tls: 'how the server proves its identity; its certificates are files that are never put back',
  push_keys: 'a secret that the server creates by itself',
  push_subscriptions: 'belongs to a browser, which creates it again',
  notification_actions: 'written by the server, and gone within days',
  mobile_app: 'belongs to an app, which registers again',
  mobile_app_sensors: 'reported by an app',
  mobile_app_gone: 'belongs to an app, which registers again',
};

/** What is recorded of a collection; undefined for nothing. */
export function recordingOf(collection: string): Recording | undefined {
  return recordedCollection(collection)?.recording;
}

/** What users call the documents of a collection: a key of `app.changes` in the locales. */
export function kindOf(collection: string): string | undefined {
  return recordedCollection(collection)?.kind;
}

function recordedCollection(collection: string): RecordedCollection | undefined {
  const [family = ''] = collection.split('.', 1);
  return Object.hasOwn(COLLECTIONS, family) ? COLLECTIONS[family] : undefined;
}

/** The name of a document as users know it. */
export function nameOf(value: unknown, id: string): string {
  if (typeof value !== 'object' || value === null) return id;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of ['name_by_user', 'name', 'title', 'original_name', 'url', 'summary', 'entity_id']) {
    const text = fields[key];
    if (typeof text === 'string' && text !== '') return text;
  }
  return id;
}

/** The name in the text of an automation, script or scene, if it is written in one line. */
export function itemName(text: string): string | undefined {
  const [, , alias] = /^\s*(?:- +)?(?:alias|name): +(["']?)([^\n]{1,200}?)\1 *$/m.exec(text) ?? [];
  return alias === undefined || alias === '' ? undefined : alias;
}
