import { attributeSteps, byState, hasFeature, type Reproduce } from '../definition/reproduce.ts';

const toState = byState({
  cleaning: 'start',
  docked: 'return_to_base',
  returning: 'return_to_base',
  idle: 'stop',
  paused: 'pause',
});

/** Vacuums: to what they did, then their fan speed. */
export const reproduceVacuum: Reproduce = (present, wished) => {
  const moves = toState(present, wished);
  if (moves === undefined) return undefined;
  const goesHome = present.state === 'docked' && wished.state === 'returning';
  return [
    ...(goesHome ? [] : moves),
    ...(hasFeature(present, 32) ? attributeSteps(present, wished, [['fan_speed', 'set_fan_speed']]) : []),
  ];
};
