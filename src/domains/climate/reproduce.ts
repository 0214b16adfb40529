import {
  attributeSteps,
  type KeptState,
  type Reproduce,
  type ServiceStep,
  step,
} from '../definition/reproduce.ts';

const MODES: ReadonlySet<string> = new Set(['off', 'heat', 'cool', 'heat_cool', 'auto', 'dry', 'fan_only']);
const TEMPERATURES = ['temperature', 'target_temp_high', 'target_temp_low'] as const;
const OTHERS = [
  ['preset_mode', 'set_preset_mode'],
  ['swing_mode', 'set_swing_mode'],
  ['swing_horizontal_mode', 'set_swing_horizontal_mode'],
  ['fan_mode', 'set_fan_mode'],
  ['humidity', 'set_humidity'],
] as const;

/** Climate: first the mode, then its settings. A change of mode may change the others: all are set then. */
export const reproduceClimate: Reproduce = (present, wished) => {
  if (!MODES.has(wished.state)) return undefined;
  const changesMode = present.state !== wished.state;
  const from: KeptState = changesMode ? { state: wished.state, attributes: {} } : present;
  return [
    ...(changesMode ? [step('set_hvac_mode', { hvac_mode: wished.state })] : []),
    ...temperatures(from, wished),
    ...attributeSteps(from, wished, OTHERS),
  ];
};

function temperatures(present: KeptState, wished: KeptState): ServiceStep[] {
  const given = TEMPERATURES.filter((name) => typeof wished.attributes[name] === 'number');
  if (given.every((name) => present.attributes[name] === wished.attributes[name])) return [];
  return [step('set_temperature', Object.fromEntries(given.map((name) => [name, wished.attributes[name]])))];
}
