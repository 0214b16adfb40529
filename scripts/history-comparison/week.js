// A week of changes from a seed: written into the database of a stopped Home Assistant, and as an export to import.
import { randomBytes } from 'node:crypto';
import Database from 'libsql';
import { randomFrom } from './activity.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const WEEK_ENTITIES = [
  ...['sensor.week_temperature', 'sensor.week_text', 'binary_sensor.week_motion', 'light.week_lamp'],
  ...['climate.week_room', 'sensor.week_removed'],
];

/** The changes of a week from `start`, by time: `{ entityId, at, changedAt, state, attributes }`. */
export function weekOf(start) {
  const random = randomFrom(start / 1000);
  const last = new Map();
  const rows = [];
  for (let at = start; at < start + 7 * DAY; at += Math.round((1 + random() * 4) * MINUTE)) {
    const entityId = WEEK_ENTITIES[Math.floor(random() * WEEK_ENTITIES.length)];
    const isDown = random() < 0.03;
    const [state, attributes] = stateOf(entityId.split('.week_')[1], random);
    const next = isDown && attributes !== null ? 'unavailable' : state;
    const before = last.get(entityId);
    if (before === undefined && next === null) continue;
    if (before?.state === null && next === null) continue;
    const row = {
      ...{ entityId, at, state: next, attributes: attributes ?? {} },
      changedAt: before?.state === next ? before.changedAt : at,
    };
    if (before?.state === next && JSON.stringify(before.attributes) === JSON.stringify(row.attributes))
      continue;
    rows.push(row);
    last.set(entityId, row);
  }
  return rows;
}

function stateOf(name, random) {
  const pick = (values) => values[Math.floor(random() * values.length)];
  switch (name) {
    case 'temperature':
      return [(15 + random() * 10).toFixed(2), { unit_of_measurement: '°C', state_class: 'measurement' }];
    case 'text':
      return [pick(['washing', 'done', 'Spülen', 'unknown']), { friendly_name: 'Week text' }];
    case 'motion':
      return [pick(['on', 'off']), { device_class: 'motion' }];
    case 'lamp':
      return [pick(['on', 'off']), { brightness: pick([10, 100, 255]), icon: 'mdi:lamp' }];
    case 'removed':
      return pick([
        ['5', { friendly_name: 'Week removed' }],
        [null, null],
        ['7', { friendly_name: 'Week removed' }],
      ]);
    default:
      return [pick(['heat', 'off']), { current_temperature: pick([19.5, 20, 20.5]), temperature: 21 }];
  }
}

/** The week in Hearth's export format. */
export function weekAsLines(start) {
  return weekOf(start)
    .map(({ entityId, at, changedAt, state, attributes }) =>
      JSON.stringify({
        ...{ entity_id: entityId, state, attributes },
        ...{ last_changed: new Date(changedAt).toISOString(), last_updated: new Date(at).toISOString() },
      }),
    )
    .join('\n');
}

/** Writes the week into the SQLite file of a Home Assistant that is not running. */
export function writeWeek(file, start) {
  const database = new Database(file);
  const id = (table) =>
    database.prepare(`SELECT max(${table.key}) AS last FROM ${table.name}`).get().last ?? 0;
  let [stateId, attributesId, metadataId] = [
    ...[id({ name: 'states', key: 'state_id' }), id({ name: 'state_attributes', key: 'attributes_id' })],
    id({ name: 'states_meta', key: 'metadata_id' }),
  ];
  const metadata = new Map();
  const known = new Map();
  const before = new Map();
  const insert = {
    metadata: database.prepare('INSERT INTO states_meta (metadata_id, entity_id) VALUES (?, ?)'),
    attributes: database.prepare(
      'INSERT INTO state_attributes (attributes_id, hash, shared_attrs) VALUES (?, ?, ?)',
    ),
    state: database.prepare(
      `INSERT INTO states (state_id, state, last_changed_ts, last_updated_ts, old_state_id, attributes_id, origin_idx,
        context_id_bin, metadata_id) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    ),
  };
  database.exec('BEGIN');
  for (const { entityId, at, changedAt, state, attributes } of weekOf(start)) {
    if (!metadata.has(entityId)) {
      metadata.set(entityId, ++metadataId);
      insert.metadata.run(metadataId, entityId);
    }
    const text = JSON.stringify(attributes);
    if (!known.has(text)) {
      known.set(text, ++attributesId);
      insert.attributes.run(attributesId, attributesId, text);
    }
    insert.state.run(
      ...[++stateId, state, changedAt === at ? null : changedAt / 1000, at / 1000],
      ...[before.get(entityId) ?? null, known.get(text), randomBytes(16), metadata.get(entityId)],
    );
    if (state === null) before.delete(entityId);
    else before.set(entityId, stateId);
  }
  database.exec('COMMIT');
  database.close();
}
