import { readdir, readFile } from 'node:fs/promises';
import { mapValues } from '../../core/map-values.ts';
import { type ServiceText, type ServiceTexts, serviceText } from '../../core/messages.ts';
import { RecentValues } from '../../core/recent-values.ts';

type Catalog = ServiceTexts;

/** More catalogs than are in use at a time: each limited caller has one of their own. */
const MAX_CATALOGS = 8;
const LOCALES = new URL('../../../locales/', import.meta.url);

/** Translates a catalog of services. */
type Translate = (catalog: string) => string;

const asItIs: Translate = (catalog) => catalog;
/** By language; undefined until the first call that asks for another language than English. */
let translations: ReadonlyMap<string, Translate> | undefined;

/**
 * Calls `use` with the translation of catalogs into a language: immediately, except that the first call for a
 * language waits for its texts to load. Translating is synchronous, so that it is charged to its caller.
 */
export function withServiceTexts<Result>(
  language: string,
  use: (translate: Translate) => Result,
): Result | Promise<Result> {
  const wanted = /^[a-z]+/i.exec(language)?.[0].toLowerCase() ?? 'en';
  if (wanted === 'en') return use(asItIs);
  if (translations !== undefined) return use(translations.get(wanted) ?? asItIs);
  return readTranslations().then((loaded) => {
    // A concurrent call may have set it meanwhile.
    translations ??= loaded;
    return use(translations.get(wanted) ?? asItIs);
  });
}

/** The languages of a folder of message catalogs, by their tags. */
export async function readTranslations(folder = LOCALES): Promise<ReadonlyMap<string, Translate>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const loaded = await Promise.all(
    files.map(async (file): Promise<[string, Translate]> => {
      const { services } = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as {
        services: ServiceTexts;
      };
      return [file.replace('.json', ''), translationInto(services)];
    }),
  );
  return new Map(loaded);
}

function translationInto(texts: ServiceTexts): Translate {
  const translated = new RecentValues(MAX_CATALOGS, (catalog: string) =>
    JSON.stringify(
      mapValues(JSON.parse(catalog) as Catalog, (services, domain) =>
        mapValues(services, (service, name) => translatedText(service, serviceText(texts, domain, name))),
      ),
    ),
  );
  return (catalog) => translated.get(catalog);
}

/** A service or field with its texts in another language; what users wrote themselves stays as it is. */
function translatedText(one: ServiceText, text: ServiceText = {}): ServiceText {
  const { name = one.name, description = one.description } = text;
  return {
    ...one,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(one.fields === undefined
      ? {}
      : { fields: mapValues(one.fields, (field, key) => translatedText(field, text.fields?.[key])) }),
  };
}

/** A catalog as UTF-8, encoded once. */
export function catalogBytes(catalog: string): Buffer {
  return bytes.get(catalog);
}

const bytes = new RecentValues(MAX_CATALOGS, (text: string) => Buffer.from(text));

/**
 * The texts of a catalog by the keys that web apps use (`component.light.services.turn_on.name`), as JSON in
 * UTF-8; limited to the given domains if any.
 */
export function resourcesJson(catalog: string, domains?: readonly string[]): Buffer {
  if (domains === undefined) return allResources.get(catalog);
  const ofDomains = resources.get(catalog);
  const wanted = new Set(domains);
  return joined([...ofDomains].filter(([domain]) => wanted.has(domain)).map(([, text]) => text));
}

function joined(texts: Iterable<string>): Buffer {
  return Buffer.from(`{${[...texts].filter((text) => text !== '').join(',')}}`);
}

const allResources = new RecentValues(MAX_CATALOGS, (catalog: string) =>
  joined(resources.get(catalog).values()),
);

/** The JSON members of the resources by domain, without braces. */
const resources = new RecentValues(MAX_CATALOGS, (catalog: string): ReadonlyMap<string, string> => {
  const ofDomains = new Map<string, string>();
  for (const [domain, services] of Object.entries(JSON.parse(catalog) as Catalog)) {
    const found: Record<string, string> = {};
    const put = (prefix: string, { name, description, fields = {} }: ServiceText): void => {
      if (name !== undefined) found[`${prefix}.name`] = name;
      if (description !== undefined) found[`${prefix}.description`] = description;
      for (const [field, one] of Object.entries(fields)) put(`${prefix}.fields.${field}`, one);
    };
    for (const [service, one] of Object.entries(services))
      put(`component.${domain}.services.${service}`, one);
    ofDomains.set(domain, JSON.stringify(found).slice(1, -1));
  }
  return ofDomains;
});
