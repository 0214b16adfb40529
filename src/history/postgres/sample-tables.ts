import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import type { Sample } from '../samples/sample.ts';
import type { EntityUsage, SampleRange, StoreServer } from '../samples/sample-store.ts';
import { ADD_INCOMING, DROP_HOURS, STORED_HOURS } from './hour-roll-ups.ts';
import { readServer } from './read-server.ts';
import { copyField, originalText, storedText } from './stored-text.ts';
import { TABLE_MIGRATIONS, TABLES_VERSION } from './table-layout.ts';

/** Samples that one query reads. */
const PAGE = 5000;
const COLUMNS = `${['time', 'last_changed'].map((name) => `(extract(epoch FROM ${name}) * 1000)::float8 AS ${name}`).join(', ')},
  state, context_id, context_parent_id, context_user_id`;
/** The newest sample of each of some entities before a time. */
const NEWEST = `FROM unnest($1::integer[]) AS wanted(id), LATERAL (
  SELECT * FROM hearth.samples WHERE entity = wanted.id AND time < $2 ORDER BY time DESC LIMIT 1) AS newest`;

/** How long a migration of the tables may take. */
const MIGRATION_MILLISECONDS = 3_600_000;

interface SampleRow {
  readonly time: number;
  readonly last_changed: number;
  readonly state: string | null;
  readonly attributes: string;
  readonly context_id: string | null;
  readonly context_parent_id: string | null;
  readonly context_user_id: string | null;
}

/** Samples of one entity to be written. */
export interface WrittenSamples {
  readonly entityId: string;
  readonly samples: readonly Sample[];
}

/** The tables of samples on a PostgreSQL server. */
export class SampleTables {
  private readonly pool: Pool;
  private readonly ids = new Map<string, number>();
  private readonly months = new Set<string>();

  private constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Creates the tables if they are missing. Throws if they are of a newer version. */
  static async open(pool: Pool): Promise<SampleTables> {
    const tables = new SampleTables(pool);
    await tables.transaction(async (client) => {
      await client.query("SELECT pg_advisory_xact_lock(hashtext('hearth.samples'))");
      const found = await client.query("SELECT to_regclass('hearth.version') IS NOT NULL AS found");
      const isFound = found.rows[0]?.found === true;
      const stored = isFound ? await client.query('SELECT version FROM hearth.version') : undefined;
      const version = Number(stored?.rows[0]?.version ?? 0);
      if (version > TABLES_VERSION)
        throw new Error(`The tables have version ${version}; this version of Hearth knows ${TABLES_VERSION}`);
      for (const migration of TABLE_MIGRATIONS)
        if (migration.version > version)
          await client.query({ text: migration.sql, ...{ query_timeout: MIGRATION_MILLISECONDS } });
    });
    const { rows } = await pool.query('SELECT id, entity_id FROM hearth.entities ORDER BY id');
    for (const { id, entity_id } of rows) tables.ids.set(originalText(String(entity_id)), Number(id));
    return tables;
  }

  entityIds(): readonly string[] {
    return [...this.ids.keys()];
  }

  /** Adds samples in one transaction; those whose time the entity already has are left out. */
  async write(batch: readonly WrittenSamples[]): Promise<void> {
    await this.addEntities(batch.map(({ entityId }) => entityId));
    const months = new Set(batch.flatMap(({ samples }) => samples.map(({ at }) => monthOf(at))));
    for (const month of months) await this.addMonth(month);
    const { from } = await import('pg-copy-streams');
    await this.transaction(async (client) => {
      // What is confirmed is deleted from the local log, so it must survive a crash of the server.
      await client.query(`SELECT set_config('synchronous_commit', 'on', true)
        WHERE current_setting('synchronous_commit') = 'off'`);
      await client.query('CREATE TEMP TABLE incoming (LIKE hearth.samples) ON COMMIT DROP');
      const copy = client.query(from('COPY incoming FROM STDIN'));
      await pipeline(this.lines(batch), copy);
      await client.query(ADD_INCOMING);
    });
  }

