import { readFile } from 'node:fs/promises';
import { isObject } from '../../core/coerce.ts';
import { englishTexts } from '../../core/english-texts.ts';
import type { ServiceTexts } from '../../core/messages.ts';

const LOCALES = new URL('../../../locales/', import.meta.url);
/** The language of a tag such as `de-AT`. */
export const LANGUAGE = /^[a-z]{2,3}/i;
/** The areas of the app's texts about entities and what happens to them. */
const AREAS = ['states', 'domains', 'device_classes', 'purposes', 'controls', 'template_entities', 'places'];

/** Flat texts by key, as `frontend/get_translations` returns them [frontend facts §8]. */
export type FlatTexts = Readonly<Record<string, string>>;

/** A group of texts of a form. */
type Group = Readonly<Record<string, string>>;

/** The texts of a flow and of the values that are chosen in the forms of a domain. */
export interface FlowTexts {
  readonly title?: string;
  readonly description?: string;
  readonly fields?: Group;
  readonly sections?: Group;
  readonly options?: Readonly<Record<string, Group>>;
  readonly errors?: Group;
  readonly aborts?: Group;
  readonly progress?: Group;
  /** The titles and descriptions of single steps. */
  readonly steps?: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>;
}

/** The texts of something to repair. */
interface IssueTexts {
  readonly title: string;
  readonly description: string;
}

/** The texts of a language, from which those of the official frontend are derived. */
export interface Texts {
  /** The texts of the app by key, without those that have plural forms. */
  readonly app: Group;
  readonly services: ServiceTexts;
  readonly flows: Readonly<Record<string, FlowTexts>>;
  readonly issues: Readonly<Record<string, Readonly<Record<string, IssueTexts>>>>;
}

const loaded = new Map<string, Promise<Texts>>();

/** The texts in a language, English for one without a catalog. */
export function textsIn(language: string): Promise<Texts> {
  const tag = LANGUAGE.exec(language)?.[0].toLowerCase() ?? 'en';
  const known = loaded.get(tag);
  if (known !== undefined) return known;
  const read = readTexts(tag).catch(() => (tag === 'en' ? withoutFile() : textsIn('en')));
  // Limited, since a client may ask for any number of language tags.
  if (loaded.size < 100) loaded.set(tag, read);
  return read;
}

/** A key as people write it: `heat_cool` is "Heat cool". */
export function plain(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withoutFile(): Texts {
  return { app: {}, services: englishTexts().services, flows: {}, issues: {} };
}

async function readTexts(tag: string): Promise<Texts> {
  const catalog = JSON.parse(await readFile(new URL(`${tag}.json`, LOCALES), 'utf8')) as {
    readonly app: Readonly<Record<string, unknown>>;
    readonly services: ServiceTexts;
    readonly flows: Texts['flows'];
    readonly issues: Texts['issues'];
  };
  const sections = AREAS.map((area) => catalog.app[area]).filter(isObject);
  const entries = sections.flatMap((section) => Object.entries(section));
  const app = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const { services, flows, issues } = catalog;
  return { app: Object.fromEntries(app), services, flows, issues };
}
