import type { FlatTexts, Texts } from './catalog.ts';

/** The titles and descriptions of issues, by domain and key. */
export function issueTexts({ issues }: Texts): FlatTexts {
  return Object.fromEntries(
    Object.entries(issues).flatMap(([domain, ofDomain]) =>
      Object.entries(ofDomain).flatMap(([key, { title, description }]) => [
        [`component.${domain}.issues.${key}.title`, title],
        [`component.${domain}.issues.${key}.description`, description],
      ]),
    ),
  );
}
