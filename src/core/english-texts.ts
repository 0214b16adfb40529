import { readFileSync } from 'node:fs';
import type en from '../../locales/en.json';

/** The sections of the English catalog that the server needs. */
export type EnglishTexts = Pick<typeof en, 'errors' | 'services'>;

const FILE = new URL('../../locales/en.json', import.meta.url);

let texts: EnglishTexts | undefined;

/** The English texts, read at their first use: worker threads that report no error need none. */
export function englishTexts(): EnglishTexts {
  texts ??= read();
  return texts;
}

function read(): EnglishTexts {
  const { errors, services } = JSON.parse(readFileSync(FILE, 'utf8')) as typeof en;
  return { errors, services };
}
