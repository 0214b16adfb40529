import type { EntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import type { State } from '../../core/state.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { floatOf, isNumeric } from '../../jinja/values/number.ts';
import { parseFloatText } from '../../jinja/values/number-text.ts';
import type { AutomationContext } from './automation-context.ts';
import { ConditionFailure } from './condition.ts';
import { configFault } from './config-problem.ts';
import { entityIdOf } from './entity-ids.ts';
import type { Fields } from './fields.ts';

type Bound = number | EntityId;

/** `above`, `below`, `attribute` and `value_template` of numeric_state. */
export interface NumericRange {
  readonly above: Bound | undefined;
  readonly below: Bound | undefined;
  readonly attribute: string | undefined;
  readonly valueTemplate: string | undefined;
}

/** The result, with its trace values. */
export interface RangeResult {
  readonly result: boolean;
  readonly [key: string]: Value;
}

const BOUND_DOMAINS = ['input_number', 'number', 'sensor', 'zone'];

/** Parses the range. An empty range is rejected for triggers, which would never fire. */
export function parseRange(fields: Fields, refusesEmpty: boolean): NumericRange {
  const range = {
    above: bound(fields, 'above'),
    below: bound(fields, 'below'),
    attribute: fields.optionalText('attribute'),
    valueTemplate: fields.optionalTemplate('value_template'),
  };
  const { above, below } = range;
  if (above === undefined && below === undefined) throw configFault('range_bound_missing', fields.path);
  if (refusesEmpty && typeof above === 'number' && typeof below === 'number' && above > below) {
    throw configFault('empty_range', fields.at('above'), { above, below });
  }
  return range;
}

function bound(fields: Fields, key: 'above' | 'below'): Bound | undefined {
  const value = fields.raw(key);
  if (value === undefined || value === null) return undefined;
  const number = numberOf(value);
  if (number !== undefined && typeof value !== 'boolean') return number;
  if (typeof value !== 'string') throw fields.wrong(key, 'expects_number_or_entity');
  return fields.entity(key, BOUND_DOMAINS);
}

/** The number a value stands for; undefined if none. */
export function numberOf(value: Value): number | undefined {
  if (isNumeric(value)) return floatOf(value);
  return typeof value === 'string' ? parseFloatText(value) : undefined;
}

/**
 * Whether a state is in the range; a non-number such as `nan` is never outside it. Throws `ConditionFailure`
 * if it cannot be evaluated.
 */
export function testRange(
  range: NumericRange,
  state: State,
  setting: AutomationContext,
  variables: () => Variables,
): RangeResult {
  const { attribute, valueTemplate } = range;
  const id = state.entity_id;
  if (attribute !== undefined && !Object.hasOwn(state.attributes, attribute))
    return { result: false, message: `attribute '${attribute}' of entity ${id} does not exist` };
  const value =
    valueTemplate !== undefined
      ? renderValue(valueTemplate, state, setting, variables)
      : attribute === undefined
        ? state.state
        : state.attributes[attribute];
  if (value === null || value === undefined || value === UNKNOWN || value === UNAVAILABLE)
    return { result: false, message: `value '${value ?? 'None'}' is non-numeric and treated as False` };
  const number = numberOf(value);
  if (number === undefined)
    throw new ConditionFailure(message('state_is_no_number', { entity_id: id, state: String(value) }));
  const below = range.below === undefined ? undefined : boundValue(range.below, 'below', setting);
  if (below === null) return { result: false };
  if (below !== undefined && number >= below)
    return { result: false, state: number, wanted_state_below: below };
  const above = range.above === undefined ? undefined : boundValue(range.above, 'above', setting);
  if (above === null) return { result: false };
  if (above !== undefined && number <= above)
    return { result: false, state: number, wanted_state_above: above };
  return { result: true, state: number };
}

function renderValue(
  template: string,
  state: State,
  { rendering, mayRead }: AutomationContext,
  variables: () => Variables,
): Value {
  try {
    return rendering.value(template, { ...variables(), state: rendering.stateValue(state) }, mayRead);
  } catch (error) {
    if (error instanceof TemplateError)
      throw new ConditionFailure(message('condition_template_error', { problem: error.message }));
    throw error;
  }
}

/** Null if the entity has no value now. */
function boundValue(bound: Bound, key: string, setting: AutomationContext): number | null {
  if (typeof bound === 'number') return bound;
  const id = entityIdOf(setting, bound);
  const state = setting.states.get(id);
  if (state === undefined)
    throw new ConditionFailure(message('condition_unknown_bound', { key, entity_id: id }));
  if (state.state === UNKNOWN || state.state === UNAVAILABLE) return null;
  const number = numberOf(state.state);
  if (number !== undefined) return number;
  throw new ConditionFailure(message('bound_is_no_number', { key, entity_id: id, state: state.state }));
}
