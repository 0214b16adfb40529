import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  Scalar,
} from 'yaml';
import { CatalogError } from '../../core/errors.ts';
import { LOST_LIST, lostListAt, mayLoseList } from '../../core/lost-list.ts';
import { englishText, type Message, message } from '../../core/messages.ts';
import { DEEPEST, TOO_DEEP, tokensOf } from './nesting.ts';
import { resolvePlain, type YamlValue } from './scalar.ts';

/** Keys and list indexes, from the root. */
export type Path = readonly (string | number)[];

/** A tag such as `!secret` that is replaced by a value through `fill`. */
export interface Tagged {
  readonly tag: string;
  readonly text: string;
  readonly path: Path;
  readonly offset: number;
  fill(value: YamlValue): void;
}

/** An error in a text, with its offset. */
export interface Fault {
  readonly reason: Message;
  readonly offset: number;
}

/** A parsed text. `fault` is the error that prevents reading it, with its offset. */
export interface YamlTree {
  readonly document: Document.Parsed;
  readonly fault: Fault | undefined;
}

/** More values than any home uses, and fewer than nested aliases could produce. */
const MAX_VALUES = 50_000;

/** Parses the first document of any YAML; scalars stay as written. */
export function readTree(text: string): YamlTree {
  const options = {
    version: '1.1',
    schema: 'failsafe',
    merge: false,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
    keepSourceTokens: mayLoseList(text),
  } as const;
  const tokens = tokensOf(text);
  const isDeep = !Array.isArray(tokens);
  const [document] = new Composer(options).compose(isDeep ? [] : tokens, true, text.length);
  if (document === undefined) throw new Error('The parser of YAML gave no document');
  if (isDeep) return { document, fault: { reason: TOO_DEEP, offset: tokens.tooDeepAt } };
  const [error] = document.errors;
  return {
    document,
    fault:
      error === undefined
        ? lostList(document)
        : { reason: message('yaml_syntax', { problem: error.message }), offset: error.pos[0] },
  };
}

function lostList(document: Document.Parsed): YamlTree['fault'] {
  const offset = lostListAt(document);
  return offset === undefined ? undefined : { reason: LOST_LIST, offset };
}

/** An error at an offset of a text. */
export class YamlFault extends CatalogError implements Fault {
  override readonly reason: Message;
  readonly offset: number;

  constructor(reason: Message, offset: number) {
    super(englishText(reason), { reason });
    this.reason = reason;
    this.offset = offset;
  }
}

/**
 * The value of a node, with aliases and `<<` resolved. Home Assistant's tags are added to `tagged` and become
 * null; without that list they become text, such as `!secret name`. Throws `YamlFault`.
 */
export function meaningOf(document: Document.Parsed, node: unknown, tagged?: Tagged[]): YamlValue {
  return new Values(document, tagged).top(node);
}

class Values {
  private readonly document: Document.Parsed;
  private readonly tagged: Tagged[] | undefined;
  private readonly sources = new Map<Alias, unknown>();
  private count = 0;

  constructor(document: Document.Parsed, tagged: Tagged[] | undefined) {
    this.document = document;
    this.tagged = tagged;
  }

  top(node: unknown): YamlValue {
    const holder: [YamlValue] = [null];
    holder[0] = this.value(node, [], (value) => {
      holder[0] = value;
    });
    return holder[0];
  }

