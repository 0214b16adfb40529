import { RecentValues } from '../../core/recent-values.ts';

/** A service as clients see it. */
interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly fields?: Readonly<Record<string, Described>>;
}

type Catalog = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** More than are in use at a time; limited callers have catalogs of their own. */
const MAX_CATALOGS = 8;

/** Translates a catalog of services. */
type Translate = (catalog: string) => string;

let german: Translate | undefined;

/**
 * Calls `use` with the translation of catalogs into a language: immediately, except that the first call for a
 * language waits for its texts to load. Translating is synchronous, so that it is charged to its caller.
 */
export function withServiceTexts<Result>(
  language: string,
  use: (translate: Translate) => Result,
): Result | Promise<Result> {
  if (!/^de\b/i.test(language)) return use((catalog) => catalog);
  return german === undefined ? loadGerman().then(use) : use(german);
}

async function loadGerman(): Promise<Translate> {
  const { germanOf, germanTitleOf } = await import('./german/index.ts');
  const say = (one: Described): Described => ({
    ...one,
    ...(one.name === undefined ? {} : { name: germanTitleOf(one.name) }),
    ...(one.description === undefined ? {} : { description: germanOf(one.description) }),
    ...(one.fields === undefined ? {} : { fields: mapped(one.fields, say) }),
  });
  const translated = new RecentValues(MAX_CATALOGS, (catalog: string) =>
    JSON.stringify(mapped(JSON.parse(catalog) as Catalog, (ofDomain) => mapped(ofDomain, say))),
  );
  // A concurrent call may have set it meanwhile.
  german ??= (catalog) => translated.get(catalog);
  return german;
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
    const put = (prefix: string, { name, description, fields = {} }: Described): void => {
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

function mapped<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
