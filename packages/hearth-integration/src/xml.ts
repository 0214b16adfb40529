/** An element of an XML document. Names are without their prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface Open {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const MAX_DEPTH = 50;
const MAX_ELEMENTS = 100_000;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s<>/]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/gy;

/** Parses a document without a document type, which devices do not need. Undefined for what is no XML. */
export function parseXml(text: string): XmlElement | undefined {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: Open[] = [root];
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return undefined;
    const [, cdata, slash, name, attributes = '', isEmpty, plain] = found;
    const current = open.at(-1) ?? root;
    if (cdata !== undefined) current.text += cdata;
    else if (plain !== undefined) current.text += decoded(plain);
    else if (name === undefined) continue;
    else if (slash === '/') {
      if (open.length < 2 || current.name !== local(name)) return undefined;
      open.pop();
    } else {
      count += 1;
      if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined;
      const element: Open = {
        name: local(name),
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      };
      current.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  return open.length === 1 ? root.children[0] : undefined;
}

/** All elements of a name below an element, at any depth. */
export function xmlAll(element: XmlElement | undefined, name: string): XmlElement[] {
  if (element === undefined) return [];
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...xmlAll(child, name),
  ]);
}

/** The text of the first element of a name below an element; undefined if there is none. */
export function xmlText(element: XmlElement | undefined, name: string): string | undefined {
  return xmlAll(element, name)[0]?.text.trim();
}

/** A text as it stands in XML. */
export function xmlEscape(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...found].map(([, name = '', one, other]) => [local(name), decoded(one ?? other ?? '')]),
  );
}

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : '';
  });
}
