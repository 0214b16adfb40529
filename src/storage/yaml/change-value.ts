import { Changer } from './changer.ts';
import { sameValue } from './same-value.ts';
import type { YamlValue } from './scalar.ts';
import { meaningOf, type Path, readTree, YamlFault } from './tree.ts';

/** What an item is to become. Tags are texts such as `!secret name`. */
export interface ValueChange {
  /** Where in the text the item's value stands: `[0]` in a list, its key in a map, nothing for all of it. */
  readonly at: Path;
  readonly value: YamlValue;
  /** Keys whose maps mean something else in another order. */
  readonly ordered?: ReadonlySet<string>;
}

/**
 * The text with the item changed and all else as it was, to the byte: comments, quotes, order, anchors. What cannot be changed in its place is
 * written anew, the smallest part that will do.
 */
export function changeValue(text: string, change: ValueChange): string {
  const { document, fault } = readTree(text);
  if (fault !== undefined) throw new YamlFault(fault.message, fault.offset);
  const style = { step: listStep(text) } as const;
  const changer = new Changer(text, document, { style, ordered: change.ordered ?? new Set() });
  const [node, holder] = changer.find(change.at);
  changer.change(node, change.value, holder);
  const result = changer.result();
  if (holds(result, change)) return result;
  const anew = new Changer(text, document, { style, ordered: new Set() });
  anew.replace(node, change.value, holder);
  const whole = anew.result();
  if (!holds(whole, change)) throw new YamlFault('cannot be written in a way that is read back the same', 0);
  return whole;
}

/** How far lists stand in below their key in a text. */
export function listStep(text: string): 0 | 2 {
  const match = /^( *)(?:- )*[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n( *)- /m.exec(text);
  const [, key = '', dash = ''] = match ?? [];
  const lead = /^(?: *- )+/.exec(match?.[0] ?? '')?.[0].length ?? key.length;
  return match !== null && dash.length > lead ? 2 : 0;
}

/** Whether a text now says at that place what it is to say. */
function holds(text: string, { at, value, ordered }: ValueChange): boolean {
  const { document, fault } = readTree(text);
  if (fault !== undefined) return false;
  try {
    let found = meaningOf(document, document.contents);
    for (const key of at) {
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return false;
      found = (found as Readonly<Record<string | number, YamlValue>>)[key];
    }
    return sameValue(found, value, ordered);
  } catch (error) {
    // An anchor that went with what it stood at.
    if (error instanceof YamlFault) return false;
    throw error;
  }
}
