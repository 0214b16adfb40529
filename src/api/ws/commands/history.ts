import { z } from 'zod';
import type { Bus } from '../../../core/bus.ts';
import { fault } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { seconds } from '../../../core/state.ts';
import {
  areEntityIds,
  areUnchangedSince,
  type HistoryParts,
  historyQuery,
  readableIds,
} from '../../history-requests.ts';
import { HistoryEventShape, PastStatesByEntityShape } from '../../shapes/history-shapes.ts';
import { type Command, defineCommand, defineSubscription, JsonStream, RawJson } from '../command.ts';
import { HistoryFeed } from '../history-feed.ts';
import { LiveChanges } from '../live-changes.ts';
import { invalidTime, MAX_CLOCK_SKEW, periodTime } from '../period-times.ts';

/** As many as `subscribe_entities` takes; each of them is checked and looked up. */
const MAX_ENTITIES = 10_000;

const fields = {
  start_time: z.string().max(100),
  end_time: z.string().max(100).optional(),
  entity_ids: z.array(z.string()).max(MAX_ENTITIES),
  include_start_time_state: z.boolean().default(true),
  significant_changes_only: z.boolean().default(true),
  minimal_response: z.boolean().default(false),
  no_attributes: z.boolean().default(false),
};

type Asked = z.infer<z.ZodObject<typeof fields>>;

const EMPTY = new RawJson('{}');

/** `history/history_during_period` and `history/stream`. */
export function historyCommands(parts: HistoryParts & { readonly bus: Bus; readonly log: Log }): Command[] {
  const { reader, states, clock, timeZone } = parts;
  const live = new LiveChanges(parts.bus);
  return [
    defineCommand({
      type: 'history/history_during_period',
      permission: 'user',
      summary: 'The states of entities in a period, in compressed form',
      result: PastStatesByEntityShape,
      fields,
      handle: async ({ message, access }) => {
        const start = periodTime(message.start_time, 'start', timeZone());
        const end = endOf(message, timeZone());
        if (start > clock.now()) return EMPTY;
        const ids = readableIds(checkedIds(message.entity_ids, states), access, states);
        const shape = shapeOf(message, 'compressed');
        if (ids.length === 0) return EMPTY;
        if (!shape.hasStart && areUnchangedSince(start, ids, { states, ...shape })) return EMPTY;
        const query = historyQuery(shape, { start, end }, { ids, access, states });
        return new JsonStream(reader.states(query, access));
      },
    }),
    defineSubscription({
      type: 'history/stream',
      permission: 'user',
      summary: 'The states of entities in a period as one event, then their changes',
      event: HistoryEventShape,
      fields,
      subscribe: ({ message, access }, feed) => {
        const now = clock.now();
        const start = periodTime(message.start_time, 'start', timeZone());
        if (start > now + MAX_CLOCK_SKEW) throw invalidTime('start');
        const end = endOf(message, timeZone());
        if (end < start) throw invalidTime('end');
        const ids = readableIds(checkedIds(message.entity_ids, states), access, states);
        const shape = shapeOf(message, 'event');
        const isOver = end <= now;
        const isEmpty = isOver && !shape.hasStart && areUnchangedSince(start, ids, { states, ...shape });
        if (ids.length === 0 || isEmpty) {
          feed.event(emptyEvent(start, Number.isFinite(end) ? end : now));
          return null;
        }
        const request = { ids, shape, period: { start, end }, access };
        return new HistoryFeed({ ...parts, live }, feed, request).start();
      },
    }),
  ];
}

function shapeOf<Form extends string>(message: Asked, form: Form) {
  return {
    form,
    hasStart: message.include_start_time_state,
    significantOnly: message.significant_changes_only,
    isMinimal: message.minimal_response,
    hasAttributes: !message.no_attributes,
  };
}

function endOf({ end_time: end }: Asked, timeZone: string): number {
  return end === undefined ? Number.POSITIVE_INFINITY : periodTime(end, 'end', timeZone);
}

function emptyEvent(start: number, end: number): string {
  return JSON.stringify({ states: {}, start_time: seconds(start), end_time: seconds(end) });
}

function checkedIds(ids: readonly string[], states: HistoryParts['states']): readonly string[] {
  if (!areEntityIds(ids, states)) throw fault('invalid_entity_ids', 'history_invalid_entity_ids');
  return ids;
}
