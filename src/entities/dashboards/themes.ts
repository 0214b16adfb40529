import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { issuesText } from '../../core/parse.ts';
import type { Collection } from '../../storage/documents.ts';

const MAX_THEMES = 500;
const variable = z.union([
  z.string().max(200_000),
  z.number().transform(String),
  z.boolean().transform(String),
]);
const variables = z.record(z.string().max(200), variable);
/** A theme: variables of style sheets, some of them only in light or dark mode [frontend facts §6]. */
const themeSchema = z
  .object({ modes: z.strictObject({ light: variables.nullish(), dark: variables.nullish() }).optional() })
  .catchall(variable);
export type Theme = z.infer<typeof themeSchema>;

/** The themes that clients use unless a user chooses another one. */
export const DefaultThemes = z.object({ light: z.string(), dark: z.string().nullable() });
export type DefaultThemes = z.infer<typeof DefaultThemes>;

const STANDARD: DefaultThemes = { light: 'default', dark: null };
/** The ID of the one document. */
const KEY = 'themes';

/** The dependencies of `Themes`. */
export interface ThemeParts {
  /** Reads the themes of the configuration by name, with the file each is in. */
  readonly read: () => Promise<ReadonlyMap<string, { readonly value: unknown; readonly place: string }>>;
  readonly store: Collection<DefaultThemes>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** The themes of the home for clients such as the official frontend. */
export class Themes {
  private readonly parts: ThemeParts;
  private themes: ReadonlyMap<string, Theme> = new Map();

  constructor(parts: ThemeParts) {
    this.parts = parts;
  }

  /** As `frontend/get_themes` returns them. */
  shown() {
    const { light, dark } = this.defaults();
    return {
      themes: Object.fromEntries(this.themes),
      default_theme: this.isKnown(light) ? light : STANDARD.light,
      default_dark_theme: dark !== null && this.isKnown(dark) ? dark : null,
    };
  }

  /** Reads the themes again; invalid ones are logged and left out. */
  async reload(): Promise<void> {
    const themes = new Map<string, Theme>();
    for (const [name, { value, place }] of await this.parts.read()) {
      const { success, data, error } = themeSchema.safeParse(value);
      if (themes.size >= MAX_THEMES)
        this.parts.log.error(`${place}: there are more than ${MAX_THEMES} themes`);
      else if (success) themes.set(name, data);
      else
        this.parts.log.error(
          `${place}: the theme ${name} cannot be used: ${issuesText(error.issues, value)}`,
        );
    }
    this.themes = themes;
    this.announce();
  }

  /**
   * Chooses the default theme of light mode, dark mode or both. `default` and `none` restore the standard. Throws
   * `service_validation_error` for an unknown one.
   */
  async choose({
    light,
    dark,
  }: {
    readonly light?: string | undefined;
    readonly dark?: string | undefined;
  }): Promise<void> {
    for (const name of [light, dark])
      if (name !== undefined && name !== 'none' && name !== 'default' && !this.isKnown(name))
        throw fault('service_validation_error', 'theme_unknown', { name: name.slice(0, 100) });
    const before = this.defaults();
    await this.parts.store.put(KEY, {
      light: light === undefined ? before.light : light === 'none' ? STANDARD.light : light,
      dark: dark === undefined ? before.dark : dark === 'none' ? null : dark,
    });
    this.announce();
  }

  private defaults(): DefaultThemes {
    return this.parts.store.entries.get(KEY) ?? STANDARD;
  }

  private isKnown(name: string): boolean {
    return this.themes.has(name);
  }

  private announce(): void {
    const at = this.parts.clock.now();
    this.parts.bus.fire('themes_updated', {}, at, newContext(at));
  }
}
