import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { Collection } from '../../storage/documents.ts';

/** A page of the official frontend, as `get_panels` lists it [frontend facts §5]. */
export interface Panel {
  readonly component_name: string;
  readonly icon: string | null;
  readonly title: string | null;
  readonly default_visible: boolean;
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly url_path: string;
  readonly require_admin: boolean;
  readonly config_panel_domain: string | null;
  readonly show_in_sidebar: boolean;
}

/** What an administrator changed of a page. */
export const PanelChanges = z.object({
  title: z.string().optional(),
  icon: z.string().optional(),
  require_admin: z.boolean().optional(),
  show_in_sidebar: z.boolean().optional(),
});
export type PanelChanges = z.infer<typeof PanelChanges>;

const page = (
  name: string,
  icon: string | null,
  { title = name, isAdmin = false, isInSidebar = false }: PageOptions = {},
): Panel => ({
  component_name: name,
  icon,
  title,
  default_visible: true,
  config: null,
  url_path: name,
  require_admin: isAdmin,
  config_panel_domain: null,
  show_in_sidebar: isInSidebar,
});

interface PageOptions {
  readonly title?: string | null;
  readonly isAdmin?: boolean;
  readonly isInSidebar?: boolean;
}

/** The pages that Hearth provides the data of. */
const PAGES: readonly Panel[] = [
  page('config', 'mdi:cog', { isAdmin: true, isInSidebar: true }),
  page('lovelace', null, { title: null, isInSidebar: true }),
  page('home', 'mdi:home'),
  page('light', 'mdi:lamps'),
  page('security', 'mdi:security'),
  page('climate', 'mdi:home-thermometer'),
  page('maintenance', 'mdi:wrench'),
  page('profile', null, { title: null, isInSidebar: true }),
  page('notfound', null, { title: null, isInSidebar: true }),
  page('history', 'mdi:chart-box', { isInSidebar: true }),
  page('logbook', 'mdi:format-list-bulleted-type', { isInSidebar: true }),
  page('energy', 'mdi:lightning-bolt', { isInSidebar: true }),
  page('calendar', 'mdi:calendar', { isInSidebar: true }),
  page('todo', 'mdi:clipboard-list', { isInSidebar: true }),
  page('media-browser', 'mdi:play-box-multiple', { title: 'media_browser', isInSidebar: true }),
];

/** The dependencies of `Panels`. */
export interface PanelParts {
  readonly changes: Collection<PanelChanges>;
  /** The pages of dashboards. */
  readonly dashboards: () => readonly Panel[];
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The pages of the official frontend, as administrators changed them. */
export class Panels {
  private readonly parts: PanelParts;

  constructor(parts: PanelParts) {
    this.parts = parts;
  }

  /** Whether a page other than a dashboard has a path. */
  isPage(urlPath: string): boolean {
    return PAGES.some(({ url_path: path }) => path === urlPath);
  }

  list(): Panel[] {
    const { changes } = this.parts;
    return [...PAGES, ...this.parts.dashboards()].map((panel) => {
      const own = changes.entries.get(panel.url_path) ?? {};
      return {
        ...panel,
        icon: own.icon ?? panel.icon,
        title: own.title ?? panel.title,
        require_admin: own.require_admin ?? panel.require_admin,
        show_in_sidebar: own.show_in_sidebar ?? panel.show_in_sidebar,
      };
    });
  }

  /** Changes a page; null restores a default. Resolves when it is durable. Throws `not_found` for an unknown path. */
  async update(
    urlPath: string,
    given: { readonly [Key in keyof PanelChanges]: PanelChanges[Key] | null | undefined },
  ): Promise<void> {
    const { changes } = this.parts;
    if (!this.list().some(({ url_path: path }) => path === urlPath))
      throw fault('not_found', 'panel_not_found');
    const asked = Object.entries(given).filter(([, value]) => value !== undefined);
    const all = Object.entries({ ...changes.entries.get(urlPath), ...Object.fromEntries(asked) });
    await changes.put(urlPath, Object.fromEntries(all.filter(([, value]) => value !== null)));
    this.restored();
  }

  /** Announces changes of a page that were put back or taken away. */
  restored(): void {
    const { bus, clock } = this.parts;
    const at = clock.now();
    bus.fire('panels_updated', {}, at, newContext(at));
  }
}
