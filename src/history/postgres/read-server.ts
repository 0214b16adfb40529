import type { Pool } from 'pg';
import type { StoreServer } from '../samples/sample-store.ts';

/** The oldest sample is that of an entity, which an index finds. */
const SERVER = `SELECT current_setting('server_version') AS version,
  (SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 FROM pg_inherits
    WHERE inhparent = 'hearth.samples'::regclass) AS bytes,
  (SELECT (extract(epoch FROM min(first.time)) * 1000)::float8 FROM hearth.entities, LATERAL (
    SELECT time FROM hearth.samples WHERE entity = entities.id ORDER BY time LIMIT 1) AS first) AS oldest`;

/** The version of a PostgreSQL server, and what the samples there occupy. */
export async function readServer(pool: Pool): Promise<StoreServer> {
  const { rows } = await pool.query<Omit<StoreServer, 'engine'>>(SERVER);
  const { version = '', bytes = 0, oldest = null } = rows[0] ?? {};
  return { engine: 'postgresql', version, bytes, oldest };
}
