import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** A source file; the path is relative to the root, with `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** An import or re-export of a project file. */
interface Import {
  readonly target: string;
  /** Removed by compilation: `import type`, or only `type` names. */
  readonly typeOnly: boolean;
}

/** The allowed imports by folder. `types:` before a folder only allows types. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

export const LONGEST_FILE = 300;

/** The one file of the server that the message catalog is a part of. */
const CATALOG_READER = 'src/core/english-texts.ts';

const CODE = /\.(ts|m?js)$/;
const IMPORT =
  /^\s*(import|export)\s+(type\s+)?([^'";]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
const BANNED_NAMES = new Set(['utils', 'util', 'helpers', 'common', 'manager', 'base', 'types', 'misc']);
const CLOCKS =
  /\bDate\.now\b|\bnew Date(?!\w)(?:\(\s*\)|(?!\s*\())|(?<![\w.])Date\(\s*\)|\b(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b|(?<!(?<!\[)['"])\bperformance\b|\bprocess\.(?:hrtime|uptime)\b|\btimers\/promises\b|['"](?:node:)?timers['"]|\bAbortSignal\.timeout\b|\bAtomics\.wait/;

/** Expressions that read the current date. */
const REAL_DAY = /\bSystemClock\b|\bDate\.now\b|\bnew Date(?!\w)(?:\(\s*\)|(?!\s*\())|(?<![\w.])Date\(\s*\)/;

/** All source files below a folder of the root; generated and installed files are skipped. */
export function readSources(root: string, folder: string): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : readSources(root, path);
    return CODE.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** The folder of `src/` that a file belongs to; a file directly in `src/` is its own (`hub`, `main`). */
export function placeOf(path: string): string {
  const place = path.split('/')[1] ?? '';
  return place.replace(CODE, '');
}

/** The project files that a file imports, statically or dynamically. */
export function importsOf(source: Source): Import[] {
  const text = withoutComments(source.text);
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = match[4] ?? match[5] ?? '';
    if (!target.startsWith('.')) return [];
    const names = /\{([^}]*)\}/.exec(match[3] ?? '')?.[1]?.split(',') ?? [];
    const onlyTypes = names.length > 0 && names.every((name) => /^\s*(type\s|$)/.test(name));
    const typeOnly = match[2] !== undefined || (onlyTypes && /^\s*\{/.test(match[3] ?? ''));
    return [{ target: posix.join(posix.dirname(source.path), target), typeOnly }];
  });
}

export function importBreaches(sources: readonly Source[], table: ImportTable): string[] {
  return sources.flatMap((source) => {
    const place = placeOf(source.path);
    const allowed = table[place];
    if (allowed === undefined) return [`${source.path}: the folder ${place} is not in the table`];
    return importsOf(source).flatMap(({ target, typeOnly }) => {
      const to = target.startsWith('src/') ? placeOf(target) : undefined;
      if (to === place) return [];
      if (target.startsWith('locales/') && source.path === CATALOG_READER) return [];
      if (to !== undefined && (allowed.includes(to) || (typeOnly && allowed.includes(`types:${to}`))))
        return [];
      return [`${source.path}: ${place} may not import ${target}`];
    });
  });
}

/** The web app only shares the types of `core` and `api/ws` with the server, and no code. */
export function webBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap(({ target, typeOnly }) => {
      const isOwn = target.startsWith('web/');
      const isType = typeOnly && /^(src\/(core|api\/ws)|locales)\//.test(target);
      return isOwn || isType ? [] : [`${source.path}: web may not import ${target}`];
    }),
  );
}

/** Each cycle of imports once, including types: `a → b → a`. */
export function importCycles(sources: readonly Source[]): string[] {
  const targets = new Map(
    sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}

/**
 * Sibling folders below `src/` that import each other, directly or indirectly, with the imports between them.
 */
export function folderCycles(sources: readonly Source[]): string[] {
  const imports = new Map<string, Map<string, string>>();
  for (const source of sources)
    for (const { target } of importsOf(source)) {
      const [from, to] = [source.path.split('/'), target.split('/')];
      let depth = 0;
      while (depth < from.length && from[depth] === to[depth]) depth += 1;
      // A file next to the folders, such as the list of a kind, may import any of them.
      if (depth >= from.length - 1 || depth >= to.length - 1) continue;
      const [one, other] = [from, to].map((parts) => parts.slice(0, depth + 1).join('/'));
      if (one === undefined || other === undefined) continue;
      const targets = imports.get(one) ?? new Map<string, string>();
      imports.set(one, targets.set(other, `${source.path} → ${target}`));
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from)?.keys() ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return [...imports].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, example]) => (reaches(to, from) ? [example] : [])),
  );
}

export function tooLong(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > LONGEST_FILE ? [`${path}: ${lines} lines`] : [];
  });
}

/** Only `core/clock.ts` may use timers and the current time; other code receives a `Clock`. */
export function clockBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = path === 'src/core/clock.ts' ? null : CLOCKS.exec(withoutComments(text));
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
}

const READ_CHECK = /\bmayRead\??\.?\(|\(\s*(?:\w+\.)?mayRead\s*\)/;

/** Only `entities/visibility` decides what a caller sees, by the answers of `auth`. */
export function visibilityBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const isAllowed = /^src\/(auth|entities\/visibility)\//.test(path);
    const found = isAllowed ? null : READ_CHECK.exec(withoutComments(text));
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
}

const ZONES = /\bDateTimeFormat\b|\bgetTimezoneOffset\b|\btoLocale(?:Date|Time)?String\b/;

/** Only `core/time-zone.ts` may ask the engine about time zones. */
export function zoneBreaches(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = path === 'src/core/time-zone.ts' ? null : ZONES.exec(withoutComments(text));
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
}

/** Tests in this process set their own date: none reads the current one, not even in a program it starts. */
export function realDayBreaches(sources: readonly Source[], allowed: ReadonlySet<string>): string[] {
  return sources.flatMap(({ path, text }) => {
    const found = allowed.has(path) ? null : REAL_DAY.exec(withoutComments(text));
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
}

export function defaultExports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    /^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas\s+default\b/m.test(withoutComments(text)) ? [path] : [],
  );
}

export function badNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path }) => {
    const stem = basename(path).replace(CODE, '').replace(/\.d$/, '');
    const inFolders = dirname(path)
      .split('/')
      .every((folder) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder));
    const good = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem) && !BANNED_NAMES.has(stem);
    return good && inFolders ? [] : [path];
  });
}

/**
 * The text with comments blanked, so that words in them break no rule; strings remain, since imports are
 * strings.
 */
export function withoutComments(text: string): string {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
  return text.replace(token, (found) => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found));
}
