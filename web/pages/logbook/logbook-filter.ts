import { isInLogbook } from '../../logbook/is-in-logbook.ts';
import type { LogbookEntry } from '../../logbook/logbook-entry.ts';
import { isRepeated, type Narrator, plainSentence, sentenceOf } from '../../logbook/sentence.ts';
import { domainOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { momentOf } from '../../state/home-zone.ts';

/** What of the logbook the page shows; empty texts select everything. */
export interface LogbookFilter {
  readonly entity: string;
  readonly area: string;
  /** A domain, or `messages` or `server`. */
  readonly kind: string;
  /** Words of the sentence. */
  readonly search: string;
  /** The newest day to show: `2026-11-21`. */
  readonly day: string;
}

export const NO_FILTER: LogbookFilter = { entity: '', area: '', kind: '', search: '', day: '' };
const NAMES = Object.keys(NO_FILTER) as (keyof LogbookFilter)[];

/** Kinds that are no domain, by the domain that their entries have. */
const EVENT_KINDS: Readonly<Record<string, string>> = { messages: 'logbook', server: 'homeassistant' };

/** The filter that an address names. */
export function filterOf(query: string): LogbookFilter {
  const given = new URLSearchParams(query);
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) as unknown as LogbookFilter;
}

/** The query of an address that names a filter; empty for none. */
export function queryOf(filter: LogbookFilter): string {
  const query = new URLSearchParams(
    NAMES.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
  return query.size === 0 ? '' : `?${query}`;
}

/** The entities of a filter; undefined if it selects none in particular. */
export function entitiesOf(
  home: HomeStore,
  { entity, area, kind }: LogbookFilter,
): readonly string[] | undefined {
  if (entity !== '') return [entity];
  const isEvent = Object.hasOwn(EVENT_KINDS, kind);
  if (area === '' && (kind === '' || isEvent)) return undefined;
  return [...home.all()]
    .filter((one) => isInLogbook(one))
    .map(({ entity_id: id }) => id)
    .filter((id) => area === '' || home.areaOf(id)?.area_id === area)
    .filter((id) => kind === '' || isEvent || domainOf(id) === kind);
}

/** Tests whether an entry is shown, beyond the entities that were asked for. */
export function isWantedBy(
  { entity, kind, search }: LogbookFilter,
  narrator: Narrator,
): (entry: LogbookEntry) => boolean {
  const domain = Object.hasOwn(EVENT_KINDS, kind) ? EVENT_KINDS[kind] : undefined;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (entry) => {
    if (isRepeated(entry)) return false;
    // The entries of the persons already tell who entered or left a zone.
    if (entity === '' && kind === '' && entry.entity_id?.startsWith('zone.') === true) return false;
    if (domain !== undefined && (entry.state !== undefined || entry.domain !== domain)) return false;
    if (words.length === 0) return true;
    const text = `${plainSentence(sentenceOf(entry, narrator))} ${entry.entity_id ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** The end of the newest day to show; undefined for now. */
export function endOf({ day }: LogbookFilter): number | undefined {
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(noon)) return undefined;
  const next = new Date(noon + 86_400_000).toISOString().slice(0, 10);
  return momentOf(next)?.getTime();
}
