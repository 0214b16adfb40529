import { oneOf, text } from '../../domains/definition/field.ts';
import type { Themes } from '../dashboards/themes.ts';
import { definePlainService, type PlainService } from './service.ts';

/** `frontend.set_theme` and `frontend.reload_themes`. */
export function themeServices(themes: Pick<Themes, 'choose' | 'reload'>): PlainService[] {
  return [
    definePlainService({
      domain: 'frontend',
      name: 'set_theme',
      fields: {
        name: text({ example: 'default' }),
        name_dark: text({ example: 'default' }),
        mode: oneOf(['dark', 'light'], {}),
      },
      admin: true,
      anyOf: ['name', 'name_dark'],
      handle: ({ name, name_dark: dark, mode = 'light' }) =>
        themes.choose(mode === 'dark' && dark === undefined ? { dark: name } : { light: name, dark }),
    }),
    definePlainService({
      domain: 'frontend',
      name: 'reload_themes',
      fields: {},
      admin: true,
      handle: () => themes.reload(),
    }),
  ];
}
