import type { Acting } from '../../core/acting.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../database.ts';
import type { Statement, Value } from '../sqlite.ts';
import { ChangeJournal } from './change-journal.ts';
import type { FilePart } from './file-part.ts';
import { SealedTexts } from './sealed-texts.ts';

/**
 * What is recorded of a collection: its values, encrypted if they have secrets (`sealed values`), or, where they contain secrets, only the names of what changed, which
 * cannot be undone. Values without secrets are those of config entries: who puts one back is asked for its login again.
 */
export type Recording = 'values' | 'sealed values' | 'names' | 'values without secrets';

export type { FilePart } from './file-part.ts';

/** What is recorded of a collection; undefined for nothing. */
export type RecordingOf = (collection: string) => Recording | undefined;

/** The most parts of a change that are recorded: the ID of a part is that of its change times this, plus its number. */
export const MAX_PARTS = 2 ** 20;

const OLD_BODY = '(SELECT body FROM documents WHERE collection = ? AND id = ?)';
const SAME_PART = 'ON CONFLICT (name, id, change_id, kind) DO UPDATE SET after = excluded.after';
const SECRETS = ['token', 'access_token', 'password', 'secret', 'api_key', 'key', 'psk', 'noise_psk', 'pin']
  .map((name) => `'$.data.${name}'`)
  .join(', ');
/** The text itself where it has no secret, so that undo writes the same bytes. */
const WITHOUT_SECRETS = (body: string): string =>
  `CASE WHEN json_extract(${body}, ${SECRETS}) = '[${'null,'.repeat(8)}null]' THEN ${body} ELSE json_remove(${body}, ${SECRETS}) END`;
const RECORD_WITHOUT_SECRETS = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after)
  SELECT ?, ?, 'document', old.name, old.id, ${WITHOUT_SECRETS('old.body')}, ${WITHOUT_SECRETS('old.next')}
  FROM (SELECT ? AS name, ? AS id, ${OLD_BODY} AS body, ? AS next) AS old WHERE true ${SAME_PART}`;
const NAME_OF = (body: string): string =>
  `CASE WHEN ${body} IS NULL THEN NULL ELSE json_object('name', json_extract(${body}, '$.name')) END`;
const RECORD_NAMES = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after)
  SELECT ?, ?, 'private', ?, ?, ${NAME_OF(OLD_BODY)}, ${NAME_OF('?')} WHERE true ${SAME_PART}`;
const RECORD_CHANGE = `INSERT INTO changes (id, at, user_id, token_id, act, undoes, acts, state)
  SELECT ?, ?, ?, ?, ?, ?, ?, 'made'
  WHERE EXISTS (SELECT 1 FROM change_parts WHERE part_id >= ? AND part_id < ?) ON CONFLICT (id) DO NOTHING`;
const PLAN_PART = `INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after, detail, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'planned')`;
const REPLAN_PART = 'UPDATE change_parts SET before = ?, after = ?, detail = ? WHERE part_id = ?';
const FULFILL_PART = `UPDATE change_parts SET state = 'made' WHERE part_id = ?`;
const DROP_PART = 'DELETE FROM change_parts WHERE part_id = ?';
const DROP_EMPTY =
  'DELETE FROM changes WHERE id = ? AND NOT EXISTS (SELECT 1 FROM change_parts WHERE part_id >= ? AND part_id < ?)';

/**
 * Records what operations write, in the transaction of each write: a change and its effect both exist or neither.
 */
export class ChangeRecorder {
  private readonly recordingOf: RecordingOf;
  private readonly clock: Pick<Clock, 'now'>;
  /** How the texts of changes are stored. */
  readonly texts: SealedTexts;
  private readonly journal: ChangeJournal;
  private readonly listeners = new Set<(changeId: number) => void>();
  private lastId: number;

  constructor(parts: {
    readonly recordingOf: RecordingOf;
    readonly clock: Pick<Clock, 'now'>;
    readonly journal: ChangeJournal;
    readonly texts: SealedTexts;
    readonly lastId: number;
  }) {
    this.recordingOf = parts.recordingOf;
    this.clock = parts.clock;
    this.journal = parts.journal;
    this.texts = parts.texts;
    this.lastId = parts.lastId;
  }

  /** Makes all that was recorded visible to the queries made from now on; rejects if that cannot be written. */
  sort(): Promise<void> {
    return this.journal.sort();
  }

