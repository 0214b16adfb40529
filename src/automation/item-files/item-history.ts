import { z } from 'zod';
import { type Clock, isoTime } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { type ChangeRecorder, MAX_PARTS } from '../../storage/changes/change-recorder.ts';
import {
  type FileRecord,
  type FileWrite,
  type RecordedFiles,
  writeFile,
} from '../../storage/changes/recorded-files.ts';
import { fingerprint } from '../../storage/changes/splice.ts';
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

/** Who made a version, and how. */
interface NotedBy {
  readonly kind: 'saved' | 'found';
  readonly userId: string | null;
}

/** An item before and after an edit; null where there is none. */
export interface ItemChangeText {
  readonly id: string;
  readonly before: string | null;
  readonly text: string | null;
  readonly file: string;
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
const COLUMNS = `change_parts.id AS item, at, user_id, before, after, detail FROM change_parts
  JOIN changes ON changes.id = change_id WHERE kind = 'item' AND name = ? AND change_parts.state = 'made'`;
const LATEST = `SELECT id, detail FROM change_parts WHERE part_id IN
  (SELECT max(part_id) FROM change_parts WHERE kind = 'item' AND name = ? AND state = 'made' GROUP BY id)`;
const FOUND = `INSERT INTO changes (id, at, user_id, act, state) VALUES (?, ?, ?, ?, ?)`;
const FOUND_PART = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after, detail)
  SELECT ?, ?, 'item', ?, ?, (SELECT after FROM change_parts WHERE kind = 'item' AND name = ? AND id = ? AND state = 'made'
    ORDER BY part_id DESC LIMIT 1), ?, ?`;

interface Latest {
  readonly version: number;
  /** Null if the item is deleted. */
  readonly fingerprint: string | null;
}

/** What is recorded of a version besides its text. */
const Detail = z.object({
  version: z.number(),
  kind: z.enum(['saved', 'restored', 'deleted', 'found', 'gone']),
  file: z.string(),
  form: z.enum(['entry', 'file']),
  print: z.string().nullable(),
});

/** The versions of each item, byte for byte: the changes of its text. */
export class ItemHistory {
  private readonly database: Pick<Database, 'write' | 'query'>;
  private readonly recorder: ChangeRecorder;
  private readonly files: RecordedFiles;
  private readonly clock: Clock;
  private readonly latest = new Map<VersionedDomain, Promise<Map<string, Latest>>>();

  constructor(parts: {
    database: Pick<Database, 'write' | 'query'>;
    recorder: ChangeRecorder;
    files: RecordedFiles;
    clock: Clock;
  }) {
    this.database = parts.database;
    this.recorder = parts.recorder;
    this.files = parts.files;
    this.clock = parts.clock;
  }

  /** Records all items of a domain as read from the files: external edits become versions. */
  async found(domain: VersionedDomain, items: readonly ItemText[], isWhole: boolean): Promise<void> {
    const latest = await this.latestOf(domain);
    const changed = items.filter(
      ({ id, text }) => latest.get(id)?.fingerprint !== fingerprint(text) && text.length <= MAX_LENGTH,
    );
    const there = new Set(items.map(({ id }) => id));
    // While a file is unreadable, deletions cannot be detected.
    const removed = isWhole
      ? [...latest].filter(([id, { fingerprint: last }]) => last !== null && !there.has(id))
      : [];
    await this.record(domain, latest, [
      ...changed,
      ...removed.map(([id]) => ({ id, text: null, file: '', form: 'entry' as const })),
    ]);
  }

  /** What is recorded of an edit; a null `text` means deletion. */
  async editOf(domain: VersionedDomain, item: ItemChangeText, kind: VersionKind): Promise<FileRecord> {
    const { id, before, text, file, form } = item;
    const isTooLong = Math.max(before?.length ?? 0, text?.length ?? 0) > MAX_LENGTH;
    const version = ((await this.latestOf(domain)).get(id)?.version ?? 0) + 1;
    const print = text === null ? null : fingerprint(text);
    return {
      kind: isTooLong ? 'private' : 'item',
      ...{ name: domain, id, before: isTooLong ? null : before, after: isTooLong ? null : text },
      isSecret: isTooLong,
      detail: { version, kind, file, form, print },
    };
  }

  /** Writes an edit to its file and records it; false if the file has changed meanwhile. */
  async write(
    domain: VersionedDomain,
    file: FileWrite,
    edit: { readonly item: ItemChangeText; readonly kind: VersionKind; readonly userId: string | null },
  ): Promise<boolean> {
    // The same text again is no version, but the file must still be what the edit was based on.
    if (edit.item.before === edit.item.text) return writeFile(file);
    const record = await this.editOf(domain, edit.item, edit.kind);
    const own = { userId: edit.userId, tokenId: null, act: `item/${edit.kind}` };
    if (!(await this.files.write(file, record, own))) return false;
    await this.wrote(domain, record);
    return true;
  }

  /** Notes an edit that was written and recorded. */
  async wrote(
    domain: VersionedDomain,
    { id, after, detail }: Pick<FileRecord, 'id' | 'after' | 'detail'>,
  ): Promise<void> {
    const { version } = Detail.parse(detail);
    const print = after === null ? null : fingerprint(after);
    (await this.latestOf(domain)).set(id, { version, fingerprint: print });
  }

  /** Notes a version of something whose changes are recorded with its documents. */
  async noted(domain: VersionedDomain, item: Omit<ItemText, 'file' | 'form'>, by: NotedBy): Promise<void> {
    const { id, text } = item;
    const latest = await this.latestOf(domain);
    if (latest.get(id)?.fingerprint === fingerprint(text) || text.length > MAX_LENGTH) return;
    await this.record(domain, latest, [{ id, text, file: '', form: 'file' }], by);
  }

  /** The versions of an item, the newest first. */
  async list(domain: VersionedDomain, id: string): Promise<ItemVersion[]> {
    const rows = await this.database.query(
      `SELECT ${COLUMNS} AND change_parts.id = ? ORDER BY part_id DESC LIMIT ?`,
      [domain, id, KEPT],
    );
    return rows.map(versionOf);
  }

  /** One version; throws `not_found`. */
  async get(domain: VersionedDomain, id: string, version: number): Promise<VersionText> {
    const [row] = await this.database.query(
      `SELECT ${COLUMNS} AND change_parts.id = ? AND json_extract(detail, '$.version') = ? ORDER BY part_id DESC LIMIT 1`,
      [domain, id, version],
    );
    const after = row === undefined || row.after === null ? null : String(row.after);
    const text = this.recorder.texts.open(after, { name: domain, id });
    if (row === undefined || text === undefined)
      throw fault('not_found', 'no_such_version', { version, domain, id });
    return {
      ...versionOf(row),
      text,
      form: detailOf(row).form,
    };
  }

  /** Notes the versions at once, before anything is awaited: the same text that is found again meanwhile is none. */
  private async record(
    domain: VersionedDomain,
    latest: Map<string, Latest>,
    items: readonly (Omit<ItemText, 'text'> & { readonly text: string | null })[],
    by?: NotedBy,
  ): Promise<void> {
    if (items.length === 0) return;
    const at = this.clock.now();
    const changes: Value[][] = [];
    const parts: Value[][] = [];
    for (const { id, text, file, form } of items) {
      const changeId = this.recorder.nextId();
      const version = (latest.get(id)?.version ?? 0) + 1;
      const kind = by?.kind ?? (text === null ? 'gone' : 'found');
      const print = text === null ? null : fingerprint(text);
      // How an item is found first is not a change of it.
      const isSeen = version === 1 || by !== undefined;
      changes.push([changeId, at, by?.userId ?? null, `item/${kind}`, isSeen ? 'seen' : 'made']);
      const detail = JSON.stringify({ version, kind, file, form, print });
      const stored = this.recorder.texts.seal(text, { name: domain, id });
      parts.push([changeId * MAX_PARTS, changeId, domain, id, domain, id, stored, detail]);
      latest.set(id, { version, fingerprint: print });
    }
    try {
      await this.database.write([
        { sql: FOUND_PART, rows: parts },
        { sql: FOUND, rows: changes },
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
      rows.map((row) => {
        const { version, print } = detailOf(row);
        return [String(row.id), { version, fingerprint: print }];
      }),
    );
  }
}

function detailOf({ detail }: Row): z.infer<typeof Detail> {
  return Detail.parse(JSON.parse(String(detail)));
}

function versionOf(row: Row): ItemVersion {
  const { version, kind, file } = detailOf(row);
  return {
    version,
    time: isoTime(Number(row.at)),
    kind,
    user_id: row.user_id === null ? null : String(row.user_id),
    file,
  };
}
