import type { State } from '../../core/state.ts';
import { type CoverValues, coverDomain } from '../../domains/cover/cover.ts';
import type { OpeningValues } from '../../domains/definition/opening.ts';
import { valveDomain } from '../../domains/valve/valve.ts';
import { anyFeature, type GroupKind, integerMean, known, withFeature } from './group-kind.ts';

/** Covers as one: open if any is, moving if any is. */
export const coverGroup: GroupKind = {
  domain: coverDomain,
  options: {},
  combine: (members) => {
    const values: CoverValues = {
      ...movementOf(members),
      position: integerMean(withFeature(members, coverDomain, 'set_position'), 'current_position'),
      tilt_position: integerMean(
        withFeature(members, coverDomain, 'set_tilt_position'),
        'current_tilt_position',
      ),
    };
    const features = anyFeature(members, coverDomain).filter((feature) => feature !== 'speed');
    return { values, features };
  },
};

/** Valves as one: open if any is, moving if any is. */
export const valveGroup: GroupKind = {
  domain: valveDomain,
  options: {},
  combine: (members) => ({
    values: { ...movementOf(members), position: integerMean(members, 'current_position') },
    features: anyFeature(members, valveDomain),
  }),
};

function movementOf(members: readonly State[]): OpeningValues {
  const states = new Set(known(members).map(({ state }) => state));
  if (states.size === 0) return { closed: null, moving: null };
  const moving = states.has('opening') ? 'opening' : states.has('closing') ? 'closing' : null;
  return { closed: !states.has('open'), moving };
}
