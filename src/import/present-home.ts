import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '../auth/users.ts';
import { message } from '../core/messages.ts';
import type { Area } from '../entities/registry/places.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { HomeRead } from './home-read.ts';
import type { ImportPlan, PlannedFile } from './import-plan.ts';
import type { Report } from './report.ts';
import { ImportError } from './source-folder.ts';

/** The collections whose items people know by a unique name. */
const NAMED = ['areas', 'floors', 'labels'] as const;

/** What the data folder holds already, as JSON by collection and ID. */
export type PresentDocuments = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function presentDocuments({
  database,
  fields,
}: Pick<DataFolder, 'database' | 'fields'>): Promise<PresentDocuments> {
  const present = new Map<string, Map<string, string>>();
  for (const { collection, id, body } of await database.query('SELECT collection, id, body FROM documents')) {
    const stored = { collection: String(collection), id: String(id), body: String(body) };
    const known = present.get(stored.collection) ?? new Map<string, string>();
    present.set(stored.collection, known.set(stored.id, fields.open(stored) ?? stored.body));
  }
  return present;
}

/** An area, floor or label of a plan that is here under the same name and another ID. */
export interface NameClash {
  readonly collection: string;
  readonly id: string;
  readonly name: string;
  /** The ID that it has here. */
  readonly presentId: string;
}

/** The ID of what is here under a name, in one of the collections of named items. */
export function namesHere(
  present: PresentDocuments,
): (collection: string, name: string) => string | undefined {
  const names = new Map(
    NAMED.map((collection) => [
      String(collection),
      new Map(
        [...(present.get(collection) ?? [])].map(([id, body]) => [
          folded((JSON.parse(body) as Area).name),
          id,
        ]),
      ),
    ]),
  );
  return (collection, name) => names.get(collection)?.get(folded(name));
}

/** The areas, floors and labels that are here under the same name and another ID. */
export function nameClashes(plan: ImportPlan, present: PresentDocuments): NameClash[] {
  const here = namesHere(present);
  return NAMED.flatMap((collection) =>
    [...plan.all<Area>(collection)].flatMap(({ id, name }) => {
      const presentId = here(collection, name);
      return presentId === undefined || presentId === id ? [] : [{ collection, id, name, presentId }];
    }),
  );
}

/** Throws `ImportError` for areas, floors and labels that are here under the same name and another ID. */
export function refuseNameClashes(plan: ImportPlan, present: PresentDocuments): void {
  const clashes = nameClashes(plan, present).map(
    ({ collection, name }) => `${collection.slice(0, -1)} ${name}`,
  );
  if (clashes.length === 0) return;
  throw new ImportError(
    `this home already has items with the same names: ${clashes.join(', ')}. ` +
      'Merge them with --merge, rename or delete them, or import into an empty data folder. Nothing was imported.',
  );
}

/** A home has one owner, and usernames are unique: those who are here already come first. */
export function reconcileUsers({ plan, report }: HomeRead, present: PresentDocuments): void {
  const here = [...(present.get('users') ?? [])].map(([, body]) => JSON.parse(body) as User);
  for (const user of [...plan.all<User>('users')]) {
    if (present.get('users')?.has(user.id) === true) continue;
    const isSecond = user.is_owner && here.some((other) => other.is_owner);
    const isTaken = user.username !== null && here.some((other) => other.username === user.username);
    if (isSecond) report.partial('user', user.name, message('reason_second_owner'));
    if (isTaken) {
      report.partial(
        'user',
        user.name,
        message('reason_username_taken_here', { username: String(user.username) }),
      );
      plan.documents.get('passwords')?.delete(user.id);
    }
    if (isSecond || isTaken)
      plan.put('users', user.id, {
        ...user,
        is_owner: user.is_owner && !isSecond,
        username: isTaken ? null : user.username,
      } satisfies User);
  }
}

/** What is new, and how much was here before. */
export interface Difference {
  readonly documents: readonly (readonly [collection: string, id: string, body: string])[];
  readonly unchanged: number;
  /** What exists here with other content and is kept. */
  readonly kept: readonly string[];
}

/** Compares a plan with the documents of the data folder: what is there stays. */
export function newDocuments(plan: ImportPlan, present: PresentDocuments): Difference {
  const documents: [string, string, string][] = [];
  const kept: string[] = [];
  let unchanged = 0;
  for (const [collection, values] of plan.documents) {
    const held = present.get(collection);
    for (const [id, value] of values) {
      const body = JSON.stringify(value);
      const before = held?.get(id);
      if (before === undefined) documents.push([collection, id, body]);
      else if (before === body) unchanged += 1;
      else kept.push(`${collection} ${id.replaceAll('\n', ' ')}`);
    }
  }
  return { documents, unchanged, kept };
}

/** The files that are not in the data folder yet; others are named if they differ. */
export function newFiles(
  plan: ImportPlan,
  folders: { readonly source: string; readonly data: string },
  report: Report,
): Map<string, PlannedFile> {
  const files = new Map<string, PlannedFile>();
  for (const [path, file] of plan.files) {
    const target = join(folders.data, path);
    if (!existsSync(target)) files.set(path, file);
    else if (!isSame(target, file, folders.source))
      report.partial('file', path, message('reason_file_stays'));
  }
  return files;
}

function isSame(target: string, file: PlannedFile, source: string): boolean {
  const bytes = 'text' in file ? Buffer.from(file.text) : readFileSync(join(source, file.from));
  return readFileSync(target).equals(bytes);
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}
