import type { Context } from '../../core/context.ts';
import type { Row, SqliteConnection, Value } from '../../storage/sqlite.ts';
import type { EntitySamples, Sample } from '../samples/sample.ts';
import type { EarlierStatistics } from '../statistics/add-earlier-statistics.ts';
import type { StoredMetadata } from '../statistics/series-list.ts';
import type { MeanType, StatisticRow } from '../statistics/statistic.ts';
import { classOfUnit } from '../statistics/statistic-unit.ts';

/** Longer attributes are not recorded. */
const MAX_ATTRIBUTES = 16_384;
const MAX_STATE = 255;
const CHUNK_SAMPLES = 4000;
const CACHED_ATTRIBUTES = 20_000;
const ENTITY_ID = /^[a-z\d_]+\.[a-z\d_]+$/;
const NO_ATTRIBUTES = '{}';
/** The letters of ULIDs, Crockford's base 32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UNIX_EPOCH_DAY = 2440587.5;

/**
 * The database of Home Assistant's recorder, of any schema since 2021 [import facts §6]. What it contains is checked: rows
 * that cannot be states are left out.
 */
export class RecorderFile {
  private readonly connection: SqliteConnection;
  private readonly columns = new Map<string, ReadonlySet<string>>();
  private readonly attributes = new Map<number, string>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    for (const table of ['states', 'states_meta', 'statistics', 'statistics_short_term', 'statistics_meta'])
      this.columns.set(
        table,
        new Set([...connection.rows(`PRAGMA table_info(${table})`)].map(({ name }) => String(name))),
      );
  }

  /** The entities with recorded states. */
  entityIds(): string[] {
    const ids = new Set<string>();
    if (this.has('states_meta', 'entity_id'))
      for (const { entity_id: id } of this.connection.rows('SELECT entity_id FROM states_meta'))
        ids.add(String(id));
    // Before 2023.4, and where a migration was interrupted, the states name their entity themselves.
    if (this.has('states', 'entity_id'))
      for (const { entity_id: id } of this.connection.rows(
        'SELECT DISTINCT entity_id FROM states WHERE entity_id IS NOT NULL',
      ))
        ids.add(String(id));
    return [...ids].filter((id) => ENTITY_ID.test(id) && id.length <= MAX_STATE).sort();
  }

  /** The states of an entity in chunks, in order of time. */
  *samples(entityId: string): Generator<EntitySamples> {
    let samples: Sample[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const row of this.stateRows(entityId)) {
      const sample = this.sampleOf(row, last);
      if (sample === undefined) continue;
      last = sample.at;
      if (samples.push(sample) < CHUNK_SAMPLES) continue;
      yield { entityId, samples };
      samples = [];
    }
    if (samples.length > 0) yield { entityId, samples };
  }

  /** The IDs of all statistics. */
  statisticIds(): string[] {
    if (!this.has('statistics_meta', 'statistic_id')) return [];
    const rows = this.connection.rows('SELECT statistic_id FROM statistics_meta ORDER BY id');
    return [...rows].map(({ statistic_id: id }) => String(id)).filter((id) => /^[^\0\s]{1,255}$/.test(id));
  }

  /** A statistic with all of its rows; undefined if its kind is unknown. */
  statistic(statisticId: string): EarlierStatistics | undefined {
    const [meta] = [
      ...this.connection.rows('SELECT * FROM statistics_meta WHERE statistic_id = ?', [statisticId]),
    ];
    if (meta === undefined) return undefined;
    const metadata = metadataOf(meta);
    const rows = (table: string): StatisticRow[] => this.statisticRows(table, Number(meta.id));
    return {
      statisticId,
      metadata,
      rows: { '5minute': rows('statistics_short_term'), hour: rows('statistics') },
    };
  }

  private *stateRows(entityId: string): Generator<Row> {
    const at = this.timeOf('states', 'last_updated');
    const changed = this.timeOf('states', 'last_changed');
    const optional = ['attributes', 'context_user_id', 'context_parent_id', 'context_id', 'context_id_bin']
      .concat(['context_user_id_bin', 'context_parent_id_bin'])
      .map((name) => (this.has('states', name) ? name : `NULL AS ${name}`));
    const fields = `state, attributes_id, ${at} AS at, ${changed} AS changed, ${optional.join(', ')}`;
    const named = `SELECT ${fields} FROM states WHERE entity_id = ?1`;
    if (!this.has('states', 'metadata_id')) {
      yield* this.connection.rows(`${named} ORDER BY at`, [entityId]);
      return;
    }
    const [meta] = [
      ...this.connection.rows('SELECT metadata_id FROM states_meta WHERE entity_id = ?', [entityId]),
    ];
    const id = meta?.metadata_id ?? null;
    const numbered = `SELECT ${fields} FROM states WHERE metadata_id = ?1`;
    const hasNamed =
      this.connection.rows(`SELECT 1 FROM states WHERE entity_id = ? LIMIT 1`, [entityId]).next().done !==
      true;
    if (!hasNamed) yield* this.connection.rows(`${numbered} ORDER BY last_updated_ts`, [id]);
    else
      yield* this.connection.rows(
        `SELECT * FROM (${numbered} UNION ALL ${named.replace('?1', '?2')} AND metadata_id IS NULL) ORDER BY at`,
        [id, entityId],
      );
  }

  private sampleOf(row: Row, last: number): Sample | undefined {
    const { state, at, changed } = row;
    if (typeof at !== 'number' || !Number.isFinite(at) || at <= 0) return undefined;
    if (typeof state === 'string' && state.length > MAX_STATE) return undefined;
    // Times are unique within an entity; Home Assistant's have microseconds.
    const updatedAt = Math.max(Math.round(at * 1000), last + 1);
    const changedAt = typeof changed === 'number' && changed > 0 ? Math.round(changed * 1000) : updatedAt;
    return {
      at: updatedAt,
      changedAt: Math.min(changedAt, updatedAt),
      state: state === null || state === undefined ? null : String(state),
      attributes: this.attributesOf(row),
      context: contextOf(row),
    };
  }

  private attributesOf({ attributes_id: id, attributes }: Row): string {
    if (typeof attributes === 'string' && attributes !== '') return checkedAttributes(attributes);
    if (typeof id !== 'number') return NO_ATTRIBUTES;
    const known = this.attributes.get(id);
    if (known !== undefined) return known;
    const [row] = [
      ...this.connection.rows('SELECT shared_attrs FROM state_attributes WHERE attributes_id = ?', [id]),
    ];
    const text = checkedAttributes(row?.shared_attrs ?? NO_ATTRIBUTES);
    if (this.attributes.size >= CACHED_ATTRIBUTES) this.attributes.clear();
    this.attributes.set(id, text);
    return text;
  }

  private statisticRows(table: string, id: number): StatisticRow[] {
    if (!this.has(table, 'metadata_id')) return [];
    const start = this.timeOf(table, 'start');
    const reset = this.timeOf(table, 'last_reset');
    const weight = this.has(table, 'mean_weight') ? 'mean_weight' : 'NULL AS mean_weight';
    const rows = new Map<number, StatisticRow>();
    for (const row of this.connection.rows(
      `SELECT ${start} AS start, ${reset} AS reset, mean, ${weight}, min, max, state, sum FROM ${table}
       WHERE metadata_id = ? ORDER BY start`,
      [id],
    )) {
      if (typeof row.start !== 'number' || row.start <= 0) continue;
      const at = Math.round(row.start) * 1000;
      rows.set(at, {
        start: at,
        mean: numberOrNull(row.mean),
        meanWeight: numberOrNull(row.mean_weight),
        min: numberOrNull(row.min),
        max: numberOrNull(row.max),
        state: numberOrNull(row.state),
        sum: numberOrNull(row.sum),
        lastReset: typeof row.reset === 'number' ? Math.round(row.reset * 1000) : null,
      });
    }
    return [...rows.values()];
  }

  /** SQL for a time in seconds since 1970: a number in newer schemas, a text in older ones, possibly both. */
  private timeOf(table: string, name: string): string {
    const text = `(julianday(${name}) - ${UNIX_EPOCH_DAY}) * 86400.0`;
    const [hasNumber, hasText] = [this.has(table, `${name}_ts`), this.has(table, name)];
    if (hasNumber && hasText) return `coalesce(${name}_ts, ${text})`;
    if (hasNumber) return `${name}_ts`;
    return hasText ? text : 'NULL';
  }

  private has(table: string, column: string): boolean {
    return this.columns.get(table)?.has(column) === true;
  }
}

