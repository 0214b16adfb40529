import type { FanValues } from '../../domains/fan/fan.ts';
import { fanDomain } from '../../domains/fan/fan.ts';
import {
  anyFeature,
  anyOn,
  commonValue,
  type GroupKind,
  integerMean,
  memberValues,
  mostCommon,
  withFeature,
} from './group-kind.ts';

const FEATURES = ['set_speed', 'oscillate', 'direction', 'turn_off', 'turn_on'];

/** Fans as one; presets remain individual. */
export const fanGroup: GroupKind = {
  domain: fanDomain,
  options: {},
  combine: (members) => {
    const speeded = withFeature(members, fanDomain, 'set_speed');
    const step = commonValue<number>(speeded, 'percentage_step');
    const swinging = memberValues<boolean>(withFeature(members, fanDomain, 'oscillate'), 'oscillating');
    const turning = memberValues<FanValues['direction']>(
      withFeature(members, fanDomain, 'direction'),
      'direction',
    );
    const values: FanValues = {
      on: anyOn(members, false),
      percentage: integerMean(speeded, 'percentage'),
      oscillating: mostCommon(swinging) ?? null,
      direction: mostCommon(turning) ?? null,
    };
    return {
      values,
      capabilities: { speed_count: step !== undefined && step > 0 ? Math.round(100 / step) : 100 },
      features: anyFeature(members, fanDomain, FEATURES),
    };
  },
};
