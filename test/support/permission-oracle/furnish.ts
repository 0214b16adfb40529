import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import { makeItems } from './furnish-items.ts';
import type { OracleHome, Quarter, RegistryEntity } from './oracle-home.ts';

type Word = () => string;

/** Helpers that are created once per quarter, with the fields each kind needs. */
const HELPERS: readonly (readonly [kind: string, fields: (word: Word) => object])[] = [
  ['input_boolean', () => ({})],
  ['input_button', () => ({})],
  ['input_number', () => ({ min: 0, max: 9000 })],
  ['input_select', (word) => ({ options: [word(), word()] })],
  ['input_text', (word) => ({ initial: word() })],
  ['input_datetime', () => ({ has_date: true, has_time: true })],
  ['counter', () => ({ initial: 3 })],
  ['timer', () => ({ duration: '00:10:00' })],
  ['schedule', () => ({ monday: [{ from: '08:00:00', to: '09:00:00' }] })],
  ['zone', () => ({ latitude: 10, longitude: 20, radius: 50 })],
  ['person', () => ({})],
  ['todo', () => ({})],
  ['calendar', () => ({})],
  ['tag', (word) => ({ tag_id: word(), description: word() })],
];

/** Creates items of every kind in each quarter, with canaries for IDs, names and texts. */
export async function furnish(home: OracleHome): Promise<void> {
  await announceSensors(home);
  const helpers = await makeHelpers(home);
  await placeDevices(home);
  const { entities } = await home.registries();
  for (const entry of entities) await rename(home, entry, helpers.get(keyOf(entry)));
  await importStatistics(home);
  await saveEnergy(home);
  await makeItems(home);
  await keepSecrets(home);
}

/** Imports statistics of each sensor, and of something that is no entity. */
async function importStatistics(home: OracleHome): Promise<void> {
  const { entities } = await home.registries();
  const sensors = entities.flatMap(({ entity_id: id }) => (id.startsWith('sensor.') ? [id] : []));
  for (const statistic_id of [...sensors, 'oracle:imported']) {
    const source = statistic_id.includes(':') ? 'oracle' : 'recorder';
    await home.owner.must({
      type: 'recorder/import_statistics',
      metadata: { statistic_id, source, has_sum: true, name: null, unit_of_measurement: null },
      stats: [{ start: '2026-03-01T00:00:00+00:00', sum: 5 }],
    });
  }
}

/** Makes each sensor a source of energy and a device that uses some. */
async function saveEnergy(home: OracleHome): Promise<void> {
  const { entities } = await home.registries();
  const sensors = entities.flatMap(({ entity_id: id }) => (id.startsWith('sensor.') ? [id] : []));
  await home.owner.must({
    type: 'energy/save_prefs',
    energy_sources: sensors.map((id) => ({ type: 'solar', stat_energy_from: id })),
    device_consumption: sensors.map((id) => ({ stat_consumption: id })),
  });
}

function keyOf({ platform, unique_id: id }: Pick<RegistryEntity, 'platform' | 'unique_id'>): string {
  return `${platform}.${id}`;
}

/** For each quarter, announces a sensor with its own device over MQTT and reports a canary. */
async function announceSensors(home: OracleHome): Promise<void> {
  const publish = (topic: string, payload: string): Promise<void> =>
    home.call('mqtt.publish', { topic, payload, retain: true });
  const ids = home.quarters.map((_, index) => `oracle_${index}`);
  for (const id of ids) {
    const config = {
      ...{ name: 'Meter', unique_id: id, state_topic: `oracle/${id}` },
      device: { identifiers: [id], name: id },
    };
    await publish(`homeassistant/sensor/${id}/config`, JSON.stringify(config));
  }
  const found = async (): Promise<RegistryEntity[]> =>
    (await home.registries()).entities.filter(({ unique_id }) => ids.includes(unique_id));
  await until(async () => (await found()).length === ids.length);
  for (const { id, unique_id } of await found())
    await publish(`oracle/${unique_id}`, home.word({ kind: 'entity', id }));
}

