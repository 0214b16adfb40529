import {
  mdiAccountCircleOutline,
  mdiChartLine,
  mdiCodeBraces,
  mdiCogOutline,
  mdiHomeOutline,
  mdiLightningBoltOutline,
  mdiMapOutline,
  mdiPlayBoxMultipleOutline,
  mdiSofaOutline,
  mdiTextBoxSearchOutline,
  mdiViewDashboardOutline,
} from '@mdi/js';
import type { Entity } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { PATHS } from './paths.ts';

/** The element of a page. */
export interface PageElement extends HTMLElement {
  home: HomeStore;
  /** The values of the `:name` parameters in the page's path. */
  params: Readonly<Record<string, string>>;
}

/** A page of the app: its path, and what the shell needs to know before its script is loaded. */
export interface Page {
  /** `:name` matches one part of the address. */
  readonly path: string;
  readonly tag: string;
  readonly title: TextKey;
  readonly icon: string;
  /** Whether it is in the menu; other pages are linked from pages. */
  readonly isInMenu?: boolean;
  /** Whether it is behind "More" on a phone, whose bar has space for three pages. */
  readonly isBelowMore?: boolean;
  readonly isForAdmins?: boolean;
  /** Whether the user finds something on it; it is in the menu only then. */
  isUseful?(home: HomeStore): boolean;
  load(): Promise<CustomElementConstructor>;
}

/** All pages in menu order. Their scripts are loaded on first use. */
export const PAGES: readonly Page[] = [
  {
    path: PATHS.home,
    tag: 'hearth-home-page',
    title: 'home.title',
    icon: mdiHomeOutline,
    isInMenu: true,
    load: () => import('../pages/home/home-page.ts').then(({ HomePage }) => HomePage),
  },
  {
    path: '/area/:id',
    tag: 'hearth-area-page',
    title: 'home.title',
    icon: mdiSofaOutline,
    load: () => import('../pages/area/area-page.ts').then(({ AreaPage }) => AreaPage),
  },
  {
    path: PATHS.history,
    tag: 'hearth-history-page',
    title: 'app.history',
    icon: mdiChartLine,
    isInMenu: true,
    load: () => import('../pages/history/history-page.ts').then(({ HistoryPage }) => HistoryPage),
  },
  ...['', '/:section'].map((level) => ({
    path: PATHS.energy + level,
    tag: 'hearth-energy-page',
    title: 'app.energy' as const,
    icon: mdiLightningBoltOutline,
    isInMenu: level === '',
    load: () => import('../pages/energy/energy-page.ts').then(({ EnergyPage }) => EnergyPage),
  })),
  {
    path: PATHS.dashboards,
    tag: 'hearth-dashboards-page',
    title: 'app.dashboards',
    icon: mdiViewDashboardOutline,
    isInMenu: true,
    isBelowMore: true,
    load: () => import('../pages/dashboards/dashboards-page.ts').then(({ DashboardsPage }) => DashboardsPage),
  },
  ...['/:path', '/:path/:view'].map((level) => ({
    path: PATHS.dashboards + level,
    tag: 'hearth-dashboard-page',
    title: 'app.dashboards' as const,
    icon: mdiViewDashboardOutline,
    load: () => import('../pages/dashboards/dashboard-page.ts').then(({ DashboardPage }) => DashboardPage),
  })),
  {
    path: PATHS.logbook,
    tag: 'hearth-logbook-page',
    title: 'app.logbook',
    icon: mdiTextBoxSearchOutline,
    isInMenu: true,
    isBelowMore: true,
    load: () => import('../pages/logbook/logbook-page.ts').then(({ LogbookPage }) => LogbookPage),
  },
  {
    path: PATHS.map,
    tag: 'hearth-map-page',
    title: 'app.map',
    icon: mdiMapOutline,
    isInMenu: true,
    isBelowMore: true,
    load: () => import('../pages/map-page.ts').then(({ MapPage }) => MapPage),
  },
  {
    path: PATHS.media,
    tag: 'hearth-media-page',
    title: 'app.media',
    icon: mdiPlayBoxMultipleOutline,
    isInMenu: true,
    isBelowMore: true,
    // Media folders are for users who see everything, pictures for those who see their entity.
    isUseful: (home) => home.permissions.readsAll || [...home.all()].some(hasPicture),
    load: () => import('../pages/media/media-page.ts').then(({ MediaPage }) => MediaPage),
  },
  ...below(PATHS.settings, {
    tag: 'hearth-settings-page',
    title: 'settings.title',
    icon: mdiCogOutline,
    load: () => import('../pages/settings/settings-page.ts').then(({ SettingsPage }) => SettingsPage),
  }),
  ...below(PATHS.developer, {
    tag: 'hearth-developer-page',
    title: 'developer.menu',
    icon: mdiCodeBraces,
    load: () => import('../pages/developer/developer-page.ts').then(({ DeveloperPage }) => DeveloperPage),
  }),
  {
    path: PATHS.welcome,
    tag: 'hearth-welcome-page',
    title: 'app.welcome',
    icon: mdiHomeOutline,
    isForAdmins: true,
    load: () => import('../pages/first-run/welcome-page.ts').then(({ WelcomePage }) => WelcomePage),
  },
  {
    path: PATHS.profile,
    tag: 'hearth-profile-page',
    title: 'profile.title',
    icon: mdiAccountCircleOutline,
    isInMenu: true,
    isBelowMore: true,
    load: () => import('../pages/profile-page.ts').then(({ ProfilePage }) => ProfilePage),
  },
];

/** Whether a page is in the menu of the user of a home. */
export function isOffered(page: Page, home: HomeStore): boolean {
  if (page.isInMenu !== true || (page.isForAdmins === true && !home.user.is_admin)) return false;
  return page.isUseful?.(home) !== false;
}

function hasPicture({ domain }: Entity): boolean {
  return domain === 'camera' || domain === 'image';
}

/** An administrators' page with its sections at the addresses below. */
function below(path: string, page: Omit<Page, 'path'>): readonly Page[] {
  const levels = ['', '/:section', '/:section/:rest', '/:section/:rest/:more'];
  return levels.map((level) => ({
    ...page,
    path: path + level,
    isInMenu: level === '',
    isBelowMore: true,
    isForAdmins: true,
  }));
}

/** A page and the parameters from its address. */
export interface Match {
  readonly page: Page;
  readonly params: Readonly<Record<string, string>>;
}

/** The page at an address; undefined if there is none for this user. */
export function pageAt(address: string, isAdmin: boolean): Match | undefined {
  for (const page of PAGES) {
    const params = isAdmin || page.isForAdmins !== true ? match(page.path, address) : undefined;
    if (params !== undefined) return { page, params };
  }
  return undefined;
}

function match(path: string, address: string): Record<string, string> | undefined {
  const wanted = path.split('/');
  const given = (address.length > 1 ? address.replace(/\/$/, '') : address).split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
