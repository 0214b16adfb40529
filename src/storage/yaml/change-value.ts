import { message } from '../../core/messages.ts';
import { Changer } from './changer.ts';
import { sameValue } from './same-value.ts';
import type { YamlValue } from './scalar.ts';
import { meaningOf, type Path, readTree, YamlFault } from './tree.ts';

/** A new value for an item. Tags are given as text, such as `!secret name`. */
export interface ValueChange {
  /** The path of the value in the text: `[0]` in a list, the key in a map, empty for all of it. */
  readonly at: Path;
  readonly value: YamlValue;
  /** Keys of maps in which the order of entries matters. */
  readonly ordered?: ReadonlySet<string>;
}

/**
 * Returns the text with the item changed and everything else preserved byte for byte: comments, quotes,
 * order, anchors. Parts that cannot be edited in place are rewritten, as little as possible.
 */
export function changeValue(text: string, change: ValueChange): string {
  const { document, fault } = readTree(text);
  if (fault !== undefined) throw new YamlFault(fault.reason, fault.offset);
  const style = { step: listStep(text) } as const;
  const changer = new Changer(text, document, { style, ordered: change.ordered ?? new Set() });
  const [node, holder] = changer.find(change.at);
  changer.change(node, change.value, holder);
  const result = changer.result();
  if (holds(result, change)) return result;
  const anew = new Changer(text, document, { style, ordered: new Set() });
  anew.replace(node, change.value, holder);
  const whole = anew.result();
  if (!holds(whole, change)) throw new YamlFault(message('yaml_cannot_write_value'), 0);
  return whole;
}

/** The indentation of lists below their key in a text. */
export function listStep(text: string): 0 | 2 {
  const match = /^( *)(?:- )*[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n( *)- /m.exec(text);
  const [, key = '', dash = ''] = match ?? [];
  const lead = /^(?: *- )+/.exec(match?.[0] ?? '')?.[0].length ?? key.length;
  return match !== null && dash.length > lead ? 2 : 0;
}

/** Whether a text now has this value at that path. */
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
    // An alias whose anchor was removed.
    if (error instanceof YamlFault) return false;
    throw error;
  }
}
