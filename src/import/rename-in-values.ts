import { isObject } from '../core/coerce.ts';
import type { NameClash } from './present-home.ts';
import { renameInTemplate } from './rename-in-files.ts';

/** The collections whose IDs a key has: in cards, targets, strategies of dashboards, and rules of users. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ area_id: 'areas', areas: 'areas', areas_display: 'areas', areas_options: 'areas' },
  ...{ floor_id: 'floors', floors_display: 'floors' },
  ...{ label_id: 'labels' },
};
/** What stands between such a key and the IDs: which areas are hidden, and in which order they are shown. */
const LISTS: ReadonlySet<string> = new Set(['hidden', 'order']);
/** The page of an area. */
const AREA_PAGE = /^(\/config\/areas\/area\/|\/home\/areas-)([^/?#]+)/;

/** A value with the IDs of merged areas, floors and labels here; the same value if it names none of them. */
export function renameInValue(value: unknown, clashes: readonly NameClash[]): unknown {
  // Cards are kept as the text that they were.
  if (isObject(value) && typeof value.json === 'string') {
    if (!clashes.some(({ id }) => String(value.json).includes(id))) return value;
    const config: unknown = JSON.parse(value.json);
    const renamed = renameIn(config, clashes, undefined);
    return renamed === config ? value : { ...value, json: JSON.stringify(renamed) };
  }
  return renameIn(value, clashes, undefined);
}

/** `collection` is what texts, and the keys of maps, are IDs of. */
function renameIn(value: unknown, clashes: readonly NameClash[], collection: string | undefined): unknown {
  const nameOf = (id: string): string =>
    clashes.find((one) => one.collection === collection && one.id === id)?.presentId ?? id;
  if (typeof value === 'string')
    return collection === undefined ? renameInText(value, clashes) : nameOf(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => renameIn(item, clashes, collection));
    if (items.every((item, index) => item === value[index])) return value;
    return collection === undefined ? items : [...new Set(items)];
  }
  if (!isObject(value)) return value;
  let isSame = true;
  const fields = Object.entries(value).map(([key, field]): [string, unknown] => {
    const inner = collectionOf(key, value, collection);
    const name = collection === undefined || LISTS.has(key) ? key : nameOf(key);
    const renamed = renameIn(field, clashes, inner);
    isSame &&= renamed === field && name === key;
    return [name, renamed];
  });
  return isSame ? value : Object.fromEntries(fields);
}

function collectionOf(
  key: string,
  owner: Readonly<Record<string, unknown>>,
  around: string | undefined,
): string | undefined {
  if (around !== undefined) return LISTS.has(key) ? around : undefined;
  // The card of an area, and its view.
  if (key === 'area' && /(?:^|[-:/])area$/.test(String(owner.type))) return 'areas';
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

function renameInText(text: string, clashes: readonly NameClash[]): string {
  const page = AREA_PAGE.exec(text);
  const clash = clashes.find(({ collection, id }) => collection === 'areas' && id === page?.[2]);
  if (page !== null && clash !== undefined)
    return `${page[1]}${clash.presentId}${text.slice(page[0].length)}`;
  return renameInTemplate(text, clashes);
}
