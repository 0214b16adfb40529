import { isEntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import { toFloat } from '../../jinja/builtins/filters-conversion.ts';
import { callable } from '../../jinja/values/call.ts';
import type { Callable, RenderContext, Value } from '../../jinja/values/context.ts';
import { TemplateFailure, typeError } from '../../jinja/values/failure.ts';
import { float } from '../../jinja/values/number.ts';
import { textOf, toArray } from '../../jinja/values/protocol.ts';
import { PyObject } from '../../jinja/values/py-object.ts';
import { Undefined } from '../../jinja/values/undefined.ts';
import { kilometres, type Point } from '../earth.ts';
import { hostOf, type TemplateHost } from '../host.ts';
import type { StateValue } from '../state-value.ts';
import { stateValue } from '../states-value.ts';

const KILOMETRES_PER_MILE = 1.609344;

function pointOf(state: State): Point | undefined {
  const { latitude, longitude } = state.attributes;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

function pointOfNumbers(latitude: Value, longitude: Value): Point | undefined {
  const [north, east] = [toFloat(latitude), toFloat(longitude)];
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

function distance(context: RenderContext, args: Value): Value {
  const host = hostOf(context, 'distance');
  const points: Point[] = [];
  const left = [...(args as readonly Value[])];
  while (left.length > 0) {
    const value = left.shift();
    const text = textOf(value);
    const state = text !== undefined && !isEntityId(text) ? undefined : stateValue(host, value);
    if (state === undefined && left.length === 0) return null;
    state?.note();
    const point = state === undefined ? pointOfNumbers(value, left.shift()) : pointOf(state.state);
    if (point === undefined) return null;
    points.push(point);
  }
  const [a, b] = points;
  if (a === undefined) throw new TemplateFailure('IndexError', 'list index out of range');
  const { facts } = host.home.home;
  const far = kilometres(a, b ?? facts);
  if (far === undefined) return null;
  return float(facts.unit_system === 'metric' ? far : far / KILOMETRES_PER_MILE);
}

function closest(context: RenderContext, args: readonly Value[]): Value {
  const host = hostOf(context, 'closest');
  if (args.length < 1 || args.length > 3)
    throw typeError(`closest() takes 1 to 3 positional arguments but ${args.length} were given`);
  const from = startOf(host, args);
  if (from === undefined) return null;
  let found: StateValue | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const candidate of expandAll(context, host, [args.at(-1)])) {
    candidate.note();
    const point = pointOf(candidate.state);
    const far = point === undefined ? undefined : kilometres(from, point);
    if (far === undefined || far >= shortest) continue;
    shortest = far;
    found = candidate;
  }
  return found;
}

/** The origin for `closest`: the home, a state or two numbers. */
function startOf(host: TemplateHost, args: readonly Value[]): Point | undefined {
  if (args.length === 1) return host.home.home.facts;
  if (args.length === 3) return pointOfNumbers(args[0], args[1]);
  const state = stateValue(host, args[0]);
  state?.note();
  return state === undefined ? undefined : pointOf(state.state);
}

/** The entities of IDs, states, groups and zones, each once, from the last argument to the first. */
function expandAll(context: RenderContext, host: TemplateHost, args: readonly Value[]): StateValue[] {
  const left = [...args];
  const found = new Map<string, StateValue>();
  const seen = new Set<string>();
  while (left.length > 0) {
    context.spend(1);
    const value = left.pop();
    if (value instanceof Undefined || value === null) continue;
    const state = stateValue(host, value);
    if (state === undefined) {
      if (textOf(value) === undefined && isIterable(value)) left.push(...toArray(value, context));
      continue;
    }
    const { entity_id: id } = state.state;
    if (seen.has(id)) continue;
    const members = membersOf(host, state.state);
    if (members === undefined) {
      host.reads.entities.add(id);
      found.set(id, state);
    } else {
      host.reads.entities.add(id);
      left.push(...members);
    }
    seen.add(id);
  }
  return [...found.values()];
}

function isIterable(value: Value): boolean {
  return Array.isArray(value) || (value instanceof PyObject && value.pull() !== undefined);
}

/** The members of a group or the persons in a zone; `undefined` for other entities. */
function membersOf(host: TemplateHost, { entity_id: id, attributes }: State): readonly string[] | undefined {
  const isZone = id.startsWith('zone.');
  if (!isZone && !id.startsWith('group.') && host.home.entities.get(id)?.platform !== 'group')
    return undefined;
  const members = isZone ? attributes.persons : attributes.entity_id;
  return Array.isArray(members) ? members.filter((member) => typeof member === 'string') : [];
}

/** As function only. */
export const DISTANCE: Callable = callable('distance(*where)', distance);

export const CLOSEST_FUNCTION: Callable = callable('closest(*where)', (context, args) =>
  closest(context, args as readonly Value[]),
);

export const CLOSEST_FILTER: Callable = callable('closest(entities, *where)', (context, entities, where) =>
  closest(context, [...(where as readonly Value[]), entities]),
);

/** As both function and filter. */
export const EXPAND: Callable = callable('expand(*entities)', (context, entities) =>
  expandAll(context, hostOf(context, 'expand'), entities as readonly Value[]),
);
