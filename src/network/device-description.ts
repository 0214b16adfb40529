const MAX_FIELDS = 50;
const MAX_TEXT = 1000;
const MAX_DEPTH = 20;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** What begins with something else than a name, and how that ends. */
const SPECIAL = [
  { begin: '<![CDATA[', end: ']]>' },
  { begin: '<!--', end: '-->' },
  { begin: '<?', end: '?>' },
  { begin: '<!', end: '>' },
] as const;

/**
 * The texts of the root device in a UPnP description by their names, such as `friendlyName` and `UDN`. Lists and
 * embedded devices are left out; what is not a description has none. Takes time in proportion to the length.
 */
export function readDescription(xml: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  const path: string[] = [];
  let text = '';
  let at = 0;
  while (at < xml.length && path.length <= MAX_DEPTH) {
    const open = xml.indexOf('<', at);
    if (open < 0) break;
    text += decoded(xml.slice(at, open));
    const special = SPECIAL.find(({ begin }) => xml.startsWith(begin, open));
    const close = xml.indexOf(special?.end ?? '>', open);
    if (close < 0) break;
    at = close + (special?.end.length ?? 1);
    if (special?.begin === '<![CDATA[') text += xml.slice(open + special.begin.length, close);
    if (special !== undefined) continue;
    const tag = xml.slice(open + 1, close);
    if (tag.startsWith('/')) {
      const own = path.pop() ?? '';
      if (path.length === 2 && path[1] === 'device' && text.trim() !== '')
        fields[own] ??= text.trim().slice(0, MAX_TEXT);
      const isOver = own === 'device' && path.length === 1;
      if (isOver || Object.keys(fields).length >= MAX_FIELDS) break;
    } else if (!tag.endsWith('/')) path.push(nameOf(tag));
    text = '';
  }
  return fields;
}

/** The name of an element without its prefix. */
function nameOf(tag: string): string {
  const name = tag.slice(0, 100).split(/\s/)[0] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
