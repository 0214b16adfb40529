import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RecorderFile } from '../../src/history/home-assistant/recorder-file.ts';
import { SqliteConnection } from '../../src/storage/sqlite.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A database with the tables of a recorder; `sql` fills it. */
function recorder(...sql: readonly string[]): RecorderFile {
  const connection = new SqliteConnection(join(tempFolder(), 'recorder.db'), 0);
  for (const one of sql) connection.exec(one);
  return new RecorderFile(connection);
}

const NEW_TABLES = [
  'CREATE TABLE states_meta (metadata_id INTEGER, entity_id TEXT)',
  'CREATE TABLE state_attributes (attributes_id INTEGER, shared_attrs TEXT)',
  `CREATE TABLE states (state_id INTEGER, entity_id TEXT, state TEXT, attributes TEXT, last_changed TEXT, last_changed_ts REAL,
    last_updated TEXT, last_updated_ts REAL, attributes_id INTEGER, metadata_id INTEGER, context_id_bin BLOB,
    context_user_id_bin BLOB, context_parent_id_bin BLOB)`,
  `CREATE TABLE statistics_meta (id INTEGER, statistic_id TEXT, source TEXT, unit_of_measurement TEXT, unit_class TEXT,
    has_mean INTEGER, has_sum INTEGER, name TEXT, mean_type INTEGER)`,
  ...['statistics', 'statistics_short_term'].map(
    (
      name,
    ) => `CREATE TABLE ${name} (metadata_id INTEGER, start TEXT, start_ts REAL, mean REAL, mean_weight REAL, min REAL,
      max REAL, last_reset TEXT, last_reset_ts REAL, state REAL, sum REAL)`,
  ),
];
const OLD_TABLES = [
  'CREATE TABLE states (state_id INTEGER, entity_id TEXT, state TEXT, attributes TEXT, last_changed TEXT, last_updated TEXT, attributes_id INTEGER, context_id TEXT, context_user_id TEXT)',
  'CREATE TABLE statistics_meta (id INTEGER, statistic_id TEXT, source TEXT, unit_of_measurement TEXT, has_mean INTEGER, has_sum INTEGER, name TEXT)',
  'CREATE TABLE statistics (metadata_id INTEGER, start TEXT, mean REAL, min REAL, max REAL, last_reset TEXT, state REAL, sum REAL)',
];

describe("the database of Home Assistant's recorder", () => {
  it('is read as it is written today', () => {
    const file = recorder(
      ...NEW_TABLES,
      `INSERT INTO states_meta VALUES (1, 'light.lamp'), (2, 'not an id')`,
      `INSERT INTO state_attributes VALUES (7, '{"brightness": 21.50}')`,
      `INSERT INTO states (state, last_updated_ts, last_changed_ts, attributes_id, metadata_id, context_id_bin, context_user_id_bin)
       VALUES ('on', 1700000000.1234, NULL, 7, 1, x'01a203f5b83ab10e44d45fae969acab7', x'0123456789abcdef0123456789abcdef'),
              ('on', 1700000000.1239, 1700000000.1234, NULL, 1, NULL, NULL),
              (NULL, 1700000005.0, NULL, NULL, 1, NULL, NULL),
              ('${'x'.repeat(300)}', 1700000006.0, NULL, NULL, 1, NULL, NULL)`,
    );
    expect(file.entityIds()).toEqual(['light.lamp']);
    const [run] = [...file.samples('light.lamp')];
    const context = {
      id: '01M81ZBE1TP4749N2ZNTB9NJNQ',
      parent_id: null,
      user_id: '0123456789abcdef0123456789abcdef',
    };
    expect(run?.samples).toEqual([
      {
        at: 1700000000123,
        changedAt: 1700000000123,
        state: 'on',
        attributes: '{"brightness":21.5}',
        context,
      },
      { at: 1700000000124, changedAt: 1700000000123, state: 'on', attributes: '{}', context: null },
      { at: 1700000005000, changedAt: 1700000005000, state: null, attributes: '{}', context: null },
    ]);
  });

  it('is read as it was written in 2021, and where a migration was interrupted', () => {
    const rows = `('sensor.a', '1', '{"unit":"W"}', '2022-11-05 10:11:12.123456', '2022-11-05 10:11:12.123456')`;
    const old = recorder(
      ...OLD_TABLES,
      `INSERT INTO states (entity_id, state, attributes, last_changed, last_updated) VALUES ${rows}`,
    );
    const at = Date.UTC(2022, 10, 5, 10, 11, 12, 123);
    const sample = { at, changedAt: at, state: '1', attributes: '{"unit":"W"}', context: null };
    expect([...old.samples('sensor.a')]).toEqual([{ entityId: 'sensor.a', samples: [sample] }]);
    const half = recorder(
      ...NEW_TABLES,
      `INSERT INTO states (entity_id, state, attributes, last_changed, last_updated) VALUES ${rows}`,
      `INSERT INTO states_meta VALUES (1, 'sensor.a')`,
      `INSERT INTO states (state, last_updated_ts, metadata_id) VALUES ('0', ${at / 1000 - 60}, 1)`,
    );
    const [run] = [...half.samples('sensor.a')];
    expect(run?.samples.map(({ state }) => state)).toEqual(['0', '1']);
  });

  it('has statistics of all generations', () => {
    const today = recorder(
      ...NEW_TABLES,
      `INSERT INTO statistics_meta VALUES (1, 'sensor.wind', 'recorder', '°', NULL, NULL, 0, NULL, 2)`,
      `INSERT INTO statistics (metadata_id, start_ts, mean, mean_weight, last_reset_ts) VALUES (1, 1700000000, 350, 0.5, 1690000000)`,
    );
    expect(today.statistic('sensor.wind')).toMatchObject({
      metadata: { meanType: 2, hasSum: false, unit: '°', source: 'recorder' },
      rows: {
        '5minute': [],
        hour: [{ start: 1700000000000, mean: 350, meanWeight: 0.5, lastReset: 1690000000000 }],
      },
    });
    const old = recorder(
      ...OLD_TABLES,
      `INSERT INTO statistics_meta VALUES (1, 'sensor.energy', 'recorder', 'kWh', 0, 1, NULL)`,
      `INSERT INTO statistics (metadata_id, start, state, sum) VALUES (1, '2022-11-05 10:00:00.000000', 12.5, -3)`,
    );
    expect(old.statistic('sensor.energy')).toMatchObject({
      metadata: { meanType: 0, hasSum: true, unitClass: 'energy' },
      rows: { hour: [{ start: Date.UTC(2022, 10, 5, 10), state: 12.5, sum: -3 }] },
    });
    expect(old.statistic('sensor.none')).toBeUndefined();
  });
});