async function makeHelpers(home: OracleHome): Promise<Map<string, Quarter>> {
  const quarters = new Map<string, Quarter>();
  for (const [kind, fields] of HELPERS)
    for (const [index, quarter] of home.quarters.entries()) {
      const name = home.word();
      const item = await home.owner.must({ type: `${kind}/create`, name, ...fields(() => home.word()) });
      const id: string = item.id ?? item.tag_id;
      quarters.set(`${kind}.${id}`, quarter);
      home.made.set(`${kind} ${index}`, id);
      home.made.set(`words of ${kind}.${id}`, JSON.stringify(item));
    }
  return quarters;
}

/** Distributes devices over the quarters, labels some of them, and names all. */
async function placeDevices(home: OracleHome): Promise<void> {
  const labels = [home.open.label, home.closed.label];
  const { devices, entities } = await home.registries();
  const most = new Map<Quarter, number>();
  for (const [index, { id }] of devices.entries()) {
    const quarter = home.quarters[index % 3] ?? home.attic;
    const label = labels[index % 5];
    const name = home.word({ kind: 'device', id });
    home.names.set(`device ${id}`, name);
    await home.owner.must({
      type: 'config/device_registry/update',
      device_id: id,
      area_id: quarter.area,
      name_by_user: name,
      labels: label === undefined ? [] : [label],
    });
    const count = entities.filter(({ device_id }) => device_id === id).length;
    if (count <= (most.get(quarter) ?? 0)) continue;
    most.set(quarter, count);
    quarter.device = id;
  }
}

/** Gives an entity a unique ID, name and alias, and assigns helpers to their quarter. */
async function rename(home: OracleHome, entry: RegistryEntity, quarter: Quarter | undefined): Promise<void> {
  const keeper = { kind: 'entity', id: entry.id } as const;
  const [domain] = entry.entity_id.split('.');
  const id = `${domain}.${home.word(keeper)}`;
  home.items.set(id, entry.unique_id);
  await home.owner.must({
    type: 'config/entity_registry/update',
    entity_id: entry.entity_id,
    new_entity_id: id,
    name: home.word(keeper),
    aliases: [home.word(keeper)],
    ...(quarter === undefined ? {} : { area_id: quarter.area }),
    ...(quarter !== undefined && quarter !== home.attic ? { labels: [quarter.label] } : {}),
  });
  home.canaries.give(home.made.get(`words of ${keyOf(entry)}`) ?? '', keeper);
}

/** Secrets that only administrators or no callers may read: passwords, tokens, user names. */
async function keepSecrets(home: OracleHome): Promise<void> {
  const { hub, owner } = home;
  const mine = { kind: 'administrators' } as const;
  await writeFile(join(hub.dataDir, 'secrets.yaml'), `oracle: ${home.word(mine)}\n`);
  await owner.must({
    type: 'hearth/mqtt/users/create',
    username: home.word(mine),
    password: `${home.word({ kind: 'nobody' })} long enough`,
    publish: ['allowed/#'],
    subscribe: ['allowed/#'],
  });
  await owner.must({
    type: 'frontend/set_user_data',
    key: 'oracle',
    value: home.word({ kind: 'owner' }),
  });
  const { token, secret } = await hub.hub.auth.tokens.create({
    user_id: hub.hub.auth.users.owner()?.id ?? '',
    kind: 'long_lived_access_token',
    name: home.word({ kind: 'owner' }),
  });
  home.canaries.guard(secret, { kind: 'nobody' });
  home.made.set('token of the owner', token.id);
  const stranger = await hub.hub.auth.users.create({ name: home.word(mine), group_ids: ['system-users'] });
  home.made.set('stranger', stranger.id);
  await home.call('persistent_notification.create', {
    notification_id: 'oracle',
    title: home.word({ kind: 'whole_home' }),
    message: home.word({ kind: 'whole_home' }),
  });
  const { entities } = await home.registries();
  for (const { entity_id, attributes } of (await hub.rest('GET', '/api/states')).json) {
    const id = entities.find((entry) => entry.entity_id === entity_id)?.id ?? entity_id;
    if (typeof attributes.access_token === 'string')
      home.canaries.guard(attributes.access_token, { kind: 'entity', id });
  }
}
