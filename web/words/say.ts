import './table.ts';
import { language } from '../app/preferences.ts';
import { textOf } from './known.ts';
import type { Word } from './table.ts';

/** A text in the language of the app; `{name}` in it stands for the value of that name. Of `one | many`, `{count}` tells which is meant. */
export function say(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', many = one] = (textOf(word)?.[language()] ?? word).split(' | ');
  return (values.count === 1 ? one : many).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
