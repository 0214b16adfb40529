import type { Route } from './route.ts';

/** All routes of one path. */
export interface Place {
  readonly path: string;
  readonly methods: ReadonlyMap<string, Route>;
  /** The `Allow` header of a 405. */
  readonly allow: string;
}

/** A place with the parameters of the path. */
export interface Match {
  readonly place: Place;
  readonly params: Readonly<Record<string, string>>;
}

interface OpenPlace {
  readonly place: Place;
  readonly segments: readonly string[];
}

/** Few, since a path may be as long as all headers together. */
const MAX_RECENT = 256;
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Finds routes by path: literal paths first, then those with parameters in list order. A trailing slash is
 * significant. A last segment with a star, `*path`, matches one or more segments.
 */
export class Router {
  private readonly fixed = new Map<string, Match>();
  private readonly open = new Map<string, OpenPlace[]>();
  /** Of paths with parameters: clients use few, and taking one apart takes ten times as long as finding it here. */
  private readonly recent = new Map<string, Match>();

  /** Throws if two routes have the same method and path. */
  constructor(routes: readonly Route[]) {
    for (const [path, methods] of byPath(routes)) this.add(path, methods);
  }

  /** Finds the place of a path regardless of the method; null if there is none. */
  find(path: string): Match | null {
    const known = this.fixed.get(path) ?? this.recent.get(path);
    if (known !== undefined) return known;
    const found = this.findOpen(path);
    if (found === null) return null;
    if (this.recent.size >= MAX_RECENT) this.recent.clear();
    this.recent.set(path, found);
    return found;
  }

  private findOpen(path: string): Match | null {
    const end = endOfPrefix(path);
    const candidates = end < 0 ? undefined : this.open.get(path.slice(0, end));
    if (candidates === undefined) return null;
    const segments = path.slice(end + 1).split('/');
    for (const candidate of candidates) {
      const params = matchSegments(candidate.segments, segments);
      if (params !== null) return { place: candidate.place, params };
    }
    return null;
  }

  private add(path: string, methods: Map<string, Route>): void {
    const allowed = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const place: Place = { path, methods, allow: allowed.sort().join(', ') };
    if (!path.includes('/:') && !path.includes('/*')) {
      this.fixed.set(path, { place, params: NO_PARAMS });
      return;
    }
    const end = endOfPrefix(path);
    const prefix = path.slice(0, end);
    if (end < 0 || /[:*]/.test(prefix)) throw new Error(`The first two parts of ${path} must be literal`);
    const places = this.open.get(prefix) ?? [];
    places.push({ place, segments: path.slice(end + 1).split('/') });
    places.sort((a, b) => openness(a) - openness(b));
    this.open.set(prefix, places);
  }
}

function byPath(routes: readonly Route[]): Map<string, Map<string, Route>> {
  const places = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const methods = places.get(route.path) ?? new Map<string, Route>();
    if (methods.has(route.method)) throw new Error(`${route.method} ${route.path} is there twice`);
    places.set(route.path, methods.set(route.method, route));
  }
  return places;
}

/** Where `/api/states` ends in `/api/states/light.kitchen`; -1 when the path has fewer than three parts. */
function endOfPrefix(path: string): number {
  const second = path.indexOf('/', 1);
  return second < 0 ? -1 : path.indexOf('/', second + 1);
}

function openness(open: OpenPlace): number {
  return open.segments.filter((segment) => /^[:*]/.test(segment)).length;
}

function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Readonly<Record<string, string>> | null {
  const rest = wanted.at(-1)?.startsWith('*') === true ? wanted.at(-1)?.slice(1) : undefined;
  if (rest === undefined ? wanted.length !== given.length : wanted.length > given.length) return null;
  const params: Record<string, string> = {};
  for (let at = 0; at < wanted.length; at += 1) {
    const want = wanted[at] as string;
    const have = given[at] as string;
    if (rest !== undefined && at === wanted.length - 1) {
      params[rest] = given.slice(at).map(decodePart).join('/');
      return params;
    }
    if (want.charCodeAt(0) === 0x3a) {
      if (have === '') return null;
      params[want.slice(1)] = decodePart(have);
    } else if (want !== have) return null;
  }
  return params;
}

/** Decodes `%3A` but not `+`. Invalid encodings are returned unchanged, so no route matches them. */
function decodePart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
