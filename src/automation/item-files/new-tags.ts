import { basename } from 'node:path';
import { fault } from '../../core/errors.ts';
import { tagsOf } from '../../storage/yaml/file-edits.ts';
import { isMapping, isTagText } from '../../storage/yaml/write-value.ts';
import type { FiledItem } from './item-files.ts';

/**
 * Throws for tags that an edit through the API adds to an item: a run could return their values, and with
 * them the secrets that the settings mask. Existing tags may remain, the owner may add `!secret`, and files
 * can only be included by editing the YAML.
 */
export function refuseNewTags(requested: unknown, item: FiledItem | undefined, isOwner: boolean): void {
  const known = new Set(item === undefined ? [] : tagsOf(item.source));
  for (const tag of tagTexts(requested)) {
    if (known.has(tag) || tag.startsWith('!input ')) continue;
    if (!tag.startsWith('!secret ')) throw fault('not_allowed', 'tag_only_in_file', { tag });
    if (!isOwner) throw fault('unauthorized', 'only_owner_may_add_tag', { tag });
  }
}

/** Throws if an edit includes a file of the server itself: settings, secrets, databases, locks and logs. */
export function refuseServerFiles(after: FiledItem, before: FiledItem | undefined): void {
  const known = new Set(before?.source.included.map(({ file }) => file.name));
  const file = after.source.included.find(
    ({ file: { name } }) => isServerFile(name) && !known.has(name),
  )?.file;
  if (file !== undefined) throw fault('not_allowed', 'include_only_by_hand', { file: file.name });
}

function isServerFile(name: string): boolean {
  return (
    /^(?:hearth|secrets)\.yaml$|\.(?:db(?:-\w+)?|lock|sock)$/.test(basename(name)) ||
    /^logs(?:\/|$)/.test(name)
  );
}

/** The texts of a configuration that represent tags. */
function* tagTexts(value: unknown): Iterable<string> {
  if (typeof value === 'string') {
    if (isTagText(value)) yield value;
  } else if (Array.isArray(value)) for (const one of value) yield* tagTexts(one);
  else if (isMapping(value as never)) for (const one of Object.values(value as object)) yield* tagTexts(one);
}
