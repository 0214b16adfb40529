import { viewOf } from '../domains/index.ts';
import { momentText } from '../parts/moment-text.ts';
import { numberText, plainNumber, withUnit } from '../parts/number-text.ts';
import { type Entity, textOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { plain, wordOr } from '../texts/domain-name.ts';
import { say } from '../texts/say.ts';

/** The state in the app's language; numbers with their unit in local notation. */
export function stateText(entity: Entity, home?: HomeStore): string {
  const { domain, state, attributes } = entity;
  if (state === 'unavailable') return say('state.unavailable');
  const view = viewOf(domain);
  if (view.isMoment || attributes.device_class === 'timestamp') return momentText(state);
  if (state === 'unknown') return say('state.unknown');
  const special = view.stateText?.(entity);
  if (special !== undefined) return special;
  const unit = textOf(entity, 'unit_of_measurement');
  if (unit !== undefined || view.isNumber || attributes.state_class !== undefined) {
    const precision = home?.places.entries.get(entity.entity_id)?.precision ?? null;
    // Values set in steps are shown as plain numbers: the state has 40.0 for 40.
    return withUnit(numberText(view.isNumber ? plainNumber(state) : state, precision), unit);
  }
  const words = view.stateWords?.(entity);
  if (words !== undefined) return wordOr(`${words}.${state}`, plain(state));
  return wordOr(`state.${domain}.${state}`, wordOr(`state.${state}`, view.isFreeText ? state : plain(state)));
}
