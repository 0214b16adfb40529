import { type TextKey, textOf } from './catalog.ts';

/**
 * A text in the language of the app, with `{name}` replaced by the value; `count` selects the plural form.
 */
export function say(word: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values;
  const text = textOf(word, typeof count === 'number' ? count : undefined) ?? word;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