function metadataOf(meta: Row): StoredMetadata {
  const meanType = (
    typeof meta.mean_type === 'number' ? meta.mean_type : Number(meta.has_mean ?? 0)
  ) as MeanType;
  const unit = typeof meta.unit_of_measurement === 'string' ? meta.unit_of_measurement : null;
  return {
    meanType: meanType === 1 || meanType === 2 ? meanType : 0,
    hasSum: Number(meta.has_sum ?? 0) === 1,
    unit,
    unitClass: typeof meta.unit_class === 'string' ? meta.unit_class : (classOfUnit(unit)?.name ?? null),
    source: String(meta.source ?? 'recorder'),
    name: typeof meta.name === 'string' ? meta.name : null,
  };
}

/** Attributes as compact JSON text; anything that is no object, or too long, is replaced by an empty one. */
function checkedAttributes(text: Value): string {
  if (typeof text !== 'string' || text.length > MAX_ATTRIBUTES) return NO_ATTRIBUTES;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Text that is compact already keeps its numbers as they are written.
    if (!isObject) return NO_ATTRIBUTES;
    return /[{,:]\s/.test(text) ? JSON.stringify(value) : text;
  } catch {
    return NO_ATTRIBUTES;
  }
}

/** The context of a state if it names a user or a parent. */
function contextOf(row: Row): Context | null {
  const user = hexOf(row.context_user_id_bin) ?? textOf(row.context_user_id);
  const parent = ulidOf(row.context_parent_id_bin) ?? textOf(row.context_parent_id);
  const id = ulidOf(row.context_id_bin) ?? textOf(row.context_id);
  if (id === null || (user === null && parent === null)) return null;
  return { id, parent_id: parent, user_id: user };
}

function textOf(value: Value | undefined): string | null {
  return typeof value === 'string' && /^[\da-zA-Z]{26,36}$/.test(value) ? value : null;
}

function hexOf(value: Value | undefined): string | null {
  return value instanceof Uint8Array && value.length === 16 ? Buffer.from(value).toString('hex') : null;
}

/** The 26 letters of a ULID of 16 bytes. */
function ulidOf(value: Value | undefined): string | null {
  if (!(value instanceof Uint8Array) || value.length !== 16) return null;
  let number = BigInt(`0x${Buffer.from(value).toString('hex')}`);
  let text = '';
  for (let at = 0; at < 26; at++) {
    text = LETTERS[Number(number & 31n)] + text;
    number >>= 5n;
  }
  return text;
}

function numberOrNull(value: Value | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
