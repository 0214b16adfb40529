import { resolve } from 'node:path';
import type { FileDetail, FileWrite } from '../../storage/changes/recorded-files.ts';
import { applySplice, reversed } from '../../storage/changes/splice.ts';
import { textOf } from '../../storage/yaml/file-edits.ts';
import type { YamlReading } from '../../storage/yaml/resolve-tags.ts';
import type { Plan } from './edit-plan.ts';
import type { FiledItem } from './item-files.ts';
import type { ItemChangeText, ItemText } from './item-history.ts';

/** An item as it is recorded. */
export function itemText(id: string, { source }: FiledItem): ItemText {
  return { id, text: textOf(source), file: source.part.file.name, form: source.form };
}

/** An item before and after a planned edit. */
export function changeTexts(
  id: string,
  edit: { readonly item: FiledItem | undefined; readonly after: FiledItem | undefined; readonly plan: Plan },
): ItemChangeText {
  const { item, after, plan } = edit;
  const source = (after ?? item)?.source;
  return {
    id,
    before: item === undefined ? null : textOf(item.source),
    text: after === undefined ? null : textOf(after.source),
    file: source?.part.file.name ?? plan.file.name,
    form: source?.form === 'file' ? 'file' : 'entry',
  };
}

/** The file of a plan. */
export function fileOf({ file, expected, text }: Plan): FileWrite {
  return { path: file.path, name: file.name, expected, text };
}

/** The plan to make a whole file what it was; undefined if it is not as the change left it. */
export async function exactPlan(
  reading: YamlReading,
  { file: name, splice }: FileDetail,
): Promise<Plan | undefined> {
  if (splice === undefined) return undefined;
  const file = await reading.file(name);
  const expected = file?.text ?? null;
  const text = applySplice(expected, reversed(splice));
  if (text === undefined) return undefined;
  return {
    file: { path: file?.path ?? resolve(reading.root, name), name },
    expected,
    text,
    gives: text !== null,
  };
}
