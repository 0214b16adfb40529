import { chosen, liveRange, type PlotRange, SPANS } from '../../parts/plot/plot-range.ts';

/** What the history page shows. */
export interface HistorySelection {
  /** Entities, areas, devices, floors and labels, such as `area:kitchen` or `entity:light.desk`. */
  readonly items: readonly string[];
  readonly range: PlotRange;
}

const KINDS = ['area', 'device', 'entity', 'floor', 'label'] as const;
type Kind = (typeof KINDS)[number];

/** The selection in an address; what is not valid there is left out. */
export function selectionOf(search: string, now: number): HistorySelection {
  const params = new URLSearchParams(search);
  const items = KINDS.flatMap((kind) =>
    (params.get(`${kind}_id`) ?? '')
      .split(',')
      .filter((id) => id !== '')
      .map((id) => `${kind}:${id}`),
  );
  return { items: [...new Set(items)], range: rangeOf(params, now) };
}

/** The address part of a selection, with Home Assistant's names: a fixed range has a start and an end. */
export function queryOf({ items, range }: HistorySelection): string {
  const params = new URLSearchParams();
  for (const kind of KINDS) {
    const ids = items.filter((item) => kindOf(item) === kind).map(idOf);
    if (ids.length > 0) params.set(`${kind}_id`, ids.join(','));
  }
  if (!range.isLive) {
    params.set('start_date', new Date(range.from).toISOString());
    params.set('end_date', new Date(range.to).toISOString());
  } else if (Math.abs(range.to - range.from - SPANS.day) >= 1000)
    params.set('last', String(Math.round((range.to - range.from) / 1000)));
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return query === '' ? '' : `?${query}`;
}

function rangeOf(params: URLSearchParams, now: number): PlotRange {
  const [from, to] = [timeOf(params.get('start_date')), timeOf(params.get('end_date'))];
  if (from !== undefined && from < now) return chosen(from, Math.max(to ?? now, from), now);
  const seconds = Number(params.get('last'));
  const isLength = seconds > 0 && seconds * 1000 <= 10 * SPANS.year;
  return liveRange(isLength ? seconds * 1000 : SPANS.day, now);
}

function timeOf(text: string | null): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isFinite(time) ? time : undefined;
}

/** The type of an item; undefined if there is no such type. */
export function kindOf(item: string): Kind | undefined {
  return KINDS.find((kind) => item.startsWith(`${kind}:`));
}

/** The ID of an item, without its type. */
export function idOf(item: string): string {
  return item.slice(item.indexOf(':') + 1);
}
