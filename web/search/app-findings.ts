import {
  mdiLogout,
  mdiPaletteOutline,
  mdiRobotOutline,
  mdiScriptTextOutline,
  mdiThemeLightDark,
  mdiWeatherNight,
  mdiWhiteBalanceSunny,
} from '@mdi/js';
import { isOffered, PAGES } from '../app/pages.ts';
import { PATHS } from '../app/paths.ts';
import { type Preferences, prefer } from '../app/preferences.ts';
import type { Section } from '../parts/sections.ts';
import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';
import type { Finding } from './finding.ts';
import type { Source } from './search-index.ts';

/** Their position among equally good findings. */
const ORDER = 2;

const NEW: readonly (readonly [title: TextKey, path: string, iconPath: string])[] = [
  ['search.new_automation', '/settings/automations/new', mdiRobotOutline],
  ['search.new_script', '/settings/scripts/new', mdiScriptTextOutline],
  ['search.new_scene', '/settings/scenes/new', mdiPaletteOutline],
];
const THEMES: readonly (readonly [title: TextKey, theme: Preferences['theme'], iconPath: string])[] = [
  ['search.theme_light', 'light', mdiWhiteBalanceSunny],
  ['search.theme_dark', 'dark', mdiWeatherNight],
  ['search.theme_auto', 'auto', mdiThemeLightDark],
];

/** The sections of the settings and of the developer tools; none for users who may not open them. */
export async function appSections(home: HomeStore): Promise<readonly SectionOfPage[]> {
  if (!home.user.is_admin) return [];
  const [settings, developer] = await Promise.all([
    import('../pages/settings/sections-list.ts'),
    import('../pages/developer/sections-list.ts'),
    import('../texts/inner.ts'),
  ]);
  return [
    ...settings.SECTIONS.flat().map((section) => ({ section, base: PATHS.settings })),
    ...developer.SECTIONS.map((section) => ({ section, base: PATHS.developer })),
  ];
}

interface SectionOfPage {
  readonly section: Section;
  readonly base: string;
}

/** The pages and actions of the app; `logOut` ends the session. */
export function* appSources(
  home: HomeStore,
  sections: readonly SectionOfPage[],
  logOut: () => void,
): Generator<Source<Finding>> {
  const isAdmin = home.user.is_admin;
  for (const one of PAGES)
    if (isOffered(one, home))
      yield page({ name: say(one.title), detail: '', path: one.path, iconPath: one.icon, words: '' });
  for (const { section, base } of sections)
    yield page({
      name: say(section.title),
      detail: say(base === PATHS.settings ? 'settings.title' : 'developer.title'),
      path: `${base}/${section.name}`,
      iconPath: section.iconPath,
      words: say(section.hint),
    });
  if (isAdmin)
    for (const [title, path, iconPath] of NEW)
      yield page({ name: say(title), detail: '', path, iconPath, words: '' });
  for (const [title, theme, iconPath] of THEMES) yield task(title, iconPath, () => void prefer({ theme }));
  yield task('search.log_out', mdiLogout, logOut);
}

function page({
  name,
  detail,
  path,
  iconPath,
  words,
}: Pick<Finding, 'name' | 'detail' | 'iconPath'> & {
  readonly path: string;
  readonly words: string;
}): Source<Finding> {
  const choice = { kind: 'page', path } as const;
  return {
    finding: { key: `page:${path}`, name, detail, sort: say('search.page'), iconPath, choice },
    words,
    order: ORDER,
  };
}

function task(title: TextKey, iconPath: string, run: () => void): Source<Finding> {
  const choice = { kind: 'task', run } as const;
  return {
    finding: {
      key: `task:${title}`,
      name: say(title),
      detail: '',
      sort: say('search.action'),
      iconPath,
      choice,
    },
    words: '',
    order: ORDER,
  };
}
