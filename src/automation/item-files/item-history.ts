import { createHash } from 'node:crypto';
import { type Clock, isoTime } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../storage/database.ts';
import type { Row, Value } from '../../storage/sqlite.ts';
import type { VersionedDomain } from './item-domain.ts';

/**
 * The origin of a version: an edit in the app, a restore, or an external edit found when the files were read.
 */
export type VersionKind = 'saved' | 'restored' | 'deleted' | 'found' | 'gone';

/** One version of an item, as listed by the API. */
export interface ItemVersion {
  readonly version: number;
  readonly time: string;
  readonly kind: VersionKind;
  readonly user_id: string | null;
  readonly file: string;
}

/** A version with its text; null if the item was deleted. */
export interface VersionText extends ItemVersion {
  readonly text: string | null;
  readonly form: 'entry' | 'file';
}

/** An item as its file has it now. */
export interface ItemText {
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly form: 'entry' | 'file';
}

const KEPT = 100;
const MAX_LENGTH = 1_000_000;
const INSERT = `INSERT INTO item_versions (domain, item_id, version, at, kind, user_id, file, form, fingerprint, text)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const PRUNE = 'DELETE FROM item_versions WHERE domain = ? AND item_id = ? AND version <= ?';
const LATEST = `SELECT item_id, version, fingerprint FROM item_versions AS one WHERE domain = ?
  AND version = (SELECT max(version) FROM item_versions WHERE domain = one.domain AND item_id = one.item_id)`;

interface Latest {
  readonly version: number;
  /** Null if the item is deleted. */
  readonly fingerprint: string | null;
}

/** The last hundred versions of each item, byte for byte. */
export class ItemHistory {
  private readonly database: Pick<Database, 'write' | 'query'>;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly latest = new Map<VersionedDomain, Promise<Map<string, Latest>>>();

  constructor(parts: { database: Pick<Database, 'write' | 'query'>; clock: Clock; log: Log }) {
    this.database = parts.database;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  /** Records all items of a domain as read from the files: external edits become versions. */
  async found(domain: VersionedDomain, items: readonly ItemText[], isWhole: boolean): Promise<void> {
    const latest = await this.latestOf(domain);
    const changed = items.filter(({ id, text }) => latest.get(id)?.fingerprint !== fingerprint(text));
    const there = new Set(items.map(({ id }) => id));
    // While a file is unreadable, deletions cannot be detected.
    const removed = isWhole
      ? [...latest].filter(([id, { fingerprint: last }]) => last !== null && !there.has(id))
      : [];
    await this.write(domain, [
      ...changed.map((item) => ({ item, kind: 'found' as const, userId: null })),
      ...removed.map(([id]) => ({
        item: { id, text: null, file: '', form: 'entry' as const },
        kind: 'gone' as const,
        userId: null,
      })),
    ]);
  }

  /**
   * Records an edit that is already in the file; a null `text` means deletion. A failure to save it is
   * logged: the file takes precedence, and its version is found at the next load.
   */
  async edited(
    domain: VersionedDomain,
    item: Omit<ItemText, 'text'> & { readonly text: string | null },
    by: { readonly kind: VersionKind; readonly userId: string | null },
  ): Promise<void> {
    try {
      await this.write(domain, [{ item, ...by }]);
    } catch (error) {
      this.log.error(`Could not save a version of ${domain} ${item.id}`, { error });
    }
  }

  /** The versions of an item, the newest first. */
  async list(domain: VersionedDomain, id: string): Promise<ItemVersion[]> {
    const rows = await this.database.query(
      'SELECT version, at, kind, user_id, file FROM item_versions WHERE domain = ? AND item_id = ? ORDER BY version DESC',
      [domain, id],
    );
    return rows.map(versionOf);
  }

  /** One version; throws `not_found`. */
  async get(domain: VersionedDomain, id: string, version: number): Promise<VersionText> {
    const [row] = await this.database.query(
      'SELECT * FROM item_versions WHERE domain = ? AND item_id = ? AND version = ?',
      [domain, id, version],
    );
    if (row === undefined) throw fault('not_found', 'no_such_version', { version, domain, id });
    return {
      ...versionOf(row),
      text: row.text === null ? null : String(row.text),
      form: row.form === 'file' ? 'file' : 'entry',
    };
  }

  private async write(
    domain: VersionedDomain,
    update: readonly {
      readonly item: Omit<ItemText, 'text'> & { readonly text: string | null };
      readonly kind: VersionKind;
      readonly userId: string | null;
    }[],
  ): Promise<void> {
    const latest = await this.latestOf(domain);
    const at = this.clock.now();
    const rows: Value[][] = [];
    const old: Value[][] = [];
    for (const { item, kind, userId } of update) {
      const { id, text, file, form } = item;
      const print = text === null ? null : fingerprint(text);
      const last = latest.get(id);
      if ((last !== undefined && last.fingerprint === print) || (text?.length ?? 0) > MAX_LENGTH) continue;
      if (last === undefined && print === null) continue;
      const version = (last?.version ?? 0) + 1;
      latest.set(id, { version, fingerprint: print });
      rows.push([domain, id, version, at, kind, userId, file, form, print, text]);
      if (version > KEPT) old.push([domain, id, version - KEPT]);
    }
    if (rows.length === 0) return;
    try {
      await this.database.write([
        { sql: INSERT, rows },
        { sql: PRUNE, rows: old },
      ]);
    } catch (error) {
      // Read from the database again.
      this.latest.delete(domain);
      throw error;
    }
  }

  private latestOf(domain: VersionedDomain): Promise<Map<string, Latest>> {
    const known = this.latest.get(domain);
    if (known !== undefined) return known;
    const reading = this.readLatest(domain);
    this.latest.set(domain, reading);
    reading.catch(() => this.latest.delete(domain));
    return reading;
  }

  private async readLatest(domain: VersionedDomain): Promise<Map<string, Latest>> {
    const rows = await this.database.query(LATEST, [domain]);
    return new Map(
      rows.map(({ item_id: id, version, fingerprint: print }) => [
        String(id),
        { version: Number(version), fingerprint: print === null ? null : String(print) },
      ]),
    );
  }
}

/** A hash that identifies a text. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function versionOf(row: Row): ItemVersion {
  return {
    version: Number(row.version),
    time: isoTime(Number(row.at)),
    kind: String(row.kind) as VersionKind,
    user_id: row.user_id === null ? null : String(row.user_id),
    file: String(row.file),
  };
}
