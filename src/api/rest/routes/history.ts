import { fault } from '../../../core/errors.ts';
import {
  areEntityIds,
  areUnchangedSince,
  type HistoryParts,
  historyQuery,
  readableIds,
  readTime,
} from '../../history-requests.ts';
import { PastStatesShape } from '../../shapes/history-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';
import { streamedJson } from '../streamed-json.ts';

const DAY = 86_400_000;

/** `/api/history/period`: the states of entities in the past. */
export function historyRoutes(parts: HistoryParts): Route[] {
  const facts = {
    method: 'GET',
    permission: 'user',
    summary: 'The states of entities in a period, as an array for each entity with states',
    query: {
      filter_entity_id: 'Entity IDs, separated by commas',
      end_time: 'The end; a day after the start by default',
      significant_changes_only: 'With `0`, changes of attributes alone are included',
      minimal_response: 'States after the first one have the state and its time only',
      no_attributes: 'Leaves out attributes, which is faster',
      skip_initial_state: 'Leaves out the state in force at the start',
    },
    result: PastStatesShape,
    answers: { 200: 'An array of arrays of states', 400: 'A time or an entity ID is invalid' },
    handle: (request: RestRequest) => answer(parts, request),
  } as const;
  return [
    { ...facts, path: '/api/history/period' },
    { ...facts, path: '/api/history/period/:time' },
  ];
}

async function answer(
  { reader, states, clock, timeZone }: HistoryParts,
  request: RestRequest,
): Promise<Reply> {
  const { access, query, params } = request;
  const now = clock.now();
  const start = params.time === undefined ? now - DAY : readTime(params.time, timeZone());
  if (start === null) throw fault('invalid_format', 'history_invalid_datetime');
  const filter = (query.get('filter_entity_id') ?? '').trim().toLowerCase();
  if (filter === '') throw fault('invalid_format', 'history_filter_missing');
  const asked = filter.split(',');
  if (!areEntityIds(asked, states)) throw fault('invalid_format', 'history_invalid_filter');
  const ids = readableIds(asked, access, states);
  if (ids.length === 0 || start > now) return json([]);
  const end = endOf(query.get('end_time'), start, timeZone());
  const hasStart = !request.hasFlag('skip_initial_state');
  const hasAttributes = !request.hasFlag('no_attributes');
  if (!hasStart && areUnchangedSince(start, ids, { states, hasAttributes })) return json([]);
  const shape = {
    form: 'rest',
    hasStart,
    hasAttributes,
    significantOnly: query.get('significant_changes_only') !== '0',
    isMinimal: request.hasFlag('minimal_response'),
  } as const;
  return streamedJson(reader.states(historyQuery(shape, { start, end }, { ids, access, states }), access));
}

function endOf(text: string | null, start: number, timeZone: string): number {
  if (text === null || text === '') return start + DAY;
  // A literal plus sign in a query is decoded as a space.
  const end = readTime(text.replace(/ (?=\d\d:?\d\d$)/, '+'), timeZone) ?? readTime(text, timeZone);
  if (end === null) throw fault('invalid_format', 'history_invalid_end');
  return end;
}
