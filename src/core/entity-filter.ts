import { domainOf, type EntityId } from './entity-id.ts';

/** Entities by domain, ID and pattern (`light.kitchen_*`). */
export interface EntitySelection {
  readonly domains: readonly string[];
  readonly entities: readonly string[];
  readonly entity_globs: readonly string[];
}

type Test = (id: EntityId) => boolean;

/**
 * Compiles inclusions and exclusions into one test; null if both are empty. Entity IDs take precedence over
 * patterns, patterns over domains. Without included domains and patterns, everything that is not excluded
 * passes.
 */
export function compileFilter(include: EntitySelection, exclude: EntitySelection): Test | null {
  if (isEmpty(include) && isEmpty(exclude)) return null;
  const included = new Set(include.entities);
  const excluded = new Set(exclude.entities);
  const inDomains = new Set(include.domains);
  const outDomains = new Set(exclude.domains);
  const inGlobs = anyGlob(include.entity_globs);
  const outGlobs = anyGlob(exclude.entity_globs);
  if (inDomains.size > 0 || include.entity_globs.length > 0) {
    return (id) =>
      included.has(id) ||
      (!excluded.has(id) && (inGlobs(id) || (inDomains.has(domainOf(id)) && !outGlobs(id))));
  }
  if (outDomains.size > 0 || exclude.entity_globs.length > 0) {
    return (id) => (outDomains.has(domainOf(id)) || outGlobs(id) ? included.has(id) : !excluded.has(id));
  }
  return included.size > 0 ? (id) => included.has(id) : (id) => !excluded.has(id);
}

function isEmpty(selection: EntitySelection): boolean {
  return (
    selection.domains.length === 0 && selection.entities.length === 0 && selection.entity_globs.length === 0
  );
}

/** Results are cached by ID, since states change all the time. */
function anyGlob(patterns: readonly string[]): Test {
  const tests = patterns.map(compileGlob);
  const known = new Map<EntityId, boolean>();
  return (id) => {
    let fits = known.get(id);
    if (fits === undefined) {
      fits = tests.some((test) => test(id));
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(id, fits);
    }
    return fits;
  };
}

const MAX_KNOWN = 20_000;

type Piece = '*' | ((letter: string) => boolean);

/**
 * Compiles a shell pattern (`*`, `?`, `[a-c]`, `[!x]`) to a test of a whole text. Worst case O(n·m) in both
 * lengths.
 */
export function compileGlob(pattern: string): Test {
  const pieces = piecesOf(pattern);
  return (text) => {
    let piece = 0;
    let star = -1;
    let resume = 0;
    for (let at = 0; at < text.length; ) {
      const now = pieces[piece];
      if (now === '*') {
        star = piece;
        resume = at;
        piece += 1;
      } else if (now?.(text.charAt(at)) === true) {
        piece += 1;
        at += 1;
      } else if (star >= 0) {
        resume += 1;
        at = resume;
        piece = star + 1;
      } else return false;
    }
    while (pieces[piece] === '*') piece += 1;
    return piece === pieces.length;
  };
}

function piecesOf(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    const close = letter === '[' ? pattern.indexOf(']', at + (pattern.charAt(at + 1) === '!' ? 3 : 2)) : -1;
    if (letter === '*') {
      if (pieces.at(-1) !== '*') pieces.push('*');
    } else if (letter === '?') pieces.push(() => true);
    else if (close > 0) {
      pieces.push(letterClass(pattern.slice(at + 1, close)));
      at = close;
    } else pieces.push((other) => other === letter);
  }
  return pieces;
}

function letterClass(text: string): (letter: string) => boolean {
  const negated = text.startsWith('!');
  const body = negated ? text.slice(1) : text;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const isRange = body.charAt(at + 1) === '-' && at + 2 < body.length;
    ranges.push([body.charAt(at), body.charAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return (letter) => ranges.some(([low, high]) => low <= letter && letter <= high) !== negated;
}
