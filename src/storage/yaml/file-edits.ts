import { isCollection, isPair, isScalar } from 'yaml';
import { message } from '../../core/messages.ts';
import { readBlocks } from './block-reader.ts';
import { changeValue, listStep } from './change-value.ts';
import { type Span, splitEntries } from './entries.ts';
import { type ItemsKind, prefixOf, type YamlItem } from './items.ts';
import type { YamlValue } from './scalar.ts';
import { TextLines } from './text-lines.ts';
import { keyText, meaningOf, offsetOf, type Path, readTree, type Tagged, YamlFault } from './tree.ts';
import { writeLines } from './write-value.ts';

/** The text of an item, byte for byte as in its file. */
export function textOf({ part }: YamlItem): string {
  return part.file.text.slice(part.from, part.to);
}

/** An item's value with its tags as written: `!secret name` becomes that text. */
export function shownValue(item: YamlItem): YamlValue {
  const { text, at } = scopeOf(item);
  let value = valueOfText(text);
  for (const key of at) value = (value as Readonly<Record<string | number, YamlValue>>)[key];
  return value;
}

/** The tags of an item as written by `shownValue`; quoted text that looks like a tag is not one. */
export function tagsOf(item: YamlItem): string[] {
  const { text, at } = scopeOf(item);
  const { document } = readTree(text);
  const tagged: Tagged[] = [];
  meaningOf(document, document.contents, tagged);
  return tagged
    .filter(({ path }) => at.every((key, i) => path[i] === key))
    .map(({ tag, text: word }) => (word === '' ? tag : `${tag} ${word}`));
}

/** Returns the file's text with a new value of an item, preserving all else. Throws `YamlFault`. */
export function withValue(item: YamlItem, value: YamlValue, ordered: ReadonlySet<string>): string {
  if (!item.hasLines) throw new YamlFault(ONE_LINE, 0);
  const { text, at, from, to } = scopeOf(item);
  const changed = changeValue(text, { at, value, ordered });
  const whole = item.part.file.text;
  return whole.slice(0, from) + changed + whole.slice(to);
}

const ONE_LINE = message('yaml_on_one_line');

/** The text an item can be parsed from, its range in the file, and the item's path in it. */
interface Scope extends Span {
  readonly text: string;
  readonly at: Path;
}

/** An item's own text, or the whole file if the item uses anchors of others. */
function scopeOf(item: YamlItem): Scope {
  const { part } = item;
  const own = { text: textOf(item), at: prefixOf(item), from: part.from, to: part.to };
  if (!/\*\w/.test(own.text)) return own;
  const { document, fault } = readTree(own.text);
  try {
    if (fault === undefined) {
      meaningOf(document, document.contents);
      return own;
    }
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
  }
  const { text } = part.file;
  const tree = readTree(text);
  const at = tree.fault === undefined ? pathTo(tree.document.contents, part) : undefined;
  return at === undefined ? own : { text, at, from: 0, to: text.length };
}

/** The path of the node at a position, at the top level of a file or in one of its sections. */
function pathTo(node: unknown, place: Span, depth = 0): Path | undefined {
  if (!isCollection(node)) return undefined;
  for (const [i, one] of node.items.entries()) {
    const [key, value] = isPair(one) ? [keyText(one.key), one.value] : [i, one];
    const start = isPair(one) ? offsetOf(one.key) : offsetOf(one);
    if (start >= place.from && start < place.to) return [key];
    const below = depth === 0 ? pathTo(value, place, 1) : undefined;
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

/** Returns the file's text with an item's text replaced; null removes the item. */
export function withItem({ part, hasLines }: YamlItem, text: string | null): string {
  const { file, from, to } = part;
  if (!hasLines) throw new YamlFault(ONE_LINE, 0);
  const before = file.text.slice(0, from);
  const after = file.text.slice(to);
  if (text === null) return before + after;
  const needsBreak = after !== '' && !text.endsWith('\n');
  return before + text + (needsBreak ? new TextLines(file.text).eol : '') + after;
}

/** Returns the file's text with a new item at the end; a map needs a `key`. Throws `YamlFault`. */
export function withNewItem(
  text: string,
  item: { readonly key: string | null; readonly value: YamlValue },
): string {
  const { key, value } = item;
  const kind = key === null ? 'list' : 'map';
  const { indent, ...place } = endOfItems(text, kind);
  const lines = new TextLines(text);
  const written = writeLines(key === null ? [value] : { [key]: value }, indent, { step: listStep(text) });
  return placed(text, { place, written: written.join(lines.eol) + lines.eol, eol: lines.eol });
}

/** Returns the file's text with an item's old text at the end, indented like the other items. */
export function withOldItem(text: string, old: string, kind: ItemsKind): string {
  const { indent, ...place } = endOfItems(text, kind);
  const { eol } = new TextLines(text);
  const had = /^ */.exec(old)?.[0].length ?? 0;
  const moved =
    had === indent
      ? old
      : old.replace(/^ *(?=[^ \r\n])/gm, (pad) => ' '.repeat(Math.max(0, pad.length + indent - had)));
  return placed(text, { place, written: moved.endsWith('\n') ? moved : moved + eol, eol });
}

/** The value of an item's text on its own. Throws `YamlFault`. */
export function valueOfText(text: string): YamlValue {
  const quick = readBlocks(text);
  if (quick !== undefined) return quick.value;
  const { document, fault } = readTree(text);
  if (fault !== undefined) throw new YamlFault(fault.reason, fault.offset);
  return meaningOf(document, document.contents);
}

/** Where a new item goes, including the range it replaces, such as the brackets of an empty list. */
function endOfItems(text: string, kind: ItemsKind): Span & { readonly indent: number } {
  const spans = splitEntries(text);
  const end = { from: text.length, to: text.length };
  if (spans?.kind === kind) return { ...end, indent: spans.indent };
  const { document, fault } = readTree(text);
  const { contents } = document;
  if (fault !== undefined) throw new YamlFault(fault.reason, fault.offset);
  const isNothing = contents === null || (isScalar(contents) && contents.value === '');
  if (isNothing) return { ...end, indent: 0 };
  const isEmpty = isCollection(contents) && contents.items.length === 0;
  const range = contents.range;
  if (isEmpty && range) return { from: range[0], to: range[1], indent: 0 };
  if (isScalar(contents) && /^(?:~|null)$/i.test(String(contents.value)) && range)
    return { from: range[0], to: range[1], indent: 0 };
  throw new YamlFault(message('yaml_items_not_in_lines'), 0);
}

function placed(
  text: string,
  { place, written, eol }: { readonly place: Span; readonly written: string; readonly eol: string },
): string {
  const before = text.slice(0, place.from);
  const after = text.slice(place.to);
  const lead = before === '' || before === '\ufeff' || /\n *$/.test(before) ? '' : eol;
  // Keep what follows the brackets, such as a comment, on its own line.
  const rest = /^[ \t]*\r?\n?$/.test(after) ? '' : after.replace(/^[ \t]+/, '');
  return before.replace(/(?<=\n) +$/, '') + lead + written + rest;
}