  private value(node: unknown, path: Path, fill: (value: YamlValue) => void): YamlValue {
    this.count += 1;
    if (this.count > MAX_VALUES)
      throw new YamlFault(message('yaml_too_many_values', { max: MAX_VALUES }), offsetOf(node));
    if (path.length > DEEPEST) throw new YamlFault(TOO_DEEP, offsetOf(node));
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const source = this.sourceOf(node);
      if (source === undefined)
        throw new YamlFault(message('yaml_unknown_alias', { name: node.source }), offsetOf(node));
      return this.value(source, [...path], fill);
    }
    const tag = tagOf(node);
    if (tag !== undefined) return this.ofTag(tag, node, path, fill);
    if (isScalar(node)) return scalarValue(node);
    if (isMap(node)) return this.map(node.items, path);
    if (isSeq(node)) return this.list(node.items, path);
    throw new YamlFault(message('yaml_not_a_value'), offsetOf(node));
  }

  /** Cached, because finding an anchor searches the whole document. */
  private sourceOf(alias: Alias): unknown {
    if (!this.sources.has(alias)) this.sources.set(alias, alias.resolve(this.document));
    return this.sources.get(alias);
  }

  private ofTag(tag: string, node: unknown, path: Path, fill: (value: YamlValue) => void): YamlValue {
    if (!isScalar(node)) throw new YamlFault(message('yaml_tag_needs_text', { tag }), offsetOf(node));
    const text = String(node.value ?? '').trim();
    if (this.tagged === undefined) return text === '' ? tag : `${tag} ${text}`;
    this.tagged.push({ tag, text, path, offset: offsetOf(node), fill });
    return null;
  }

  private list(items: readonly unknown[], path: Path): YamlValue[] {
    const list: YamlValue[] = [];
    items.forEach((item, i) => {
      list[i] = null;
      list[i] = this.value(item, [...path, i], (value) => {
        list[i] = value;
      });
    });
    return list;
  }

  private map(items: readonly unknown[], path: Path): Record<string, YamlValue> {
    const map: Record<string, YamlValue> = {};
    const merges: unknown[] = [];
    for (const pair of items) {
      if (!isPair(pair)) continue;
      if (isMerge(pair.key)) merges.push(pair.value);
      else this.put(map, pair, path);
    }
    // A map's own keys take precedence over merged ones.
    for (const source of merges) this.merge(map, source, path);
    return map;
  }

  private put(map: Record<string, YamlValue>, pair: Pair, path: Path): void {
    const key = keyText(pair.key);
    const fill = (value: YamlValue): void => setKey(map, key, value);
    fill(null);
    fill(this.value(pair.value, [...path, key], fill));
  }

  private merge(into: Record<string, YamlValue>, node: unknown, path: Path): void {
    if (path.length > DEEPEST) throw new YamlFault(TOO_DEEP, offsetOf(node));
    const source = isAlias(node) ? this.sourceOf(node) : node;
    if (isSeq(source)) for (const item of source.items) this.merge(into, item, [...path, '<<']);
    else if (isMap(source)) {
      for (const pair of source.items) {
        if (isMerge(pair.key)) this.merge(into, pair.value, [...path, '<<']);
        else if (!Object.hasOwn(into, keyText(pair.key))) this.put(into, pair, path);
      }
    } else throw new YamlFault(message('yaml_merge_needs_map'), offsetOf(node));
  }
}

/** A key as written: `on` stays text. Throws `YamlFault` if it is not a scalar. */
export function keyText(key: unknown): string {
  if (isScalar(key)) return String(key.value ?? '');
  throw new YamlFault(message('yaml_key_not_text'), offsetOf(key));
}

/** The value of a scalar, with `!!int` and similar tags applied. */
export function scalarValue(node: Scalar): YamlValue {
  const text = String(node.value ?? '');
  const kind = node.tag?.startsWith(STANDARD) ? node.tag.slice(STANDARD.length) : undefined;
  if (kind === 'str') return text;
  if (kind === 'binary')
    throw new YamlFault(message('yaml_type_not_supported', { type: '!!binary' }), offsetOf(node));
  if (kind !== undefined) return resolvePlain(text);
  return node.type === undefined || node.type === Scalar.PLAIN ? resolvePlain(text) : text;
}

const STANDARD = 'tag:yaml.org,2002:';

/** A Home Assistant tag such as `!secret`. Throws `YamlFault` for YAML types other than the usual. */
export function tagOf(node: unknown): string | undefined {
  const tag = isScalar(node) || isCollection(node) ? node.tag : undefined;
  if (tag === undefined || tag === '!') return undefined;
  if (!tag.startsWith(STANDARD)) return tag;
  const kind = tag.slice(STANDARD.length);
  if (isCollection(node) ? !/^(?:map|seq)$/.test(kind) : !/^(?:str|int|float|bool|null|binary)$/.test(kind))
    throw new YamlFault(message('yaml_type_not_supported', { type: `!!${kind}` }), offsetOf(node));
  return undefined;
}

/** The offset of a node in its text. */
export function offsetOf(node: unknown): number {
  return (node as ParsedNode | null | undefined)?.range?.[0] ?? 0;
}

function isMerge(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === Scalar.PLAIN;
}

/** `__proto__` is treated like any other key. */
export function setKey(map: Record<string, YamlValue>, key: string, value: YamlValue): void {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}
