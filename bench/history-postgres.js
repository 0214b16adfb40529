// How fast PostgreSQL takes and returns samples: `node bench/history-postgres.js postgres://user@host/database
// [samples]`, against an empty database, after `npm run build`. The password is taken from HISTORY_PASSWORD.

import { parsePostgresAddress } from '../dist/core/postgres-address.js';
import { connectPostgres } from '../dist/history/postgres/connect-postgres.js';
import { hoursOf } from '../dist/history/postgres/hour-roll-ups.js';
import { SampleTables } from '../dist/history/postgres/sample-tables.js';

const [url = '', stored = '20000000'] = process.argv.slice(2);
const address = parsePostgresAddress(url);
if (address === undefined) throw new Error('The first argument must be the address of a database');
const YEAR = 365 * 86_400_000;
const START = Date.UTC(2025, 0, 1);
const SENSORS = 200;
const ROUNDS = 5;

const pool = await connectPostgres(address, process.env.HISTORY_PASSWORD);
const begun = performance.now();
const tables = await SampleTables.open(pool);
console.log(`tables opened, and migrated if they were older: ${(performance.now() - begun).toFixed(0)} ms`);
const batchOf = (round) =>
  Array.from({ length: SENSORS }, (_, sensor) => ({
    entityId: `sensor.s${sensor}`,
    samples: Array.from({ length: 50_000 / SENSORS }, (_, i) => {
      const at = START + YEAR + (round * 250 + i) * 1000;
      const attributes = '{"unit_of_measurement":"°C","device_class":"temperature"}';
      return { at, changedAt: at, state: (20 + (i % 50) / 10).toFixed(1), attributes, context: null };
    }),
  }));
await timed(
  '50,000 samples by COPY',
  batchOf,
  (batch) => tables.write(batch),
  (ms) => `${(50_000 / ms).toFixed(0)},000 samples/s`,
);

const each = Math.round(Number(stored) / SENSORS);
const estimate = "SELECT sum(reltuples) AS count FROM pg_class WHERE relname LIKE 'samples_2025___'";
if (Number((await pool.query(estimate)).rows[0].count) < Number(stored) * 0.99) await fill();
const { rows } = await pool.query(
  'SELECT count(*) AS count, pg_database_size(current_database()) AS size FROM hearth.samples',
);
console.log(`${rows[0].count} samples, ${(rows[0].size / rows[0].count).toFixed(0)} bytes each with indices`);
const raw = `SELECT date_trunc('day', time) AS day, avg(state::float8) FROM hearth.samples
  WHERE entity = $1 AND time >= '2025-01-01Z' AND time < '2026-01-01Z' GROUP BY day ORDER BY day`;
const hourly = `SELECT date_trunc('day', hour) AS day, sum(mean * samples) / sum(samples) FROM hearth.hourly
  WHERE entity_id = $1 AND hour >= '2025-01-01Z' AND hour < '2026-01-01Z' GROUP BY day ORDER BY day`;
await timed(
  `a year of one sensor by day in SQL, from ${each} samples`,
  (round) => [round * 7 + 3],
  (ids) => pool.query(raw, ids),
);
await timed(
  'a year of one sensor by day in SQL, from hearth.hourly',
  (round) => [`sensor.s${round * 7 + 3}`],
  (ids) => pool.query(hourly, ids),
);
await timed(
  'a day of one sensor',
  (round) => START + (30 + round * 60) * 86_400_000,
  async (from) => {
    const range = { from, to: from + 86_400_000, withAttributes: true };
    for await (const _page of tables.read('sensor.s9', range));
  },
);
const ids = Array.from({ length: SENSORS }, (_, i) => `sensor.s${i}`);
await timed(
  'the state of all sensors at a time',
  (round) => START + round * 60 * 86_400_000 + 1,
  (at) => tables.lastBefore(ids, at),
);
await pool.end();

/** Writes a year, beside the application: through it 100 million samples would take a quarter of an hour. */
async function fill() {
  for (let month = 0; month < 12; month += 1) {
    const begin = new Date(Date.UTC(2025, month)).toISOString();
    const end = new Date(Date.UTC(2025, month + 1)).toISOString();
    await pool.query(`CREATE TABLE IF NOT EXISTS hearth.samples_2025_${String(month + 1).padStart(2, '0')}
      PARTITION OF hearth.samples FOR VALUES FROM ('${begin}') TO ('${end}')`);
  }
  for (let sensor = 1; sensor <= SENSORS; sensor += 1)
    await pool.query(`INSERT INTO hearth.samples (entity, time, last_changed, state, unit, attributes)
      SELECT ${sensor}, at, at, (20 + i % 50 / 10.0)::numeric(4, 1)::text, '°C', '{"unit_of_measurement":"°C"}'
      FROM (SELECT i, '2025-01-01Z'::timestamptz + i * interval '1 year' / ${each} AS at
        FROM generate_series(0, ${each} - 1) AS i) AS samples WHERE at < '2026-01-01Z' ON CONFLICT DO NOTHING`);
  await pool.query({
    text: `INSERT INTO hearth.hours ${hoursOf('hearth.samples', "time < '2026-01-01Z'")}`,
    query_timeout: 3_600_000,
  });
  await pool.query('ANALYZE hearth.samples');
  await pool.query('VACUUM ANALYZE hearth.hours');
}

async function timed(name, prepare, run, more = () => '') {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const input = prepare(round);
    const begun = performance.now();
    await run(input);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(ROUNDS / 2)];
  console.log(
    `${name}: ${times[0].toFixed(1)} to ${times.at(-1).toFixed(1)} ms, median ${median.toFixed(1)} ${more(median)}`,
  );
}
