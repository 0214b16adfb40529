import type { HomeStore } from '../../state/home-store.ts';

/** A user's arrangement of the start page. Everything else is in default order. */
export interface Arrangement {
  /** Entity ids, in their order. */
  readonly favourites: readonly string[];
  /** Entity IDs, and areas as `area:<id>`. */
  readonly hidden: readonly string[];
  /**
   * The order of the areas of a floor and of the entities of an area: IDs by `floor:<id>` and `area:<id>`.
   */
  readonly orders: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'hearth.home';
const NATURAL: Arrangement = { favourites: [], hidden: [], orders: {} };

/** Follows the user's arrangement, including changes on other devices. */
export function followArrangement(home: HomeStore, listener: (arrangement: Arrangement) => void): () => void {
  return home.userData.follow(KEY, (value) => listener(parse(value)));
}

export function keepArrangement(home: HomeStore, arrangement: Arrangement): Promise<void> {
  return home.userData.keep(KEY, arrangement);
}

/** Sorts IDs by a stored order; new ones come last, in their current order. */
export function ordered(ids: readonly string[], order: readonly string[] | undefined): readonly string[] {
  if (order === undefined) return ids;
  const rank = new Map(order.map((id, i) => [id, i]));
  return [...ids].sort((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length));
}

/** The list with one item moved by one position. */
export function moved(ids: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return ids;
  const next = ids.filter((one) => one !== id);
  next.splice(to, 0, id);
  return next;
}

/** The list with an ID added or removed. */
export function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

/** Parses stored data, ignoring what is not an arrangement. */
function parse(value: unknown): Arrangement {
  if (typeof value !== 'object' || value === null) return NATURAL;
  const { favourites, hidden, orders } = value as Record<string, unknown>;
  const entries = typeof orders === 'object' && orders !== null ? Object.entries(orders) : [];
  return {
    favourites: texts(favourites),
    hidden: texts(hidden),
    orders: Object.fromEntries(entries.map(([name, ids]) => [name, texts(ids)])),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
