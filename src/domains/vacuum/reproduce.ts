import { attributeSteps, byState, hasFeature, type Reproduce } from '../definition/reproduce.ts';

const toState = byState({
  cleaning: 'start',
  docked: 'return_to_base',
  returning: 'return_to_base',
  idle: 'stop',
  paused: 'pause',
});

/** Restores the activity of a vacuum, then its fan speed. */
export const reproduceVacuum: Reproduce = (present, requested) => {
  const moves = toState(present, requested);
  if (moves === undefined) return undefined;
  const goesHome = present.state === 'docked' && requested.state === 'returning';
  return [
    ...(goesHome ? [] : moves),
    ...(hasFeature(present, 32) ? attributeSteps(present, requested, [['fan_speed', 'set_fan_speed']]) : []),
  ];
};
