import type { Database } from '../../storage/database.ts';
import type { Statement, Value } from '../../storage/sqlite.ts';
import type { RetainedMessage } from './messages.ts';
import { RETAINED_LIMITS, RETAINED_OVERHEAD, type RetainedLimits } from './retained-limits.ts';

const PUT =
  'INSERT INTO mqtt_retained (topic, payload, qos) VALUES (?, ?, ?) ON CONFLICT (topic) DO UPDATE SET payload = excluded.payload, qos = excluded.qos';
const REMOVE = 'DELETE FROM mqtt_retained WHERE topic = ?';
/** The topics beyond the limits: small messages (discovery) take precedence over large ones (pictures). */
const EXCESS = `
  SELECT topic FROM (
    SELECT topic, bytes, SUM(size) OVER (ORDER BY size, topic) AS total FROM (
      SELECT topic, length(payload) AS bytes,
        length(payload) + 2 * length(CAST(topic AS BLOB)) + ${RETAINED_OVERHEAD} AS size
      FROM mqtt_retained
    )
  ) WHERE bytes > ? OR total > ?`;

/** The retained messages of the broker on the disk. */
export class RetainedStore {
  private readonly database: Pick<Database, 'query' | 'write'>;
  private readonly limits: RetainedLimits;

  constructor(database: Pick<Database, 'query' | 'write'>, limits: RetainedLimits = RETAINED_LIMITS) {
    this.database = database;
    this.limits = limits;
  }

  /** Removes what exceeds the limits, largest first (older releases stored more); returns how many. */
  async trim(): Promise<number> {
    const { payload, total } = this.limits;
    const excess = await this.database.query(EXCESS, [payload, total]);
    const rows = excess.map(({ topic }): Value[] => [String(topic)]);
    if (rows.length > 0) await this.database.write([{ sql: REMOVE, rows }]);
    return rows.length;
  }

  /** All that is on the disk. */
  async load(): Promise<RetainedMessage[]> {
    const rows = await this.database.query('SELECT topic, payload, qos FROM mqtt_retained');
    return rows.map(({ topic, payload, qos }) => ({
      topic: String(topic),
      payload: payload instanceof Uint8Array ? new Uint8Array(payload) : new Uint8Array(),
      qos: qos === 2 ? 2 : qos === 1 ? 1 : 0,
    }));
  }

  /** Saves messages in order, the last of a topic wins; resolves once they are on the disk. */
  async save(messages: readonly RetainedMessage[]): Promise<void> {
    const newest = new Map(messages.map((message) => [message.topic, message]));
    const put: Value[][] = [];
    const removed: Value[][] = [];
    for (const { topic, payload, qos } of newest.values()) {
      if (payload.length === 0) removed.push([topic]);
      else put.push([topic, payload, qos]);
    }
    const statements: Statement[] = [];
    if (put.length > 0) statements.push({ sql: PUT, rows: put });
    if (removed.length > 0) statements.push({ sql: REMOVE, rows: removed });
    await this.database.write(statements);
  }
}
