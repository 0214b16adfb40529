import { RecentValues } from '../core/recent-values.ts';

/** A service as clients read it. */
interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly fields?: Readonly<Record<string, Described>>;
}

type Catalogue = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** More catalogs than differ at a time: callers with limited rights have their own. */
const MOST_CATALOGUES = 8;

/** What translates a catalogue of services; `null` leaves it in English. */
export type ServiceWords = ((catalogue: string) => string) | null;

/** Loads the words of a language, so that translating waits for nothing and counts as its caller's work. */
export async function serviceWords(language: string): Promise<ServiceWords> {
  if (!/^de\b/i.test(language)) return null;
  german ??= import('./german/index.ts').then(({ germanOf, germanTitleOf }) => {
    const say = (one: Described): Described => ({
      ...one,
      ...(one.name === undefined ? {} : { name: germanTitleOf(one.name) }),
      ...(one.description === undefined ? {} : { description: germanOf(one.description) }),
      ...(one.fields === undefined ? {} : { fields: mapped(one.fields, say) }),
    });
    const translated = new RecentValues(MOST_CATALOGUES, (catalogue: string) =>
      JSON.stringify(mapped(JSON.parse(catalogue) as Catalogue, (ofDomain) => mapped(ofDomain, say))),
    );
    return (catalogue) => translated.get(catalogue);
  });
  return german;
}

let german: Promise<ServiceWords> | undefined;

/**
 * The texts of a catalogue by the keys under which web apps look them up (`component.light.services.turn_on.name`), as JSON text; of the
 * given domains only where there are any.
 */
export function resourcesJson(catalogue: string, domains?: readonly string[]): string {
  const ofDomains = resources.get(catalogue);
  const wanted = domains === undefined ? undefined : new Set(domains);
  const texts: string[] = [];
  for (const [domain, text] of ofDomains) if (text !== '' && wanted?.has(domain) !== false) texts.push(text);
  return `{${texts.join(',')}}`;
}

/** The members of the resources by domain, as JSON text without braces. */
const resources = new RecentValues(MOST_CATALOGUES, (catalogue: string): ReadonlyMap<string, string> => {
  const ofDomains = new Map<string, string>();
  for (const [domain, services] of Object.entries(JSON.parse(catalogue) as Catalogue)) {
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