  /** Calls a listener after each operation that recorded a change. */
  onChange(listener: (changeId: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The ID of the next change. */
  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /**
   * Records a document; the statement runs before it is written. Undefined if its collection is not recorded. Unless it
   * is complete, `change` belongs to the same transaction.
   */
  document(
    acting: Acting,
    written: { readonly collection: string; readonly id: string; readonly body: string | null },
  ): { readonly statement: Statement; readonly isComplete: boolean } | undefined {
    const { collection: name, id, body } = written;
    const recording = this.recordingOf(name);
    if (recording === undefined) return undefined;
    const [partId, changeId] = this.part(acting);
    if (recording === 'values' || recording === 'sealed values') {
      const mayHaveSecrets = recording === 'sealed values';
      const part = { partId, changeId, at: this.clock.now(), mayHaveSecrets };
      return { statement: this.journal.append(part, acting, written), isComplete: true };
    }
    const params = [partId, changeId, name, id, name, id, body];
    if (recording === 'values without secrets')
      return { statement: { sql: RECORD_WITHOUT_SECRETS, params }, isComplete: false };
    const names = [partId, changeId, name, id, ...[name, id, name, id], body, body];
    return { statement: { sql: RECORD_NAMES, params: names }, isComplete: false };
  }

  /** Records a change; the statement runs after those of its parts. */
  change(acting: Acting): Statement {
    const { changeId = 0, userId, tokenId, act, undoes = null, acts } = acting;
    const [from, to] = partsOf(changeId);
    const all = acts === undefined ? null : JSON.stringify(acts);
    return {
      sql: RECORD_CHANGE,
      params: [changeId, this.clock.now(), userId, tokenId, act, undoes, all, from, to],
    };
  }

  /** Records a file that is about to be written; the ID says so once it is. */
  planned(acting: Acting, part: FilePart): { readonly statements: Statement[]; readonly partId: number } {
    const [partId, changeId] = this.part(acting);
    const { kind, name, id, before, after, detail } = this.texts.sealPart(part);
    return {
      partId,
      statements: [
        { sql: PLAN_PART, params: [partId, changeId, kind, name, id, before, after, detail] },
        this.change(acting),
      ],
    };
  }

  /** Plans a file again whose part is planned. */
  replanned(partId: number, part: FilePart): Statement {
    const { before, after, detail } = this.texts.sealPart(part);
    return { sql: REPLAN_PART, params: [before, after, detail, partId] };
  }

  private part(acting: Acting): [partId: number, changeId: number] {
    const changeId = acting.changeId ?? this.nextId();
    acting.changeId = changeId;
    acting.onEnd ??= () => {
      for (const listener of this.listeners) listener(changeId);
    };
    const number = acting.parts ?? 0;
    if (number >= MAX_PARTS) throw new Error(`A change has at most ${MAX_PARTS} parts`);
    acting.parts = number + 1;
    return [changeId * MAX_PARTS + number, changeId];
  }
}

/** The statements for a file that was written, or was not. */
export function settled(partId: number, isMade: boolean): Statement[] {
  if (isMade) return [{ sql: FULFILL_PART, params: [partId] }];
  const changeId = Math.floor(partId / MAX_PARTS);
  return [
    { sql: DROP_PART, params: [partId] },
    { sql: DROP_EMPTY, params: [changeId, ...partsOf(changeId)] },
  ];
}

/** The range of the IDs of a change's parts. */
export function partsOf(changeId: number): [from: number, to: number] {
  return [changeId * MAX_PARTS, (changeId + 1) * MAX_PARTS];
}

interface RecorderOptions {
  readonly recordingOf: RecordingOf;
  readonly clock: Pick<Clock, 'now'>;
  /** Without it, no text is encrypted. */
  readonly texts?: SealedTexts | undefined;
}

/** Continues the IDs of the recorded changes. */
export async function openRecorder(
  database: Pick<Database, 'query' | 'writeUnsynced'>,
  { recordingOf, clock, texts = new SealedTexts() }: RecorderOptions,
): Promise<ChangeRecorder> {
  // What a crash left in the journal.
  const journal = new ChangeJournal(database, texts);
  await journal.sortAll();
  const [row] = await database.query(
    'SELECT max(coalesce((SELECT max(id) FROM changes), 0), coalesce((SELECT max(change_id) FROM change_parts), 0)) AS last',
  );
  const last: Value | undefined = row?.last;
  return new ChangeRecorder({
    ...{ recordingOf, clock, texts, journal, lastId: Number(last ?? 0) },
  });
}
