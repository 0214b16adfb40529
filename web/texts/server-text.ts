import type { Translation } from '../server/server-error.ts';

/** The texts of errors in one language; several plural forms are chosen by the placeholder `count`. */
export type ServerTexts = Readonly<
  Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

/** A message of the server in a language; undefined if it, or a message in it, has no text. */
export function serverText(
  { key, placeholders }: Translation,
  texts: ServerTexts,
  language: string,
): string | undefined {
  const values = (placeholders ?? {}) as Readonly<Record<string, string | Translation>>;
  const forms = Object.hasOwn(texts, String(key)) ? texts[String(key)] : undefined;
  const plurals = new Intl.PluralRules(language);
  const text = typeof forms === 'object' ? forms[plurals.select(Number(values.count))] : forms;
  let isWhole = true;
  const filled = text?.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name] ?? gap;
    const inner = typeof value === 'object' ? serverText(value, texts, language) : value;
    isWhole &&= inner !== undefined;
    return inner ?? '';
  });
  return isWhole ? filled : undefined;
}

/**
 * An error in a language. Without a text for its key its code is explained, with the English message after it.
 */
export function errorText(
  { message, code, translation }: { message: string; code: unknown; translation: Translation },
  texts: ServerTexts,
  language: string,
): string {
  const known = serverText(translation, texts, language);
  if (known !== undefined) return known;
  const meaning = serverText({ key: `code.${String(code)}` }, texts, language);
  return meaning === undefined ? message : `${meaning} (${message})`;
}