  /** Reads the samples of one entity in order of time. */
  async *read(
    entityId: string,
    { from, to, withAttributes }: Omit<SampleRange, 'entityIds'>,
  ): AsyncGenerator<readonly Sample[]> {
    const id = this.ids.get(entityId);
    if (id === undefined) return;
    const attributes = withAttributes ? 'attributes' : "'{}' AS attributes";
    const sql = `SELECT ${COLUMNS}, ${attributes} FROM hearth.samples
      WHERE entity = $1 AND samples.time >= $2 AND samples.time < $3 ORDER BY samples.time LIMIT ${PAGE}`;
    for (let start = from; ; ) {
      const { rows } = await this.pool.query<SampleRow>(sql, [id, timeText(start), timeText(to)]);
      if (rows.length > 0) yield rows.map(sampleOf);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      start = last.time + 1;
    }
  }

  /** The newest sample of each entity before a time. */
  async lastBefore(entityIds: readonly string[], at: number): Promise<Map<string, Sample>> {
    const names = new Map(entityIds.map((entityId) => [this.ids.get(entityId), entityId]));
    const ids = [...names.keys()].filter((id) => id !== undefined);
    const sql = `SELECT entity, ${COLUMNS}, attributes ${NEWEST}`;
    const { rows } = await this.pool.query<SampleRow & { entity: number }>(sql, [ids, timeText(at)]);
    return new Map(rows.map((row) => [names.get(row.entity) ?? '', sampleOf(row)]));
  }

  /**
   * Deletes samples before a time but the newest of each entity before it, and returns their number. Partitions that
   * end before it are emptied as a whole, which releases their disk space; that of others is used again.
   */
  async dropBefore(at: number, entityIds?: readonly string[]): Promise<number> {
    const all = this.entityIds();
    const ids = (entityIds ?? all).flatMap((entityId) => this.ids.get(entityId) ?? []);
    const isAll = new Set(ids).size === all.length;
    return this.transaction(async (client) => {
      const params = [ids, timeText(at)];
      const kept = `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT newest.* ${NEWEST}`;
      // Parameters are not allowed in a statement that creates a table.
      await client.query('CREATE TEMP TABLE bounds (ids integer[], at timestamptz) ON COMMIT DROP');
      await client.query('INSERT INTO bounds VALUES ($1, $2)', params);
      await client.query(
        kept
          .replace('unnest($1::integer[])', '(SELECT unnest(ids) FROM bounds)')
          .replace('$2', '(SELECT at FROM bounds)'),
      );
      let dropped = 0;
      if (isAll)
        for (const table of await this.monthsBefore(client, at)) {
          const { rows } = await client.query(`SELECT count(*)::integer AS count FROM hearth.${table}`);
          await client.query(`TRUNCATE hearth.${table}`);
          const sql = `INSERT INTO hearth.samples SELECT * FROM kept WHERE time < $1 ON CONFLICT DO NOTHING`;
          dropped += Number(rows[0]?.count) - ((await client.query(sql, [monthEnd(table)])).rowCount ?? 0);
        }
      const sql = `DELETE FROM hearth.samples USING kept
        WHERE samples.entity = kept.entity AND samples.time < kept.time`;
      dropped += (await client.query(sql)).rowCount ?? 0;
      await client.query(DROP_HOURS);
      await client.query(STORED_HOURS);
      return dropped;
    });
  }

  /** Deletes all samples of an entity before a time. */
  async removeBefore(entityId: string, at: number): Promise<void> {
    const sql = 'DELETE FROM hearth.samples WHERE entity = $1 AND time < $2';
    await this.pool.query(sql, [this.ids.get(entityId) ?? 0, timeText(at)]);
  }

  /** Moves the samples of an entity to a new ID; false, without a change, if both have samples. */
  async rename(from: string, to: string): Promise<boolean> {
    const id = this.ids.get(from);
    if (id === undefined) return true;
    if (this.ids.has(to)) return false;
    const sql = 'UPDATE hearth.entities SET entity_id = $1 WHERE id = $2';
    await this.pool.query(sql, [storedText(to), id]);
    this.ids.delete(from);
    this.ids.set(to, id);
    return true;
  }

  /** Deletes all samples of an entity and returns their number. */
  async forget(entityId: string): Promise<number> {
    const id = this.ids.get(entityId);
    if (id === undefined) return 0;
    const count = await this.transaction(async (client) => {
      const { rowCount } = await client.query('DELETE FROM hearth.samples WHERE entity = $1', [id]);
      await client.query('DELETE FROM hearth.hours WHERE entity = $1', [id]);
      await client.query('DELETE FROM hearth.entities WHERE id = $1', [id]);
      return rowCount ?? 0;
    });
    this.ids.delete(entityId);
    return count;
  }

