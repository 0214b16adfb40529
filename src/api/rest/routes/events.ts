import { z } from 'zod';
import type { Bus } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { newContext } from '../../../core/context.ts';
import { isEntityId } from '../../../core/entity-id.ts';
import { fault } from '../../../core/errors.ts';
import { State } from '../../../core/state.ts';
import { mayEverybodySubscribe } from '../../../entities/visibility/visible-event.ts';
import { MessageShape } from '../../shapes/automation-shapes.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { json, type RestRequest, type Route } from '../route.ts';

type Data = Readonly<Record<string, unknown>>;

/** `/api/events`: counts listeners and fires custom events. */
export function eventRoutes(parts: { readonly bus: Bus; readonly clock: Clock }): Route[] {
  const { bus, clock } = parts;
  return [
    {
      method: 'GET',
      path: '/api/events',
      permission: 'user',
      summary: 'The event types with listeners; a limited caller sees those it may subscribe to',
      result: z.array(object({ event: z.string(), listener_count: z.number() })),
      answers: { 200: 'An array of `event` and `listener_count`; `*` counts listeners for all events' },
      handle: ({ access }) =>
        json(
          [...bus.counts()]
            .filter(([event]) => access.mayRead === null || mayEverybodySubscribe(event))
            .map(([event, count]) => ({ event, listener_count: count })),
        ),
    },
    {
      method: 'POST',
      path: '/api/events/:event_type',
      permission: 'admin',
      summary: 'Fires an event',
      body: z.record(z.string(), z.unknown()).describe('The data of the event'),
      result: MessageShape,
      answers: { 200: 'Fired', 400: 'The body is not an object, or the type is too long' },
      handle: (request) => {
        const type = request.param('event_type');
        const at = clock.now();
        const context = newContext(at, request.access.userId);
        const data = eventData(request);
        bus.fireCustom(type, type === 'state_changed' ? withStates(data, at) : data, at, context, 'REMOTE');
        return json({ message: `Event ${type} fired.` });
      },
    },
  ];
}

function eventData(request: RestRequest): Data {
  const body = request.json('event_data_should_be_valid_json') ?? {};
  if (body === null) return {};
  if (!isObject(body)) throw fault('invalid_format', 'event_data_should_be_json_object');
  return body;
}

/**
 * States in a `state_changed` fired by a caller are rebuilt in the standard format that listeners rely on.
 */
function withStates(data: Data, at: number): Data {
  const rebuilt: Record<string, unknown> = { ...data };
  for (const key of ['old_state', 'new_state']) {
    const state = rebuildState(data[key], at);
    if (state !== null) rebuilt[key] = state;
  }
  return rebuilt;
}

function rebuildState(given: unknown, at: number): State | null {
  if (!isObject(given)) return null;
  const { entity_id: id, state, attributes } = given;
  if (typeof id !== 'string' || !isEntityId(id) || typeof state !== 'string') return null;
  const changed = pointOf(given.last_changed, at);
  const updated = pointOf(given.last_updated, changed);
  return new State({
    entity_id: id,
    state,
    attributes: isObject(attributes) ? attributes : {},
    last_changed: changed,
    last_updated: updated,
    last_reported: pointOf(given.last_reported, updated),
    context: newContext(at),
  });
}

function pointOf(given: unknown, otherwise: number): number {
  const point = typeof given === 'string' ? Date.parse(given) : Number.NaN;
  return Number.isNaN(point) ? otherwise : point;
}
