import type { DomainValues } from 'hearth-integration';
import { type Node, numberIn, valueKey, valuesOf, type ZwaveValue } from './nodes.ts';
import { type Part, part, type SetValue } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;
type HvacMode = NonNullable<DomainValues['climate']['hvac_mode']>;

const [MODE, SETPOINT, STATE, FAN_MODE, SENSOR] = [64, 67, 66, 68, 49];
const [HEATING, COOLING] = [1, 2];
const MODES: Readonly<Record<string, HvacMode>> = {
  ...{ 0: 'off', 1: 'heat', 2: 'cool', 3: 'heat_cool', 4: 'heat', 6: 'fan_only', 8: 'dry', 10: 'heat_cool' },
};
const ACTIONS: Readonly<Record<string, string>> = {
  ...{ 0: 'idle', 1: 'heating', 2: 'cooling', 3: 'fan', 4: 'idle', 5: 'idle', 6: 'fan', 7: 'heating' },
  ...{ 8: 'heating', 9: 'cooling', 10: 'heating', 11: 'heating' },
};

/** The thermostats of a node: one for each endpoint with a mode, or with set points alone. */
export function climateParts(node: Node, set: SetValue): Part[] {
  const modes = [...node.values.values()].filter(
    ({ commandClass, property }) => commandClass === MODE && property === 'mode',
  );
  if (modes.length > 0) return modes.map((mode) => climatePart(node, mode, set));
  const [setpoint] = [...node.values.values()].filter(
    ({ commandClass, property }) => commandClass === SETPOINT && property === 'setpoint',
  );
  return setpoint === undefined ? [] : [climatePart(node, setpoint, set)];
}

function climatePart(node: Node, main: ZwaveValue, set: SetValue): Part {
  const { endpoint, commandClass } = main;
  const find = (from: Node, kind: number, property: string, key?: number): ZwaveValue | undefined =>
    valuesOf(from, kind, endpoint).find(
      (one) => one.property === property && (key === undefined || Number(one.propertyKey) === key),
    );
  const hasMode = commandClass === MODE;
  const numbers = Object.keys(main.metadata.states ?? {}).filter((number) => number in MODES);
  const hvacModes: HvacMode[] = hasMode
    ? [...new Set(numbers.map((number) => MODES[number] as HvacMode))]
    : ['heat'];
  const heat = find(node, SETPOINT, 'setpoint', HEATING);
  const cool = find(node, SETPOINT, 'setpoint', COOLING);
  const either = heat ?? cool ?? find(node, SETPOINT, 'setpoint');
  const hasRange = heat !== undefined && cool !== undefined && hvacModes.includes('heat_cool');
  const fan = find(node, FAN_MODE, 'mode');
  const fanModes = Object.entries(fan?.metadata.states ?? {});
  const modeOf = (from: Node): HvacMode | null => {
    if (!hasMode) return 'heat';
    const number = numberIn(from.values.get(valueKey(main)));
    return number === null ? null : (MODES[String(number)] ?? 'heat');
  };
  const targetOf = (mode: HvacMode | null): ZwaveValue | undefined =>
    mode === 'cool' ? cool : (heat ?? either);
  const setMode = async (mode: unknown): Promise<void> => {
    const number = numbers.find((one) => MODES[one] === mode);
    if (number !== undefined) await set(node, main, Number(number));
  };
  return part({
    ...{ domain: 'climate', key: valueKey(main) },
    options: {
      features: [
        ...(either === undefined ? [] : ['target_temperature']),
        ...(hasRange ? ['target_temperature_range'] : []),
        ...(fanModes.length > 0 ? ['fan_mode'] : []),
        ...(hvacModes.includes('off') ? ['turn_off', ...(hvacModes.length > 1 ? ['turn_on'] : [])] : []),
      ],
      capabilities: {
        hvac_modes: hvacModes,
        ...(either?.metadata.min === undefined ? {} : { min_temp: either.metadata.min }),
        ...(either?.metadata.max === undefined ? {} : { max_temp: either.metadata.max }),
        ...(fanModes.length > 0 ? { fan_modes: fanModes.map(([, name]) => name) } : {}),
      },
      ...(either?.metadata.unit === undefined ? {} : { unit: either.metadata.unit }),
      setHvacMode: ({ hvac_mode: mode }: Fields) => setMode(mode),
      turnOff: () => setMode('off'),
      turnOn: () => setMode(hvacModes.find((mode) => mode !== 'off')),
      setTemperature: async ({
        temperature,
        target_temp_low: low,
        target_temp_high: high,
        hvac_mode: mode,
      }: Fields) => {
        if (mode !== undefined) await setMode(mode);
        const target = targetOf((mode as HvacMode | undefined) ?? modeOf(node));
        if (typeof temperature === 'number' && target !== undefined) await set(node, target, temperature);
        if (typeof low === 'number' && heat !== undefined) await set(node, heat, low);
        if (typeof high === 'number' && cool !== undefined) await set(node, cool, high);
      },
      setFanMode: async ({ fan_mode: mode }: Fields) => {
        const [number] = fanModes.find(([, name]) => name === mode) ?? [];
        if (number !== undefined && fan !== undefined) await set(node, fan, Number(number));
      },
    },
    read: (now) => {
      const mode = modeOf(now);
      const isRange = hasRange && mode === 'heat_cool';
      const target = targetOf(mode);
      const of = (value: ZwaveValue | undefined): number | null =>
        value === undefined ? null : numberIn(now.values.get(valueKey(value)));
      const state = numberIn(find(now, STATE, 'state'));
      const isFan = numberIn(find(now, FAN_MODE, 'mode'));
      return {
        hvac_mode: mode,
        current_temperature: numberIn(find(now, SENSOR, 'Air temperature')),
        temperature: isRange || mode === 'off' ? null : of(target),
        ...(hasRange
          ? { target_temp_low: isRange ? of(heat) : null, target_temp_high: isRange ? of(cool) : null }
          : {}),
        ...(state === null ? {} : { hvac_action: ACTIONS[String(state)] ?? 'idle' }),
        ...(fan === undefined ? {} : { fan_mode: fan.metadata.states?.[String(isFan)] ?? null }),
      };
    },
  });
}
