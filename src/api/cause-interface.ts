import { z } from 'zod';
import type { Access } from '../core/access.ts';
import { fault } from '../core/errors.ts';
import { json, type Route } from './rest/route.ts';
import { CauseShape } from './shapes/history-shapes.ts';
import { type Command, defineCommand } from './ws/command.ts';

/** Explains what led to the state of an entity, now or at a time in milliseconds since 1970. */
export type ExplainCause = (question: {
  readonly entityId: string;
  readonly time?: number | undefined;
  readonly access: Access;
}) => Promise<unknown>;

const SUMMARY = 'The causes of the state of an entity, from the state back to the origin';

/** `hearth/cause` over the WebSocket. */
export function causeCommands(explain: ExplainCause): Command[] {
  return [
    defineCommand({
      type: 'hearth/cause',
      permission: 'user',
      summary: SUMMARY,
      fields: { entity_id: z.string(), time: z.union([z.string(), z.number()]).optional() },
      result: CauseShape,
      handle: ({ message, access }) =>
        explain({ entityId: message.entity_id.toLowerCase(), time: pointOf(message.time), access }),
    }),
  ];
}

/** `GET /api/hearth/cause/<entity_id>`. */
export function causeRoutes(explain: ExplainCause): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/hearth/cause/:entity_id',
      permission: 'user',
      summary: SUMMARY,
      query: { time: 'The time of the state, ISO 8601 or seconds since 1970; now by default' },
      result: CauseShape,
      answers: {
        200: 'The chain',
        400: 'Not a valid time',
        404: 'The entity has no known state at that time',
      },
      handle: async (request) => {
        const entityId = request.param('entity_id').toLowerCase();
        const time = pointOf(request.query.get('time') ?? undefined);
        return json(await explain({ entityId, time, access: request.access }));
      },
    },
  ];
}

/** Parses a time given as ISO 8601 or as seconds since 1970. */
function pointOf(time: string | number | undefined): number | undefined {
  if (time === undefined) return undefined;
  const seconds = typeof time === 'number' || /^\d+(?:\.\d+)?$/.test(time) ? Number(time) : undefined;
  // A literal plus sign in a query is decoded as a space.
  const point = seconds === undefined ? Date.parse(String(time).replace(' ', '+')) : seconds * 1000;
  // States have microsecond timestamps, dates are parsed to the millisecond: includes all of that
  // millisecond.
  if (Number.isFinite(point)) return point + 0.9995;
  throw fault('invalid_format', 'expected_point_in_time', { time: JSON.stringify(time) });
}
