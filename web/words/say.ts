import { textOf, type Word } from './catalog.ts';

/** A text in the language of the app; `{name}` in it stands for the value of that name. `count` chooses the plural form. */
export function say(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values;
  const text = textOf(word, typeof count === 'number' ? count : undefined) ?? word;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
