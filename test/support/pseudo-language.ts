import { mapValues } from '../../src/core/map-values.ts';
import type { Catalog, CatalogText } from '../../web/catalog-plugin.ts';

const PLAIN = 'aceinosuyACEINOSUY';
const ACCENTED = 'áçéíñóšúýÁÇÉÍÑÓŠÚÝ';

/** A catalog for tests: each text of another in brackets and with accents, its parameters kept, and for each plural category its name. */
export function pseudoCatalog<C extends Pick<Catalog, 'app' | 'errors'>>(catalog: C, language: string): C {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const pseudo = (text: CatalogText): CatalogText =>
    typeof text === 'string'
      ? bracketed(text)
      : Object.fromEntries(pluralCategories.map((of) => [of, bracketed(`${text.other ?? ''} ~${of}`)]));
  const isText = (value: object): boolean => 'other' in value && typeof value.other === 'string';
  const all = (value: unknown): unknown =>
    typeof value === 'string' || isText(value as object)
      ? pseudo(value as CatalogText)
      : mapValues(value as Readonly<Record<string, unknown>>, all);
  return all({ ...catalog, language }) as C;
}

/** What is left of a text without the pseudo texts in it: empty where all of it came from the catalog. */
export function outsideCatalog(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  return less === text ? text.trim() : outsideCatalog(less);
}

function bracketed(text: string): string {
  const accented = text.replace(/\{\w+\}|~\w+|[a-z]/gi, (found) =>
    found.length > 1 ? found : (ACCENTED[PLAIN.indexOf(found)] ?? found),
  );
  return `⟦${accented}⟧`;
}
