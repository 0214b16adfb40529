import { changeValue, type ValueChange } from './change-value.ts';
import { pack } from './packed-value.ts';
import { type ItemsReadout, readOut, readOutItems, type TextReadout } from './readout.ts';
import type { YamlValue } from './scalar.ts';
import { YamlFault } from './tree.ts';
import { changedText, itemsReadout, textReadout } from './yaml-tasks.ts';
import { runInYamlThread } from './yaml-thread.ts';

/** Texts up to this length are parsed synchronously, in a fraction of an event loop tick's budget. */
const MAX_CONCURRENT = 4096;

/** Parses a text as one value; long texts in a thread. More than `max` values are a fault. */
export async function readText(text: string, max?: number): Promise<TextReadout> {
  if (text.length <= MAX_CONCURRENT) return readOut(text);
  return textReadout(await runInYamlThread({ kind: 'read', text, max }));
}

/** The value of a text with tags as written: `!secret name` becomes that text. Throws `YamlFault`. */
export async function readShown(text: string): Promise<YamlValue> {
  const { value, tagged, fault } = await readText(text);
  if (fault !== undefined) throw new YamlFault(fault.reason, fault.offset);
  for (const { tag, text: words, fill } of tagged) fill(words === '' ? tag : `${tag} ${words}`);
  return value;
}

/** Parses a text as items; long texts in a thread. */
export async function readItemsText(text: string, kind: 'list' | 'map'): Promise<ItemsReadout> {
  if (text.length <= MAX_CONCURRENT) return readOutItems(text, kind);
  return itemsReadout(await runInYamlThread({ kind: 'read items', text, of: kind }));
}

/** Returns the text with one value changed; long texts are processed in a thread. Throws `YamlFault`. */
export async function changeText(text: string, change: ValueChange): Promise<string> {
  const { at, value, ordered = new Set() } = change;
  if (text.length <= MAX_CONCURRENT) return changeValue(text, change);
  return changedText(
    await runInYamlThread({ kind: 'change', text, at, value: pack(value), ordered: [...ordered] }),
  );
}
