import { isEntityId } from '../../../core/entity-id.ts';
import { fault } from '../../../core/errors.ts';
import { localTimeOf, pointOf } from '../../../core/time-zone.ts';
import { framedChunks } from '../../framed-chunks.ts';
import { readTime } from '../../history-requests.ts';
import type { LogbookParts } from '../../logbook-interface.ts';
import { RestLogEntriesShape } from '../../shapes/history-shapes.ts';
import type { Reply, RestRequest, Route } from '../route.ts';
import { streamedJson } from '../streamed-json.ts';

const DAY = 86_400_000;
const MAX_DAYS = 36_500;

/** `/api/logbook`: what happened in the home. */
export function logbookRoutes(parts: LogbookParts): Route[] {
  const facts = {
    method: 'GET',
    permission: 'user',
    summary: 'The entries of the logbook in a period, in order of time',
    query: {
      entity: 'Entity IDs, separated by commas; everything by default',
      end_time: 'The end of the period',
      period: 'Without `end_time`: the number of days, of which the last begins at the time; 1 by default',
      context_id: 'Only what happened in this context',
    },
    result: RestLogEntriesShape,
    answers: { 200: 'An array of entries', 400: 'A time, the period or an entity ID is invalid' },
    handle: (request: RestRequest) => answer(parts, request),
  } as const;
  return [
    { ...facts, path: '/api/logbook' },
    { ...facts, path: '/api/logbook/:time' },
  ];
}

function answer({ logbook, clock, timeZone }: LogbookParts, request: RestRequest): Promise<Reply> {
  const { access, query, params } = request;
  const time =
    params.time === undefined ? startOfDay(clock.now(), timeZone()) : readTime(params.time, timeZone());
  if (time === null) throw fault('invalid_format', 'history_invalid_datetime');
  const days = daysOf(query.get('period'));
  const entityIds = entitiesOf(query.get('entity'));
  const endText = query.get('end_time');
  const end = endText === null ? null : endOf(endText, timeZone());
  const contextId = query.get('context_id') || null;
  if (entityIds !== null && contextId !== null) throw fault('invalid_format', 'logbook_entity_with_context');
  const after = end === null ? time - (days - 1) * DAY : time;
  const period = { after, before: end ?? after + days * DAY };
  const asked = { ...period, style: 'rest', entityIds, deviceIds: null, contextId } as const;
  return streamedJson(framedChunks('[', logbook.entries(asked, access), ']'));
}

function startOfDay(now: number, timeZone: string): number {
  return pointOf({ ...localTimeOf(now, timeZone), hour: 0, minute: 0, second: 0 }, timeZone);
}

function daysOf(text: string | null): number {
  if (text === null) return 1;
  const days = Number(text);
  if (/^[-+]?\d+$/.test(text.trim()) && Math.abs(days) <= MAX_DAYS) return days;
  throw fault('invalid_format', 'logbook_invalid_period', { period: JSON.stringify(text.slice(0, 80)) });
}

function entitiesOf(text: string | null): readonly string[] | null {
  if (text === null || text === '') return null;
  return text.split(',').map((part) => {
    const id = part.trim().toLowerCase();
    if (!isEntityId(id))
      throw fault('invalid_format', 'malformed_entity_id', { text: JSON.stringify(part.slice(0, 80)) });
    return id;
  });
}

function endOf(text: string, timeZone: string): number {
  // A literal plus sign in a query is decoded as a space.
  const end = readTime(text.replace(/ (?=\d\d:?\d\d$)/, '+'), timeZone) ?? readTime(text, timeZone);
  if (end === null) throw fault('invalid_format', 'history_invalid_end');
  return end;
}
