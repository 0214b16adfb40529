import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../core/clock.ts';
import { newContext } from '../core/context.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { finishPendingFiles, type PendingFile, stageFiles } from '../storage/pending-files.ts';
import type { Statement, Value } from '../storage/sqlite.ts';
import { endingOf, followersIn, withoutFollowed, writeOver } from './followed.ts';
import type { HomeRead } from './home-read.ts';
import type { ImportPlan, PlannedState } from './import-plan.ts';
import { mergeByName } from './merge-names.ts';
import {
  type Difference,
  newDocuments,
  newFiles,
  presentDocuments,
  reconcileUsers,
  refuseNameClashes,
} from './present-home.ts';
import type { SourceFolder } from './source-folder.ts';

const SETTINGS = 'hearth.yaml';

/** How much an import changed. */
export interface WriteResult {
  readonly written: number;
  readonly unchanged: number;
  /** What existed here with other content and was kept. */
  readonly kept: readonly string[];
  /** The names of the hubs that were followed until now. */
  readonly ended: readonly string[];
}

/** Compares an installation that was read with the data folder, and writes nothing. Throws `ImportError`. */
export async function compareHome(home: HomeRead, folder: DataFolder): Promise<void> {
  const present = await presentDocuments(folder);
  refuseNameClashes(home.plan, present);
  reconcileUsers(home, present);
}

/**
 * Writes what is new into the data folder, which no server uses: all documents, states and files, or none, also if
 * the process is killed. With that, following another hub ends. Throws `ImportError` for names that are taken, unless `mergesNames` has them merged.
 */
export async function writeHome(
  home: HomeRead,
  source: Pick<SourceFolder, 'root' | 'stream' | 'text'>,
  folder: DataFolder,
  options: { readonly mergesNames?: boolean; readonly keepsFollowing?: boolean } = {},
): Promise<WriteResult> {
  const { plan, report } = home;
  const { database, path } = folder;
  const all = await presentDocuments(folder);
  const ended = options.keepsFollowing === true ? [] : followersIn(all);
  const present = ended.length === 0 ? all : withoutFollowed(all, ended);
  if (options.mergesNames === true) await mergeByName({ plan, report }, source, present);
  else refuseNameClashes(plan, present);
  reconcileUsers(home, present);
  const { documents, unchanged, kept } = newDocuments(plan, present);
  // The copy of a database is removed once it was imported.
  for (const [id] of present.get('history_sources') ?? [])
    for (const ending of ['', '-wal']) plan.files.delete(`history-source-${id}.db${ending}`);
  const states = await newStates(plan, folder);
  const files = [...newFiles(plan, { source: source.root, data: path }, report)].map(
    ([name, file]): PendingFile => ({
      path: name,
      content: () => ('text' in file ? file.text : source.stream(file.from)),
      replaces: false,
    }),
  );
  const settings = newSettings(plan, path);
  if (settings !== undefined) files.push({ path: SETTINGS, content: () => settings, replaces: true });
  const statements: Statement[] = [
    ...endingOf(ended),
    { sql: 'INSERT INTO documents (collection, id, body) VALUES (?, ?, ?)', rows: sealed(documents, folder) },
    { sql: SAVE_STATE, rows: states.map(stateRow) },
    ...(await stageFiles(path, files)),
  ];
  await (ended.length === 0 ? database.write(statements) : writeOver(database, statements));
  await finishPendingFiles(path, database);
  return {
    written: documents.length + states.length + files.length,
    unchanged,
    kept,
    ended: ended.map(({ title }) => title),
  };
}

/** The documents as they are stored: without readable secrets. */
function sealed(documents: Difference['documents'], { fields }: DataFolder): Value[][] {
  return documents.map(([collection, id, body]) => [collection, id, fields.seal({ collection, id, body })]);
}

/** `hearth.yaml` with the sections it does not have yet; undefined if it has all of them. */
function newSettings({ settings }: ImportPlan, dataFolder: string): string | undefined {
  const file = join(dataFolder, SETTINGS);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const missing = [...settings].filter(([name]) => !new RegExp(`^["']?${name}["']?\\s*:`, 'm').test(before));
  if (missing.length === 0) return undefined;
  const separator = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${separator}${missing.map(([, text]) => text).join('')}`;
}

const SAVE_STATE = `INSERT INTO last_states
  (entity_id, state, last_changed, last_updated, last_reported, made_over_rest, entity_values)
  VALUES (?, ?, ?, ?, ?, 0, ?)`;

async function newStates({ states }: ImportPlan, { database }: DataFolder): Promise<PlannedState[]> {
  const known = new Set(
    (await database.query('SELECT entity_id FROM last_states')).map((row) => row.entity_id),
  );
  return [...states.values()].filter(({ entityId }) => !known.has(entityId));
}

function stateRow(planned: PlannedState): Value[] {
  const { entityId, state, attributes, changedAt, updatedAt, values } = planned;
  const text = JSON.stringify({
    entity_id: entityId,
    state,
    attributes,
    last_changed: isoTime(changedAt),
    last_reported: isoTime(updatedAt),
    last_updated: isoTime(updatedAt),
    context: newContext(updatedAt),
  });
  return [entityId, text, changedAt, updatedAt, updatedAt, JSON.stringify(values)];
}
