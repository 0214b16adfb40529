import { attributeSteps, onOrOff, type Reproduce, step } from '../definition/reproduce.ts';

const SPEED = [
  ['percentage', 'set_percentage'],
  ['preset_mode', 'set_preset_mode'],
] as const;
const WAYS = [
  ['direction', 'set_direction'],
  ['oscillating', 'oscillate'],
] as const;

/** Fans: on with their speed, or off, then direction and oscillation. */
export const reproduceFan: Reproduce = (present, requested) => {
  if (requested.state !== 'on') return onOrOff(present, requested);
  const speed = SPEED.flatMap(([name]) => {
    const value = requested.attributes[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const turnOn = present.state === 'on' ? [] : [step('turn_on', Object.fromEntries(speed.slice(0, 1)))];
  const speeds = present.state === 'on' ? SPEED : [];
  return [...turnOn, ...attributeSteps(present, requested, [...speeds, ...WAYS])];
};
