import { isEntityId } from '../../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { callable } from '../../jinja/values/call.ts';
import type { Callable, RenderContext, Value } from '../../jinja/values/context.ts';
import { TemplateFailure } from '../../jinja/values/failure.ts';
import { textOf, truth } from '../../jinja/values/protocol.ts';
import { equals } from '../../jinja/values/values.ts';
import { attributesOf } from '../attributes.ts';
import { hostOf, idText } from '../host.ts';
import { attributeText, stateText } from '../state-texts.ts';
import { formatState, nameOf } from '../state-value.ts';

function isState(context: RenderContext, id: Value, wanted: Value): boolean {
  const state = hostOf(context, 'is_state').read(idText(id));
  if (state === undefined) return false;
  return Array.isArray(wanted) ? wanted.some((one) => equals(one, state.state)) : equals(wanted, state.state);
}

function isStateAttribute(context: RenderContext, id: Value, name: Value, wanted: Value): boolean {
  const attribute = own(hostOf(context, 'is_state_attr').read(idText(id)), name);
  return attribute !== undefined && equals(attribute, wanted);
}

/** Own keys only: attribute names come from devices. */
function own(state: State | undefined, name: Value): Value {
  const attributes = state === undefined ? undefined : attributesOf(state);
  const key = textOf(name);
  return attributes !== undefined && key !== undefined && Object.hasOwn(attributes, key)
    ? attributes[key]
    : undefined;
}

/** The state of a valid entity ID. */
function translatable(context: RenderContext, name: string, value: Value): ReturnType<typeof readState> {
  const id = idText(value);
  const state = readState(context, name, id);
  if (state === undefined && !isEntityId(id))
    throw new TemplateFailure('TemplateError', `Invalid entity ID '${id}'`);
  return state;
}

function readState(context: RenderContext, name: string, id: string) {
  return hostOf(context, name).read(id);
}

/** `states('light.lamp')`, as function and filter. */
export const STATES: Callable = callable(
  'states(entity_id, rounded=…, with_unit=false)',
  (context, id, rounded, withUnit) => {
    const host = hostOf(context, 'states');
    const state = host.read(typeof id === 'string' ? id : idText(id));
    if (state === undefined) return UNKNOWN;
    if (rounded === undefined && withUnit === undefined) return state.state;
    const unit = withUnit !== undefined && truth(withUnit);
    return formatState(host, state, rounded === undefined ? unit : truth(rounded), unit);
  },
);

/** State tests that are also functions. */
export const STATE_TESTS: readonly Callable[] = [
  callable('is_state(entity_id, state)', isState),
  callable('is_state_attr(entity_id, name, value)', isStateAttribute),
  callable(
    'is_hidden_entity(entity_id)',
    (context, id) => (hostOf(context, 'is_hidden_entity').entry(idText(id))?.hidden_by ?? null) !== null,
  ),
];

/** As function, filter and test. */
export const HAS_VALUE: Callable = callable('has_value(entity_id)', (context, id) => {
  const state = hostOf(context, 'has_value').read(idText(id))?.state;
  return state !== undefined && state !== UNKNOWN && state !== UNAVAILABLE;
});

/** As both functions and filters. */
export const STATE_FUNCTIONS: readonly Callable[] = [
  HAS_VALUE,
  callable(
    'state_attr(entity_id, name)',
    (context, id, name) => own(hostOf(context, 'state_attr').read(idText(id)), name) ?? null,
  ),
  callable('state_translated(entity_id)', (context, id) => {
    const state = translatable(context, 'state_translated', id);
    return state === undefined ? UNKNOWN : stateText(state);
  }),
  callable('state_attr_translated(entity_id, attribute)', (context, id, name) => {
    const state = translatable(context, 'state_attr_translated', id);
    const value = own(state, name) ?? null;
    return state === undefined || typeof value !== 'string'
      ? value
      : attributeText(state, String(name), value);
  }),
  callable('entity_name(entity_id, fallback=false)', (context, value, fallback) => {
    const host = hostOf(context, 'entity_name');
    const id = idText(value);
    const entry = host.entry(id);
    if (entry === undefined) {
      const state = host.read(id);
      return state === undefined ? null : nameOf(state);
    }
    const name = entry.name ?? entry.original_name;
    if (name !== null || fallback === undefined || !truth(fallback)) return name;
    const device = entry.device_id === null ? undefined : host.device(entry.device_id);
    return device?.name_by_user ?? device?.name ?? null;
  }),
];