  async usage(): Promise<readonly EntityUsage[]> {
    const { rows } = await this.pool.query(`SELECT entity, count(*)::float8 AS samples,
      sum(pg_column_size(samples))::float8 AS bytes, (extract(epoch FROM min(time)) * 1000)::float8 AS first,
      (extract(epoch FROM max(time)) * 1000)::float8 AS last FROM hearth.samples GROUP BY entity`);
    const byId = new Map(rows.map(({ entity, ...usage }) => [entity, usage]));
    return [...this.ids].flatMap(([entityId, id]) => {
      const usage = byId.get(id);
      return usage === undefined ? [] : { entityId, ...usage };
    });
  }

  /** The server, and what it keeps. */
  server(): Promise<StoreServer> {
    return readServer(this.pool);
  }

  private async addEntities(entityIds: readonly string[]): Promise<void> {
    for (const entityId of entityIds) {
      if (this.ids.has(entityId)) continue;
      const sql = `INSERT INTO hearth.entities (entity_id) VALUES ($1)
        ON CONFLICT (entity_id) DO UPDATE SET entity_id = excluded.entity_id RETURNING id`;
      const { rows } = await this.pool.query(sql, [storedText(entityId)]);
      this.ids.set(entityId, Number(rows[0]?.id));
    }
  }

  private async addMonth(month: string): Promise<void> {
    if (this.months.has(month)) return;
    const table = `samples_${month.replace('-', '_')}`;
    await this.pool.query(`CREATE TABLE IF NOT EXISTS hearth.${table} PARTITION OF hearth.samples
      FOR VALUES FROM ('${month}-01 00:00Z') TO ('${monthEnd(table)}')`);
    this.months.add(month);
  }

  /** The partitions that end at a time or before. */
  private async monthsBefore(client: PoolClient, at: number): Promise<readonly string[]> {
    const sql = `SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent = 'hearth.samples'::regclass AND relname ~ '^samples_[0-9]{4}_[0-9]{2}$' ORDER BY relname`;
    const { rows } = await client.query(sql);
    return rows.map(({ relname }) => String(relname)).filter((table) => Date.parse(monthEnd(table)) <= at);
  }

  private async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    // A connection that breaks between two statements also emits its error, which no statement would report.
    const ignore = (): void => {};
    client.on('error', ignore);
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      throw thrown;
    } finally {
      client.off('error', ignore);
      // After a failure the connection is closed, which also rolls back.
      client.release(failure);
    }
  }

  private *lines(batch: readonly WrittenSamples[]): Generator<string> {
    let attributesBefore = '';
    let unit: string | null = null;
    for (const { entityId, samples } of batch) {
      const id = this.ids.get(entityId);
      let text = '';
      for (const { at, changedAt, state, attributes, context } of samples) {
        if (attributes !== attributesBefore) unit = unitOf(attributes);
        attributesBefore = attributes;
        const texts = [state, unit, attributes, context?.id, context?.parent_id, context?.user_id];
        const fields = texts.map((field) => copyField(field ?? null));
        text += `${[id, timeText(at), timeText(changedAt), ...fields].join('\t')}\n`;
      }
      if (text !== '') yield text;
    }
  }
}

/** The last millisecond that is stored: the end of the year 9999. */
export const LAST_TIME = Date.UTC(10_000, 0) - 1;

function timeText(at: number): string {
  return new Date(Math.min(Math.max(at, 0), LAST_TIME)).toISOString();
}

function monthOf(at: number): string {
  return timeText(at).slice(0, 7);
}

/** The end of the month of a partition. */
function monthEnd(table: string): string {
  const [, year, month] = table.split('_').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0)).toISOString();
}

function unitOf(attributes: string): string | null {
  if (!attributes.includes('unit_of_measurement')) return null;
  try {
    const unit: unknown = JSON.parse(attributes).unit_of_measurement;
    return typeof unit === 'string' ? unit : null;
  } catch {
    return null;
  }
}

function sampleOf(row: SampleRow): Sample {
  const { time: at, last_changed: changedAt, state, attributes, context_id: id } = row;
  const textOf = (text: string | null): string | null => (text === null ? null : originalText(text));
  const own = { parent_id: textOf(row.context_parent_id), user_id: textOf(row.context_user_id) };
  const context = id === null ? null : { id: originalText(id), ...own };
  return { at, changedAt, state: textOf(state), attributes: originalText(attributes), context };
}
