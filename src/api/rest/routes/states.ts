import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { newContext } from '../../../core/context.ts';
import { isEntityId } from '../../../core/entity-id.ts';
import { fault } from '../../../core/errors.ts';
import { parseExactJson } from '../../../core/json.ts';
import { type Attributes, isTooLong } from '../../../core/state.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import { sees, visibleState } from '../../../entities/visibility/visible-state.ts';
import { MessageShape } from '../../shapes/automation-shapes.ts';
import { StateShape } from '../../shapes/state-shapes.ts';
import type { StateList } from '../../state-list.ts';
import { compress } from '../answer.ts';
import { pythonText } from '../python-text.ts';
import { jsonText, type Reply, type RestRequest, type Route, stateReply } from '../route.ts';

const writtenState = z.object({
  state: z.unknown().describe('The new state; other values are converted to text'),
  attributes: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('All attributes; they replace the old ones'),
  force_update: z.boolean().optional().describe('Treats an equal state as a change'),
});

/** `/api/states` and single states: read, write, remove [§4.1]. */
export function stateRoutes(parts: {
  readonly states: StateMachine;
  readonly list: StateList;
  readonly clock: Clock;
}): Route[] {
  const { states, list, clock } = parts;
  return [
    {
      method: 'GET',
      path: '/api/states',
      permission: 'user',
      summary: 'The states of all entities the caller may read',
      result: z.array(StateShape),
      answers: { 200: 'An array of states' },
      handle: (request) => {
        if (request.access.mayRead !== null) return jsonText(list.visibleTo(request.access));
        return { ...jsonText(list.whole()), gzip: () => list.wholeCompressed(compress) };
      },
    },
    {
      method: 'GET',
      path: '/api/states/:entity_id',
      permission: 'user',
      summary: 'The state of one entity',
      result: StateShape,
      answers: { 200: 'The state', 404: 'No such entity, or none the caller may read' },
      handle: (request) => {
        const id = request.param('entity_id');
        const state = states.get(id) ?? states.get(id.toLowerCase());
        // Entities the caller may not read are reported as missing.
        if (state === undefined || !sees(request.access, state.entity_id))
          throw fault('not_found', 'entity_not_found_2');
        return stateReply(visibleState(state, request.access));
      },
    },
    {
      method: 'POST',
      path: '/api/states/:entity_id',
      permission: 'admin',
      summary: 'Writes a state without controlling a device',
      body: writtenState,
      result: StateShape,
      answers: {
        200: 'Written',
        201: 'Written, the entity is new',
        400: 'The body or the entity ID is invalid',
      },
      handle: (request) => writeState(states, clock, request),
    },
    {
      method: 'DELETE',
      path: '/api/states/:entity_id',
      permission: 'admin',
      summary: 'Removes a state',
      result: MessageShape,
      answers: { 200: 'Removed', 404: 'No such entity' },
      handle: (request) => {
        const context = newContext(clock.now(), request.access.userId);
        if (!states.remove(request.param('entity_id').toLowerCase(), context))
          throw fault('not_found', 'entity_not_found_2');
        return jsonText('{"message":"Entity removed."}');
      },
    },
  ];
}

function writeState(states: StateMachine, clock: Clock, request: RestRequest): Reply {
  const body = request.json('invalid_json_specified_2');
  if (!isObject(body)) throw fault('invalid_format', 'state_data_should_be_json_object');
  const given = Object.hasOwn(body, 'state') ? body.state : undefined;
  if (given === undefined || given === null) throw fault('invalid_format', 'no_state_specified');
  const asked = request.param('entity_id');
  const id = asked.toLowerCase();
  if (!isEntityId(id)) throw fault('invalid_format', 'invalid_entity_id_specified');
  const state = typeof given === 'string' ? given : exactText(request.text('invalid_json_specified_2'));
  if (isTooLong(state)) throw fault('invalid_format', 'invalid_state_specified');
  const isNew = states.get(id) === undefined;
  const written = states.set(id, state, attributesOf(body), {
    context: newContext(clock.now(), request.access.userId),
    force: Boolean(body.force_update),
  });
  return stateReply(written, isNew ? 201 : 200, ['Location', `/api/states/${encodeURIComponent(asked)}`]);
}

function attributesOf(body: Readonly<Record<string, unknown>>): Attributes {
  const given = Object.hasOwn(body, 'attributes') ? (body.attributes ?? {}) : {};
  if (!isObject(given)) throw fault('invalid_format', 'attributes_should_be_json_object');
  return given;
}

/** Formats a state that is not text as Home Assistant does: `0.0` stays `0.0`, `true` becomes `True`. */
function exactText(body: string): string {
  const exact = parseExactJson(body) as { readonly state: Parameters<typeof pythonText>[0] };
  return pythonText(exact.state);
}
