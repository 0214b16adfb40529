import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { LogbookRequest } from '../../../core/logbook-query.ts';
import { framedChunks } from '../../framed-chunks.ts';
import type { LogbookParts } from '../../logbook-interface.ts';
import { LogbookEventShape, LogEntriesShape } from '../../shapes/history-shapes.ts';
import { object, UnixSeconds } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription, JsonStream, RawJson } from '../command.ts';
import { LogbookFeed, logbookEvent } from '../logbook-feed.ts';
import { invalidTime, MAX_CLOCK_SKEW, periodTime } from '../period-times.ts';

/** More than any home has. */
const MAX_IDS = 20_000;
const EMPTY = new RawJson('[]');

const period = { start_time: z.string().max(100), end_time: z.string().max(100).optional() };
const fields = {
  ...period,
  entity_ids: z.array(z.string()).max(MAX_IDS).optional(),
  device_ids: z.array(z.string()).max(MAX_IDS).optional(),
};

type Period = z.infer<z.ZodObject<typeof period>>;
type Selection = Omit<z.infer<z.ZodObject<typeof fields>>, keyof Period>;

/** `logbook/get_events`, `logbook/event_stream` and `logbook/get_action_calls`. */
export function logbookCommands(parts: LogbookParts & { readonly log: Log }): Command[] {
  const { logbook, clock, timeZone } = parts;
  return [
    defineCommand({
      type: 'logbook/get_events',
      permission: 'user',
      summary: 'The entries of the logbook in a period, in order of time',
      result: LogEntriesShape,
      fields: { ...fields, context_id: z.string().optional() },
      handle: async ({ message, access }) => {
        const { after, before } = periodOf(message, { now: clock.now(), timeZone: timeZone() });
        if (message.entity_ids !== undefined && message.context_id !== undefined)
          throw fault('invalid_format', 'logbook_entity_with_context');
        const request = { ...requestOf(message), after, before, contextId: message.context_id ?? null };
        if (after > clock.now() || !logbook.canHaveEntries(request, access)) return EMPTY;
        return new JsonStream(framedChunks('[', logbook.entries(request, access), ']'));
      },
    }),
    defineCommand({
      type: 'logbook/get_action_calls',
      permission: 'admin',
      summary: 'The service calls in a period, in order of time',
      result: z.array(object({ when: UnixSeconds, domain: z.string(), service: z.string() })),
      fields: period,
      handle: async ({ message, access }) => {
        const asked = periodOf(message, { now: clock.now(), timeZone: timeZone() });
        if (asked.after > clock.now()) return EMPTY;
        return new JsonStream(framedChunks('[', logbook.actionCalls(asked, access), ']'));
      },
    }),
    defineSubscription({
      type: 'logbook/event_stream',
      permission: 'user',
      summary: 'The entries of the logbook in a period, then those that follow',
      event: LogbookEventShape,
      fields,
      subscribe: ({ message, access }, feed) => {
        const now = clock.now();
        const { after } = periodOf(message, { now, timeZone: timeZone() });
        const before =
          message.end_time === undefined
            ? Number.POSITIVE_INFINITY
            : periodTime(message.end_time, 'end', timeZone());
        if (after > now + MAX_CLOCK_SKEW) throw invalidTime('start');
        if (before < after) throw invalidTime('end');
        const request = { ...requestOf(message), after, before, contextId: null };
        if (!logbook.canHaveEntries(request, access)) {
          feed.event(logbookEvent([], { after, before: Math.min(before, now) }));
          return null;
        }
        return new LogbookFeed(parts, feed, { request, access }).start();
      },
    }),
  ];
}

function requestOf({
  entity_ids,
  device_ids,
}: Selection): Pick<LogbookRequest, 'style' | 'entityIds' | 'deviceIds'> {
  return { style: 'websocket', entityIds: entity_ids ?? null, deviceIds: device_ids ?? null };
}

function periodOf(
  { start_time: start, end_time: end }: Period,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Pick<LogbookRequest, 'after' | 'before'> {
  const after = periodTime(start, 'start', timeZone);
  // What happened in this millisecond is included.
  return { after, before: end === undefined ? now + 1 : periodTime(end, 'end', timeZone) };
}
