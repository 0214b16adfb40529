/** An element as JSON: text, null when it is empty, or an object of its attributes, children and text. */
type XmlValue = string | null | XmlObject | XmlValue[];
interface XmlObject {
  [name: string]: XmlValue;
}

interface Open {
  readonly name: string;
  readonly members: XmlObject;
  text: string;
}

const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const DEEPEST = 64;
const MAX_ELEMENTS = 100_000;

/**
 * XML as JSON: children by name, repeated ones as a list, attributes with `@`, text beside them as `#text`. Throws
 * for anything that is not well-formed, and for declarations of entities.
 */
export function xmlAsJson(source: string): XmlObject {
  const root: Open = { name: '', members: Object.create(null), text: '' };
  const open: Open[] = [root];
  let count = 0;
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    const top = open.at(-1);
    if (match === null || top === undefined) throw new Error(`there is no XML at character ${at}`);
    const [, data, closed, opened, attributes = '', isEmpty, text] = match;
    if (data !== undefined) top.text += data;
    else if (text !== undefined) top.text += unescaped(text);
    else if (closed !== undefined) {
      if (closed !== top.name) throw new Error(`</${closed.slice(0, 50)}> closes no element`);
      open.pop();
      attach(open, top);
    } else if (opened !== undefined) {
      count += 1;
      if (count > MAX_ELEMENTS) throw new Error(`it has more than ${MAX_ELEMENTS} elements`);
      if (open.length > DEEPEST) throw new Error(`it nests deeper than ${DEEPEST} levels`);
      const element: Open = { name: opened, members: Object.create(null), text: '' };
      for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE))
        element.members[`@${name}`] = unescaped(double ?? single ?? '');
      if (isEmpty === '/') attach(open, element);
      else open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name.slice(0, 50)}> is not closed`);
  if (Object.keys(root.members).length !== 1 || root.text.trim() !== '')
    throw new Error('it is not one element');
  return root.members;
}

function attach(open: readonly Open[], { name, members, text }: Open): void {
  const parent = open.at(-1)?.members;
  if (parent === undefined) return;
  const trimmed = text.trim();
  const isPlain = Object.keys(members).length === 0;
  const value: XmlValue = isPlain
    ? trimmed || null
    : trimmed === ''
      ? members
      : Object.assign(members, { '#text': trimmed });
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent[name] = [before, value];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,20}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      if (!Object.hasOwn(ENTITIES, name)) throw new Error(`the entity ${whole} is not known`);
      return ENTITIES[name] ?? '';
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
