import type { ImportPlan } from './import-plan.ts';
import { nameClashes, type PresentDocuments } from './present-home.ts';
import type { Report } from './report.ts';

/** Where documents name areas, floors and labels. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  areas: ['devices', 'entities'],
  floors: ['areas'],
  labels: ['areas', 'devices', 'entities'],
};
const FIELDS: Readonly<Record<string, string>> = { areas: 'area_id', floors: 'floor_id', labels: 'labels' };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Has areas, floors and labels that are here under the same name and another ID take the place of those of the plan, in
 * everything that names them.
 */
export function mergeByName(plan: ImportPlan, present: PresentDocuments, report: Report): void {
  for (const { collection, id, name, presentId } of nameClashes(plan, present)) {
    plan.documents.get(collection)?.delete(id);
    const field = FIELDS[collection] ?? '';
    for (const owner of REFERENCES[collection] ?? [])
      for (const [key, value] of plan.documents.get(owner) ?? []) {
        const changed = renamed(value as Fields, { field, id, presentId });
        if (changed !== undefined) plan.put(owner, key, changed);
      }
    report.partial(
      collection.slice(0, -1),
      name,
      `merged with the one here: automations that name its former ID ${id} do not find it`,
    );
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
