import { type Clock, isoTime } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { Throttle } from '../core/throttle.ts';
import type { Database } from '../storage/database.ts';
import type { Row, Value } from '../storage/sqlite.ts';
import { WriteBehind } from '../storage/write-behind.ts';

/** The actions recorded for a year. */
export type AuditAction =
  | 'house_claimed'
  | 'claim_failed'
  | 'logged_in'
  | 'login_failed'
  | 'logged_out'
  | 'code_reused'
  | 'token_made'
  | 'token_revoked'
  | 'user_made'
  | 'user_changed'
  | 'user_deleted'
  | 'rights_changed'
  | 'password_changed'
  | 'second_factor_changed'
  | 'mqtt_user_changed'
  | 'mqtt_settings_changed'
  | 'tls_mode_changed'
  | 'history_exported'
  | 'history_imported'
  | 'history_taken_over'
  | 'history_forgotten'
  | 'backup_created'
  | 'backup_deleted'
  | 'backup_downloaded'
  | 'backup_uploaded'
  | 'backup_target_saved'
  | 'backup_target_deleted'
  | 'backup_restored'
  | 'backup_key_created'
  | 'backup_key_deleted'
  | 'viewed_as'
  | 'call_refused';

/** Who did it, as far as known. */
export interface Actor {
  readonly userId: string | null;
  readonly tokenId: string | null;
  readonly peer: string | null;
}

/** The audit log as seen by the code that writes to it. */
export interface AuditLog {
  /**
   * Never rejects; resolves when the entry is saved or saving it failed. Await it before acknowledging an
   * action; a rejected action need not wait.
   */
  record(action: AuditAction, actor: Actor, detail?: Readonly<Record<string, Json>>): Promise<void>;
}

/** One entry of the audit log, as returned by `hearth/audit/list`. */
export interface AuditEntry {
  readonly id: number;
  readonly time: string;
  readonly action: string;
  readonly user_id: string | null;
  readonly token_id: string | null;
  readonly peer: string | null;
  readonly detail: Json;
}

/** Selects entries, newest first: those before an ID, of one action or user. */
export interface AuditQuery {
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  readonly action?: string | undefined;
  readonly user_id?: string | undefined;
}

const YEAR = 365 * 86_400_000;
const MAX_DETAIL_LENGTH = 2000;
type Line = (string | number | null)[];

const INSERT = 'INSERT INTO audit (at, action, user_id, token_id, peer, detail) VALUES (?, ?, ?, ?, ?, ?)';

/** How many entries are queued while the disk rejects them. */
const MAX_WAITING = 1000;
const RETRY = 30_000;

/**
 * The audit log on disk. Identical entries within a minute are recorded once, so that a flood cannot fill the
 * disk. Entries that cannot be saved are logged and retried.
 */
export class Audit implements AuditLog {
  private readonly database: Pick<Database, 'write' | 'query'>;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly throttle: Throttle;
  private readonly queue: WriteBehind<Line>;
  private readonly logged = new WeakSet<Line>();

  constructor(database: Pick<Database, 'write' | 'query'>, clock: Clock, log: Log) {
    this.database = database;
    this.clock = clock;
    this.log = log;
    this.throttle = new Throttle(clock);
    this.queue = new WriteBehind({
      ...{ clock, log, subject: 'Audit entries', retryDelay: RETRY, max: MAX_WAITING },
      write: (lines) => database.write([{ sql: INSERT, rows: [...lines.values()] }]),
      onRefused: (lines, error) => this.logRefused(lines.values(), error),
    });
  }

  /** Records an action; identical entries within a minute are recorded once. */
  async record(
    action: AuditAction,
    actor: Actor,
    detail: Readonly<Record<string, Json>> = {},
  ): Promise<void> {
    const at = this.clock.now();
    const text = JSON.stringify(detail);
    const stored =
      text.length > MAX_DETAIL_LENGTH ? JSON.stringify({ cut: text.slice(0, MAX_DETAIL_LENGTH) }) : text;
    if (!this.throttle.allows(JSON.stringify([action, actor, stored]))) return;
    this.queue.add([at, action, actor.userId, actor.tokenId, actor.peer, stored]);
    await this.queue.flush();
  }

  /** The matching entries, newest first. Throws `invalid_format` for a limit outside 1 to 1000. */
  async list(query: AuditQuery = {}): Promise<readonly AuditEntry[]> {
    await this.queue.flush();
    const limit = query.limit ?? 100;
    if (limit < 1 || limit > 1000) throw fault('invalid_format', 'limit_must_be_1_to_1000');
    const rows = await this.database.query(
      `SELECT id, at, action, user_id, token_id, peer, detail FROM audit
       WHERE id < ? AND (? IS NULL OR action = ?) AND (? IS NULL OR user_id = ?) ORDER BY id DESC LIMIT ?`,
      [
        query.before ?? Number.MAX_SAFE_INTEGER,
        query.action ?? null,
        query.action ?? null,
        query.user_id ?? null,
        query.user_id ?? null,
        limit,
      ],
    );
    return rows.map(entryOf);
  }

  /** Deletes entries older than a year. */
  async purge(): Promise<void> {
    await this.database.write([{ sql: 'DELETE FROM audit WHERE at < ?', params: [this.clock.now() - YEAR] }]);
  }

  /** An entry that is not on disk must be in the log, once. */
  private logRefused(lines: Iterable<Line>, error: unknown): void {
    for (const line of lines) {
      if (this.logged.has(line)) continue;
      this.logged.add(line);
      const [at, action, user, token, peer, detail] = line;
      const fields = { at: isoTime(Number(at)), user, token, peer, detail, error };
      this.log.error(`The audit entry ${action} could not be saved yet`, fields);
    }
  }
}

function entryOf(row: Row): AuditEntry {
  const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);
  return {
    id: Number(row.id),
    time: isoTime(Number(row.at)),
    action: String(row.action),
    user_id: text(row.user_id),
    token_id: text(row.token_id),
    peer: text(row.peer),
    detail: JSON.parse(String(row.detail)),
  };
}
