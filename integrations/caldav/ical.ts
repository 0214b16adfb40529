/** A line of iCalendar: `DTSTART;TZID=Europe/Berlin:20261128T120000`. */
export interface Property {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

/** A component: an event, a task, or what contains them. */
export interface Component {
  readonly name: string;
  readonly properties: Property[];
  readonly children: Component[];
}

const MAX_LINES = 200_000;

/** Parses iCalendar's text [RFC 5545 §3.1]. Lines that are no properties are passed over. */
export function parseIcal(text: string): Component {
  const root: Component = { name: '', properties: [], children: [] };
  const open = [root];
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/, MAX_LINES);
  for (const line of lines) {
    const property = propertyOf(line);
    const current = open.at(-1) ?? root;
    if (property === undefined) continue;
    if (property.name === 'BEGIN') {
      const child: Component = { name: property.value.toUpperCase(), properties: [], children: [] };
      current.children.push(child);
      if (open.length < 10) open.push(child);
    } else if (property.name === 'END') {
      if (open.length > 1) open.pop();
    } else current.properties.push(property);
  }
  return root;
}

/** All components of a name, at any depth. */
export function componentsOf(component: Component, name: string): Component[] {
  return component.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...componentsOf(child, name),
  ]);
}

export function property(component: Component, name: string): Property | undefined {
  return component.properties.find((one) => one.name === name);
}

/** The text of a property, with its line ends; undefined if it is missing or empty. */
export function textOf(component: Component, name: string): string | undefined {
  const value = property(component, name)?.value;
  if (value === undefined || value === '') return undefined;
  return value.replace(/\\([nN;,\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** A text as the value of a property. */
export function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** Writes components as text, in lines of at most 75 bytes. */
export function writeIcal({ name, properties, children }: Component): string {
  const lines = properties.map(({ name: own, parameters, value }) => {
    const more = Object.entries(parameters).map(
      ([key, one]) => `;${key}=${/[:;,]/.test(one) ? `"${one}"` : one}`,
    );
    return folded(`${own}${more.join('')}:${value}`);
  });
  const inner = [...lines, ...children.map(writeIcal)].join('');
  return name === '' ? inner : `BEGIN:${name}\r\n${inner}END:${name}\r\n`;
}

function folded(line: string): string {
  let result = '';
  let length = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (length + size > 74) {
      result += '\r\n ';
      length = 1;
    }
    result += sign;
    length += size;
  }
  return `${result}\r\n`;
}

function propertyOf(line: string): Property | undefined {
  const read = /^([A-Za-z0-9-]+)((?:;[^=:;]+=(?:"[^"]*"|[^":;]*)(?:,(?:"[^"]*"|[^":;]*))*)*):(.*)$/s.exec(
    line,
  );
  if (read === null) return undefined;
  const [, name = '', parameters = '', value = ''] = read;
  const found = parameters.matchAll(/;([^=]+)=("[^"]*"|[^;]*)/g);
  return {
    name: name.toUpperCase(),
    parameters: Object.fromEntries(
      [...found].map(([, key = '', one = '']) => [key.toUpperCase(), one.replace(/^"|"$/g, '')]),
    ),
    value,
  };
}
