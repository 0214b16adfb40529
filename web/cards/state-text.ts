import { viewOf } from '../domains/index.ts';
import { momentText } from '../parts/moment-text.ts';
import { numberText, plainNumber, withUnit } from '../parts/number-text.ts';
import { type Entity, textOf } from '../state/entity.ts';
import type { House } from '../state/house.ts';
import { plain, wordOr } from '../words/domain-name.ts';
import { say } from '../words/say.ts';

/** A state in words of the app's language; a number with its unit, as that language writes it. */
export function stateText(entity: Entity, house?: House): string {
  const { domain, state, attributes } = entity;
  if (state === 'unavailable') return say('state.unavailable');
  const view = viewOf(domain);
  if (view.isMoment || attributes.device_class === 'timestamp') return momentText(state);
  if (state === 'unknown') return say('state.unknown');
  const special = view.stateText?.(entity);
  if (special !== undefined) return special;
  const unit = textOf(entity, 'unit_of_measurement');
  if (unit !== undefined || view.isNumber || attributes.state_class !== undefined) {
    const precision = house?.places.entries.get(entity.entity_id)?.precision ?? null;
    // What is set in steps is a number: its state writes 40 as 40.0.
    return withUnit(numberText(view.isNumber ? plainNumber(state) : state, precision), unit);
  }
  const words = view.stateWords?.(entity);
  if (words !== undefined) return wordOr(`${words}.${state}`, plain(state));
  return wordOr(`state.${domain}.${state}`, wordOr(`state.${state}`, view.isFreeText ? state : plain(state)));
}
