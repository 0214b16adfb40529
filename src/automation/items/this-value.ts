import { isoTime } from '../../core/clock.ts';
import type { State } from '../../core/state.ts';
import type { Value } from '../../jinja/values/context.ts';
import { attributesOf } from '../../templates/attributes.ts';

/** An entity's own state as the variable `this`: plain values, with times as text. */
export function thisValue(state: State | undefined): Value {
  if (state === undefined) return null;
  return {
    entity_id: state.entity_id,
    state: state.state,
    attributes: attributesOf(state),
    last_changed: isoTime(state.last_changed),
    last_reported: isoTime(state.last_reported),
    last_updated: isoTime(state.last_updated),
    context: state.context,
  };
}
