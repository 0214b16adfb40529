import type { HomeStore } from '../../state/home-store.ts';

/** A saved selection of the history page. */
export interface SavedView {
  readonly name: string;
  /** Its part of the address: what is shown and for which time. */
  readonly query: string;
}

const KEY = 'hearth.history_views';

/** Follows the user's views, including changes on other devices. Returns a function that ends it. */
export function followViews(home: HomeStore, listener: (views: readonly SavedView[]) => void): () => void {
  return home.userData.follow(KEY, (value) => listener(parse(value)));
}

/** Stores the views; resolves once they are durable. */
export function keepViews(home: HomeStore, views: readonly SavedView[]): Promise<void> {
  return home.userData.keep(KEY, { views });
}

/** The views with one more; it replaces one of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name));
}

/** Parses stored data, ignoring what is not a view. */
function parse(value: unknown): readonly SavedView[] {
  const { views } = (value ?? {}) as { readonly views?: unknown };
  if (!Array.isArray(views)) return [];
  return views.flatMap((one: unknown) => {
    const { name, query } = (one ?? {}) as Readonly<Record<string, unknown>>;
    const isView = typeof name === 'string' && typeof query === 'string' && /^(\?|$)/.test(query);
    return isView ? [{ name, query }] : [];
  });
}
