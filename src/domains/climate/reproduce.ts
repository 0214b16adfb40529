import {
  attributeSteps,
  type Reproduce,
  type SavedState,
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
export const reproduceClimate: Reproduce = (present, requested) => {
  if (!MODES.has(requested.state)) return undefined;
  const changesMode = present.state !== requested.state;
  const from: SavedState = changesMode ? { state: requested.state, attributes: {} } : present;
  return [
    ...(changesMode ? [step('set_hvac_mode', { hvac_mode: requested.state })] : []),
    ...temperatures(from, requested),
    ...attributeSteps(from, requested, OTHERS),
  ];
};

function temperatures(present: SavedState, requested: SavedState): ServiceStep[] {
  const given = TEMPERATURES.filter((name) => typeof requested.attributes[name] === 'number');
  if (given.every((name) => present.attributes[name] === requested.attributes[name])) return [];
  return [
    step('set_temperature', Object.fromEntries(given.map((name) => [name, requested.attributes[name]]))),
  ];
}
