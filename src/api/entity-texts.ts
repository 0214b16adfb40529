import { readFile } from 'node:fs/promises';
import { isObject } from '../core/coerce.ts';
import { STATE_TEXTS } from '../domains/binary-sensor/state-texts.ts';
import type { Domain } from '../domains/definition/define-domain.ts';
import { domains } from '../domains/index.ts';

const LOCALES = new URL('../../locales/', import.meta.url);
const LANGUAGE = /^[a-z]{2,3}/i;

/** A section of the message catalog, without texts that have plural forms. */
type Texts = Readonly<Record<string, string>>;

/** Flat texts by key, as `frontend/get_translations` returns them [frontend facts §8]. */
export type FlatTexts = Readonly<Record<string, string>>;

const loaded = new Map<string, Promise<Texts>>();

/**
 * The names of domains, device classes and states in a language, English for one without a catalog: `component.light.
 * entity_component._.state.on`. `names` limits them to some domains.
 */
export async function entityTexts(language: string, names?: readonly string[]): Promise<FlatTexts> {
  const texts = await textsOf(language);
  return Object.fromEntries(chosen(names).flatMap((domain) => textsOfDomain(domain, texts)));
}

/** The names of domains as integrations, in a language. */
export async function titleTexts(language: string, names?: readonly string[]): Promise<FlatTexts> {
  const texts = await textsOf(language);
  return Object.fromEntries(
    chosen(names).map(({ name }) => [`component.${name}.title`, texts[`domain.${name}`] ?? plain(name)]),
  );
}

function chosen(names: readonly string[] | undefined): readonly Domain[] {
  return names === undefined ? domains : domains.filter(({ name }) => names.includes(name));
}

function textsOfDomain({ name, states, deviceClasses }: Domain, texts: Texts): [string, string][] {
  const base = `component.${name}.entity_component`;
  const stateTexts = (words: string | undefined, key: string): [string, string][] =>
    typeof states === 'string'
      ? []
      : states.map((state) => [
          `${base}.${key}.state.${state}`,
          (words === undefined ? undefined : texts[`${words}.${state}`]) ??
            texts[`state.${name}.${state}`] ??
            texts[`state.${state}`] ??
            plain(state),
        ]);
  const classes = (deviceClasses ?? []).flatMap((kind): [string, string][] => [
    [`${base}.${kind}.name`, texts[`class.${kind}`] ?? plain(kind)],
    ...(name === 'binary_sensor' ? stateTexts(STATE_TEXTS[kind], kind) : []),
  ]);
  return [
    [`${base}._.name`, texts[`domain.${name}`] ?? plain(name)],
    ...stateTexts(undefined, '_'),
    ...classes,
  ];
}

/** The texts of the app about entities, in a language with a catalog. */
function textsOf(language: string): Promise<Texts> {
  const tag = LANGUAGE.exec(language)?.[0].toLowerCase() ?? 'en';
  const known = loaded.get(tag);
  if (known !== undefined) return known;
  const read = readTexts(tag).catch(() => (tag === 'en' ? {} : textsOf('en')));
  loaded.set(tag, read);
  return read;
}

async function readTexts(tag: string): Promise<Texts> {
  const catalog: unknown = JSON.parse(await readFile(new URL(`${tag}.json`, LOCALES), 'utf8'));
  const app = isObject(catalog) && isObject(catalog.app) ? catalog.app : {};
  const sections = [app.states, app.domains, app.device_classes].filter(isObject);
  const entries = sections.flatMap((section) => Object.entries(section));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function plain(key: string): string {
  const text = key.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
