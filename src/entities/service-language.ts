/** A service as clients read it. */
interface Described {
  readonly name?: string;
  readonly description?: string;
  readonly fields?: Readonly<Record<string, Described>>;
}

type Catalogue = Readonly<Record<string, Readonly<Record<string, Described>>>>;

let lastSource = '';
let lastGerman = '';

/** The catalogue of services in the language asked for, as JSON text: German where that is it, English otherwise. */
export async function catalogueIn(language: string, catalogue: string): Promise<string> {
  if (!/^de\b/i.test(language)) return catalogue;
  if (catalogue !== lastSource) {
    const { germanOf, germanTitleOf } = await import('./german/index.ts');
    const say = (one: Described): Described => ({
      ...one,
      ...(one.name === undefined ? {} : { name: germanTitleOf(one.name) }),
      ...(one.description === undefined ? {} : { description: germanOf(one.description) }),
      ...(one.fields === undefined ? {} : { fields: mapped(one.fields, say) }),
    });
    lastGerman = JSON.stringify(
      mapped(JSON.parse(catalogue) as Catalogue, (ofDomain) => mapped(ofDomain, say)),
    );
    lastSource = catalogue;
  }
  return lastGerman;
}

/** The texts of a catalogue by the keys under which web apps look them up: `component.light.services.turn_on.name`. */
export function servicesAsResources(catalogue: string, domains?: readonly string[]): Record<string, string> {
  const resources: Record<string, string> = {};
  const put = (prefix: string, { name, description, fields = {} }: Described): void => {
    if (name !== undefined) resources[`${prefix}.name`] = name;
    if (description !== undefined) resources[`${prefix}.description`] = description;
    for (const [field, one] of Object.entries(fields)) put(`${prefix}.fields.${field}`, one);
  };
  for (const [domain, services] of Object.entries(JSON.parse(catalogue) as Catalogue)) {
    if (domains !== undefined && !domains.includes(domain)) continue;
    for (const [service, one] of Object.entries(services))
      put(`component.${domain}.services.${service}`, one);
  }
  return resources;
}

function mapped<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
