import { message } from '../core/messages.ts';
import type { ImportPlan } from './import-plan.ts';
import { type NameClash, nameClashes, type PresentDocuments } from './present-home.ts';
import { renameInFiles } from './rename-in-files.ts';
import { renameInValue } from './rename-in-values.ts';
import type { Report } from './report.ts';
import type { SourceFolder } from './source-folder.ts';

/** Where documents name areas, floors and labels. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  areas: ['devices', 'entities'],
  floors: ['areas'],
  labels: ['areas', 'devices', 'entities'],
};
/** The collections in whose documents users name them. */
const NAMING: ReadonlySet<string> = new Set([
  ...['dashboard_configs', 'helpers', 'templates', 'config_entries', 'energy', 'kept_data', 'users'],
]);
const FIELDS: Readonly<Record<string, string>> = { areas: 'area_id', floors: 'floor_id', labels: 'labels' };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Has areas, floors and labels that are here under the same name and another ID take the place of those of the plan, in
 * everything that names them, also in the YAML files.
 */
export async function mergeByName(
  { plan, report }: { readonly plan: ImportPlan; readonly report: Report },
  source: Pick<SourceFolder, 'text'>,
  present: PresentDocuments,
): Promise<void> {
  const clashes = nameClashes(plan, present);
  const { changed, unread } = await renameInFiles(plan, source, clashes);
  for (const name of changed) report.partial('file', name, message('reason_names_merged'));
  for (const name of unread) report.partial('file', name, message('reason_names_former'));
  if (clashes.length > 0) renameInDocuments(plan, report, clashes);
  for (const { collection, id, name, presentId } of clashes) {
    plan.documents.get(collection)?.delete(id);
    const field = FIELDS[collection] ?? '';
    for (const owner of REFERENCES[collection] ?? [])
      for (const [key, value] of plan.documents.get(owner) ?? []) {
        const changed = renamed(value as Fields, { field, id, presentId });
        if (changed !== undefined) plan.put(owner, key, changed);
      }
    report.partial(collection.slice(0, -1), name, message('reason_merged', { id, present: presentId }));
  }
}

/** Renames them in what users made in the app: cards, helpers, templates, and the rules of users. */
function renameInDocuments(plan: ImportPlan, report: Report, clashes: readonly NameClash[]): void {
  for (const [collection, documents] of plan.documents) {
    if (!NAMING.has(collection.split('.', 1)[0] ?? '')) continue;
    for (const [id, value] of documents) {
      const renamed = renameInValue(value, clashes);
      if (renamed === value) continue;
      documents.set(id, renamed);
      if (collection === 'dashboard_configs') report.partial('dashboard', id, message('reason_names_merged'));
    }
  }
}

/** The document with another ID in a field; undefined if it does not name the former one. */
function renamed(
  document: Fields,
  { field, id, presentId }: { readonly field: string; readonly id: string; readonly presentId: string },
): Fields | undefined {
  const value = document[field];
  if (value === id) return { ...document, [field]: presentId };
  if (!Array.isArray(value) || !value.includes(id)) return undefined;
  return { ...document, [field]: [...new Set(value.map((one) => (one === id ? presentId : one)))] };
}
