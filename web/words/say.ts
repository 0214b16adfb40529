import './table.ts';
import { language } from '../app/preferences.ts';
import { textOf } from './known.ts';
import type { Word } from './table.ts';

/** A text in the language of the app; `{name}` in it stands for the value of that name. */
export function say(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const text = textOf(word)?.[language()] ?? word;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
