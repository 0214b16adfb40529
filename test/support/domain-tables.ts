import { type Source, withoutComments } from './source-rules.ts';

const MOST = 3;
/** Domains whose names are also words for kinds of values, in forms and in templates. */
const KINDS_OF_VALUES = new Set(['date', 'datetime', 'number', 'select', 'text', 'time']);
const TOKEN = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\b([a-z_]+)(?=:)|[[\](){}]/g;

/** Lists and tables of more than three domains: `file: light, switch, …`. Lists in lists and words in one text count as one. */
export function domainTables(sources: readonly Source[], domains: readonly string[]): string[] {
  const names = new Set(domains.filter((name) => !KINDS_OF_VALUES.has(name)));
  return sources.flatMap((source) =>
    groupsOf(withoutComments(source.text)).flatMap((words) => {
      const found = [...new Set(words)].filter((word) => names.has(word)).sort();
      return found.length > MOST ? [`${source.path}: ${found.join(', ')}`] : [];
    }),
  );
}

/** Values that are listed together: the keys of an object, the texts of a list, the words of a text. */
function groupsOf(text: string): string[][] {
  const open: { readonly bracket: string; readonly words: string[] }[] = [];
  const groups: string[][] = [];
  for (const [token, key] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (key !== undefined) {
      if (inner?.bracket === '{') inner.words.push(key);
    } else if (/^[[({]$/.test(token)) open.push({ bracket: token, words: [] });
    else if (/^[\])}]$/.test(token)) {
      const closed = open.pop();
      if (closed === undefined) continue;
      const outer = open.at(-1);
      if (closed.bracket === '[' && outer?.bracket === '[') outer.words.push(...closed.words);
      else groups.push(closed.words);
    } else {
      const words = token.slice(1, -1).split(/\s+/);
      if (words.length > 1) groups.push(words);
      else if (inner !== undefined && inner.bracket !== '{') inner.words.push(...words);
    }
  }
  return groups;
}
