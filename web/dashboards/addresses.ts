import { PATHS } from '../app/paths.ts';

/** The addresses of the official frontend that are another page here. */
const PAGES: Readonly<Record<string, string>> = {
  history: PATHS.history,
  logbook: PATHS.logbook,
  energy: PATHS.energy,
  profile: PATHS.profile,
  config: PATHS.settings,
  'developer-tools': PATHS.developer,
  home: PATHS.home,
};
const OWN = new Set([...Object.values(PATHS), '/area'].map((path) => path.split('/')[1]));

/** The address of a view of a dashboard. */
export function viewAddress(urlPath: string, view?: string | number): string {
  const base = `${PATHS.dashboards}/${encodeURIComponent(urlPath)}`;
  return view === undefined ? base : `${base}/${encodeURIComponent(String(view))}`;
}

/**
 * The address of the app for a path that a dashboard leads to, from the address `here`: dashboards are at the root
 * of the official frontend. Paths of other servers lead to the start page.
 */
export function appAddress(path: string, here: string = PATHS.home): string {
  if (!path.startsWith('/')) return path.startsWith('#') ? here + path : viewBeside(path, here);
  if (path.startsWith('//') || path.includes('\\')) return PATHS.home;
  const [, first = '', ...rest] = path.split(/[?#]/)[0]?.split('/') ?? [];
  if (first === '') return PATHS.home;
  const page = Object.hasOwn(PAGES, first) ? PAGES[first] : undefined;
  if (page !== undefined) return page;
  if (OWN.has(first)) return path;
  return viewAddress(decode(first), rest[0] === undefined || rest[0] === '' ? undefined : decode(rest[0]));
}

/** A relative path leads to another view of the same dashboard. */
function viewBeside(path: string, here: string): string {
  const [, , dashboard = 'lovelace'] = here.split('/');
  return viewAddress(decode(dashboard), path);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
