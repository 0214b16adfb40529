import type { EntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import type { State } from '../../core/state.ts';
import { TemplateError } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { equals } from '../../jinja/values/values.ts';
import { type ConditionContext, ConditionFailure, type ConditionKind } from '../config/condition.ts';
import { configFault, wrongValue } from '../config/config-problem.ts';
import { BadDuration, type Duration, timedeltaOf } from '../config/duration.ts';
import type { Fields } from '../config/fields.ts';
import { type EntityAnswer, evaluateEach } from './each-entity.ts';

const REFERENCE = /^input_(?:select|text|number|boolean|datetime)\.[a-z\d_]+$/;

interface StateOptions {
  readonly requested: readonly Value[];
  readonly attribute: string | undefined;
  readonly length: Duration | undefined;
}

/** `condition: state`: entities have a state, or an attribute has a value. */
export const stateCondition: ConditionKind = {
  name: 'state',
  parse: (fields) => {
    const ids = fields.entities('entity_id');
    const attribute = fields.optionalText('attribute');
    const options = {
      requested: requestedStates(fields, attribute !== undefined),
      attribute,
      length: fields.duration('for'),
    };
    const match = fields.oneOf('match', ['all', 'any'], 'all');
    fields.finish();
    if (options.length !== undefined && attribute !== undefined)
      throw configFault('for_with_attribute', fields.at('for'));
    if (options.length !== undefined && options.requested.some(isReference))
      throw configFault('for_with_entity_state', fields.at('for'));
    return (context, place) => {
      const conditions = { kind: 'state', ids, evaluate: (id: EntityId) => evaluate(id, options, context) };
      const { answers, failure } = evaluateEach(conditions, context, place);
      // With `all`, one negative result decides; with `any`, a missing entity is a failure, too.
      if (match === 'all' && answers.includes(false)) return false;
      if (failure !== undefined) throw failure;
      return match === 'all' || answers.includes(true);
    };
  },
};

function requestedStates(fields: Fields, anyType: boolean): readonly Value[] {
  const value = anyType ? fields.raw('state') : fields.need('state');
  if (value === undefined) throw configFault('required_value_missing', fields.at('state'));
  if (!Array.isArray(value)) {
    if (anyType || typeof value === 'string') return [value];
    throw wrongValue('expects_quoted_text', value, fields.at('state'));
  }
  for (const [index, one] of value.entries()) {
    if (!anyType && typeof one !== 'string')
      throw wrongValue('expects_text', one, [...fields.at('state'), index]);
  }
  return value;
}

function isReference(value: Value): value is EntityId {
  return typeof value === 'string' && REFERENCE.test(value);
}

function evaluate(id: EntityId, options: StateOptions, context: ConditionContext): EntityAnswer {
  const { attribute, length, requested } = options;
  const { states } = context.setting;
  const state = states.get(id);
  if (state === undefined) throw new ConditionFailure(message('condition_unknown_entity', { entity_id: id }));
  if (attribute !== undefined && !Object.hasOwn(state.attributes, attribute))
    return { result: false, message: `attribute '${attribute}' of entity ${id} does not exist` };
  const value = attribute === undefined ? state.state : state.attributes[attribute];
  let compared: Value = null;
  for (const one of requested) {
    compared = isReference(one) ? stateOf(one, states) : one;
    if (!equals(value, compared)) continue;
    return length === undefined
      ? { result: true, state: value, wanted_state: compared }
      : askLength(length, state, context);
  }
  return { result: false, state: value, wanted_state: compared };
}

function stateOf(id: EntityId, states: ConditionContext['setting']['states']): string {
  const state = states.get(id);
  if (state === undefined) throw new ConditionFailure(message('state_entity_unavailable', { entity_id: id }));
  return state.state;
}

function askLength(length: Duration, state: State, { setting, variables }: ConditionContext): EntityAnswer {
  try {
    const milliseconds = length.resolve(setting.rendering, variables);
    const held = setting.clock.now() - state.last_changed;
    return { result: held > milliseconds, state: state.state, duration: timedeltaOf(held) };
  } catch (error) {
    if (!(error instanceof BadDuration || error instanceof TemplateError)) throw error;
    throw new ConditionFailure(error.reason);
  }
}
