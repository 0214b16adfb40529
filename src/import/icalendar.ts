/** A property of iCalendar: its parameters and its value as text. */
export interface Property {
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

/** A component such as `VTODO`: its properties by name; some are there several times. */
export interface Component {
  readonly name: string;
  readonly properties: ReadonlyMap<string, readonly Property[]>;
}

const MAX_COMPONENTS = 100_000;

/** The components of a calendar file with these names, in their order, without nested ones. */
export function readComponents(text: string, names: ReadonlySet<string>): Component[] {
  const found: Component[] = [];
  let open: { name: string; properties: Map<string, Property[]> } | undefined;
  for (const line of unfolded(text)) {
    const end = line.search(/[:;]/);
    if (end < 0) continue;
    const key = line.slice(0, end).toUpperCase();
    const value = line.slice(end + 1);
    if (key === 'BEGIN' && open === undefined && names.has(value))
      open = { name: value, properties: new Map() };
    else if (key === 'END' && value === open?.name) {
      if (found.push(open) > MAX_COMPONENTS) return found;
      open = undefined;
    } else if (open !== undefined && key !== 'BEGIN' && key !== 'END') {
      const known = open.properties.get(key) ?? [];
      open.properties.set(key, known);
      known.push(propertyOf(line.slice(end)));
    }
  }
  return found;
}

/** The text of a property with its escapes resolved. */
export function textValue(component: Component, name: string): string | undefined {
  const value = component.properties.get(name)?.[0]?.value;
  return value?.replace(/\\([\\;,nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));
}

/** A date as `2026-12-20`, or a local time as `2026-12-20T08:00:00`, with `Z` if it is UTC; undefined for others. */
export function timeValue(value: string): string | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(value.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, zone = ''] = match;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
}

/** Lines that begin with a blank continue the one before. A bare CR within a text is a mistake of older versions. */
function* unfolded(text: string): Iterable<string> {
  let line = '';
  for (const next of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(next)) line += next.slice(1);
    else {
      if (line !== '') yield line;
      line = next;
    }
  }
  if (line !== '') yield line;
}

/** Parses what follows the name: `;KEY=value;KEY="value":text`. */
function propertyOf(rest: string): Property {
  const parameters: Record<string, string> = Object.create(null);
  let at = 0;
  while (rest[at] === ';') {
    const match = /^;([\w-]+)=("[^"]*"|[^;:]*)/.exec(rest.slice(at));
    if (match === null) break;
    parameters[(match[1] ?? '').toUpperCase()] = (match[2] ?? '').replaceAll('"', '');
    at += match[0].length;
  }
  const colon = rest.indexOf(':', at);
  return { parameters, value: colon < 0 ? '' : rest.slice(colon + 1) };
}
