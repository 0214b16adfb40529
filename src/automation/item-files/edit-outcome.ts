import { fault, faultOf } from '../../core/errors.ts';
import { shownValue, textOf } from '../../storage/yaml/file-edits.ts';
import type { YamlReading } from '../../storage/yaml/resolve-tags.ts';
import { canonical } from '../../storage/yaml/same-value.ts';
import { placeIn } from '../../storage/yaml/source-file.ts';
import type { Plan } from './edit-plan.ts';
import type { FiledItem, FiledItems, ItemFiles } from './item-files.ts';

/** Keys whose values depend on the order of their own keys. */
export const ORDERED: ReadonlySet<string> = new Set(['variables', 'trigger_variables']);

/** The item after the change. Throws if other items would change in meaning or a file would break. */
export async function outcomeOf(
  files: ItemFiles,
  { id, plan: { file, text } }: { readonly id: string; readonly plan: Plan },
  { reading, before }: { readonly reading: YamlReading; readonly before: FiledItems },
): Promise<FiledItem | undefined> {
  const after = await files.readWith(reading, file, text);
  const { domain } = files;
  const others = (items: readonly FiledItem[]): FiledItem[] => items.filter((one) => one.id !== id);
  const [was, is] = [others(before.items), others(after.items)];
  const compare = /[&*]\w/.test(text ?? '') || text === null ? meaning : textOfItem;
  const changed = was.find((one, i) => is[i] === undefined || compare(one) !== compare(is[i]));
  const [problem] = after.problems.filter(
    ({ message }) => !before.problems.some((one) => one.message === message),
  );
  if (changed !== undefined || was.length !== is.length) {
    if (changed === undefined) throw fault('not_allowed', 'item_holds_anchor', { domain, id });
    const place = placeIn(changed.source.part.file, changed.source.part.from);
    throw fault('not_allowed', 'item_holds_anchor_used_at', { domain, id, place });
  }
  const item = after.items.find((one) => one.id === id);
  if (item === undefined && problem !== undefined) throw faultOf('invalid_format', problem.reason);
  return item;
}

/** Whether an item has a configuration. */
export function says({ source }: FiledItem, requested: unknown): boolean {
  return canonical(shownValue(source), ORDERED) === canonical(requested, ORDERED);
}

function textOfItem({ id, source }: FiledItem): string {
  return `${id}\n${textOf(source)}`;
}

function meaning({ id, source }: FiledItem): string {
  return `${id}\n${canonical(source.value, ORDERED)}`;
}
