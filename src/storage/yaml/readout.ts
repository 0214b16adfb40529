import { isMap, isSeq } from 'yaml';
import { type DoubledKey, doubledKeys } from './doubled-keys.ts';
import { TOO_DEEP } from './nesting.ts';
import type { YamlValue } from './scalar.ts';
import {
  type Fault,
  keyText,
  meaningOf,
  offsetOf,
  readTree,
  type Tagged,
  tagOf,
  YamlFault,
  type YamlTree,
} from './tree.ts';

/** The value of a text or a part of it and the tags in it, or the error. */
export interface Readout {
  readonly value: YamlValue;
  readonly tagged: readonly Tagged[];
  readonly fault?: Fault | undefined;
}

/** The readout of a whole text, with its duplicate keys. */
export interface TextReadout extends Readout {
  readonly doubled: readonly DoubledKey[];
}

/** An entry of a list, or of a map by key, with the range of its value. */
export interface EntryReadout extends Readout {
  readonly key: string | null;
  readonly from: number;
  readonly to: number;
}

/** A text whose outermost list or map holds items. */
export interface ItemsReadout extends TextReadout {
  /** Undefined if the text holds something else. */
  readonly entries: readonly EntryReadout[] | undefined;
  /** The offset of its content. */
  readonly offset: number;
}

/** Parses a text as one value. */
export function readOut(text: string): TextReadout {
  const tree = readTree(text);
  return { ...partOf(tree, tree.document.contents), doubled: doubledKeys(tree.document) };
}

/** Parses a text as items. The caller checks the keys of the outermost map. */
export function readOutItems(text: string, kind: 'list' | 'map'): ItemsReadout {
  const tree = readTree(text);
  const { contents } = tree.document;
  const whole = partOf(tree, contents);
  const doubled = doubledKeys(tree.document, contents);
  const offset = offsetOf(contents);
  try {
    const entries = tree.fault === undefined ? entryNodes(tree, kind) : undefined;
    return { ...whole, doubled, offset, entries: entries?.map(([key, node]) => entryOf(tree, key, node)) };
  } catch (error) {
    return { ...whole, doubled, offset, entries: undefined, fault: whole.fault ?? faultOf(error) };
  }
}

/** Converts anything thrown by the parser to a fault; rethrows other errors. */
export function faultOf(error: unknown): Fault {
  if (error instanceof YamlFault) return { reason: error.reason, offset: error.offset };
  if (error instanceof RangeError) return { reason: TOO_DEEP, offset: 0 };
  throw error;
}

function entryOf(tree: YamlTree, key: string | null, node: unknown): EntryReadout {
  const [from = 0, to = 0] = (node as { readonly range?: readonly number[] } | null)?.range ?? [];
  return { key, from, to, ...partOf(tree, node) };
}

function partOf({ document, fault }: YamlTree, node: unknown): Readout {
  const tagged: Tagged[] = [];
  if (fault !== undefined) return { value: null, tagged, fault };
  try {
    return { value: meaningOf(document, node, tagged), tagged };
  } catch (error) {
    return { value: null, tagged: [], fault: faultOf(error) };
  }
}

/** The top-level entries of a tree, with their keys if it is a map. */
function entryNodes(
  { document }: YamlTree,
  kind: 'list' | 'map',
): [key: string | null, node: unknown][] | undefined {
  const { contents } = document;
  if (tagOf(contents) !== undefined) return undefined;
  if (kind === 'list') return isSeq(contents) ? contents.items.map((node) => [null, node]) : undefined;
  return isMap(contents) ? contents.items.map(({ key, value }) => [keyText(key), value]) : undefined;
}
