import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type Tags,
  visit,
} from 'yaml';
import { LOST_LIST, lostListAt, mayLoseList } from '../core/lost-list.ts';
import { type Message, message } from '../core/messages.ts';
import type { RawSection } from '../core/settings-block.ts';

/** A key of a block, with its value and line. */
export interface YamlEntry {
  readonly key: string;
  /** The parsed value and, unless it is text, its source: `NO` is a country as well as a boolean. */
  readonly readings: readonly unknown[];
  /** The nested keys of a block; null for other values. */
  readonly entries: readonly YamlEntry[] | null;
  readonly line: number;
  /** The name in `!secret name`, if that is the value. */
  readonly secret: string | undefined;
  /** The lines with `!secret` inside of the value. */
  readonly secretLines: readonly number[];
  raw(file: string): RawSection;
}

/** A parsed settings file; `problems` are complete sentences with their line. */
export interface YamlSettings {
  readonly entries: readonly YamlEntry[];
  readonly problems: readonly { readonly line: number; readonly reason: Message }[];
}

/** Keeps the name of the secret as the value. */
const SECRET = { tag: '!secret', resolve: (name: string): string => name };

/** Parses settings as YAML 1.1, for `on` and `off`; keys stay as written, times and dates stay text. */
export function readYamlSettings(text: string): YamlSettings {
  const lines = new LineCounter();
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line;
  const document = parseDocument(text, {
    version: '1.1',
    lineCounter: lines,
    prettyErrors: false,
    customTags: (tags) => [...withoutTimes(tags).map(withoutLetters), SECRET],
    keepSourceTokens: mayLoseList(text),
  });
  const problems = [...document.errors, ...document.warnings].map(({ message: text, pos }) => ({
    line: lineAt(pos[0]),
    reason: untaken(text) ?? message('yaml_syntax', { problem: text }),
  }));
  const lost = lostListAt(document);
  if (lost !== undefined) problems.push({ line: lineAt(lost), reason: LOST_LIST });
  if (problems.length > 0) return { entries: [], problems };
  visit(document, { Pair: (_key, pair) => keepKeyAsWritten(pair.key) });
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { entries: [], problems };
  if (!isMap(root)) return { entries: [], problems: [{ line: 1, reason: message('settings_not_blocks') }] };
  return { entries: entriesOf(document, root, lineAt) ?? [], problems };
}

/** The message for Home Assistant's tags, which only work in automations, scripts, scenes and packages. */
function untaken(text: string): Message | undefined {
  const tag = /^Unresolved tag: (!\w+)/.exec(text)?.[1];
  if (tag === undefined) return undefined;
  return message(tag === '!env_var' ? 'value_tag_in_settings' : 'file_tag_in_settings', { tag });
}

/** YAML 1.1 reads 07:30:00 as 27000 and 2026-11-20 as a timestamp; users mean the text. */
function withoutTimes(tags: Tags): Tags {
  return tags.filter((tag) => {
    return (
      typeof tag === 'string' ||
      (!('format' in tag && tag.format === 'TIME') && !tag.tag.endsWith(':timestamp'))
    );
  });
}

/** In Home Assistant `y` and `n` are text, unlike `yes` and `no`. */
function withoutLetters(tag: Tags[number]): Tags[number] {
  if (typeof tag === 'string' || !tag.tag.endsWith(':bool') || !('test' in tag)) return tag;
  const { test } = tag;
  return test === undefined ? tag : { ...tag, test: new RegExp(`^(?![yn]$)(?:${test.source})`, 'i') };
}

function keepKeyAsWritten(key: unknown): void {
  if (!isScalar(key) || key.source === undefined) return;
  if (typeof key.value === 'boolean' || typeof key.value === 'number') key.value = key.source;
}

function entriesOf(
  document: Document.Parsed,
  node: unknown,
  lineAt: (offset: number | undefined) => number,
): YamlEntry[] | null {
  if (!isMap<Scalar, ParsedNode | null>(node)) return null;
  return node.items.map(({ key, value }) => ({
    key: String(key.value),
    readings: readings(document, value),
    entries: entriesOf(document, value, lineAt),
    line: lineAt(key.range?.[0]),
    secret: isSecret(value) ? String(value.value) : undefined,
    secretLines: secretOffsets(value).map(lineAt),
    raw: (file) => ({
      value: value === null ? null : toValue(document, value),
      place: (path = []) => {
        const at = isCollection(value) && path.length > 0 ? nearest(value, path) : undefined;
        return `${file}:${lineAt(at ?? key.range?.[0])}`;
      },
    }),
  }));
}

function isSecret(value: unknown): value is Scalar {
  return isScalar(value) && value.tag === SECRET.tag;
}

function secretOffsets(value: ParsedNode | null): (number | undefined)[] {
  const offsets: (number | undefined)[] = [];
  if (isCollection(value))
    visit(value, { Scalar: (_key, node) => void (isSecret(node) && offsets.push(node.range?.[0])) });
  return offsets;
}

function readings(document: Document.Parsed, value: ParsedNode | null): unknown[] {
  if (value === null) return [null];
  if (!isScalar(value)) return [toValue(document, value)];
  return typeof value.value === 'string' || value.source === '' ? [value.value] : [value.value, value.source];
}

function toValue(document: Document.Parsed, value: ParsedNode): unknown {
  return value.toJS(document, { maxAliasCount: 1000 });
}

/** The offset of the value at the path, or of its nearest existing ancestor. */
function nearest(node: ParsedNode, path: readonly (string | number)[]): number | undefined {
  if (!isCollection(node)) return node.range?.[0];
  for (let depth = path.length; depth > 0; depth -= 1) {
    const found = node.getIn(path.slice(0, depth), true);
    if (isNode(found) && found.range) return found.range[0];
  }
  return undefined;
}
