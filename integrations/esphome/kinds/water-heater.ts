import { float } from 'hearth-integration';
import { type Kind, kind, numberOf, short } from './kind.ts';

const MODES = ['off', 'eco', 'electric', 'performance', 'high_demand', 'heat_pump', 'gas'];
const UNITS = ['°C', '°F', 'K'];

/** What a water heater can do. */
const FEATURES = [
  [2, 'target_temperature'],
  [4, 'operation_mode'],
  [8, 'away_mode'],
  [16, 'on_off'],
] as const;
/** Bits of its state. */
const AWAY = 1;
const ON = 2;
/** What a command contains. */
const HAS = { mode: 1, temperature: 2, on: 32, away: 64 };

const shown = (value: number): number | null => {
  const number = short(value);
  return number === null ? null : float(Math.round(number * 10) / 10);
};

/** Water heaters and boilers. */
export const waterHeaterKind: Kind = kind({
  type: 'water_heater',
  domain: 'water_heater',
  listed: 'ListEntitiesWaterHeaterResponse',
  state: 'WaterHeaterStateResponse',
  unknown: { operation_mode: null },
  describe: (info) => ({
    features: FEATURES.flatMap(([flag, name]) => ((info.supported_features & flag) === 0 ? [] : [name])),
    nativeUnits: { temperature: UNITS[info.temperature_unit] ?? '°C' },
    capabilities: {
      min_temp: short(info.min_temperature),
      max_temp: short(info.max_temperature),
      target_temp_step: short(info.target_temperature_step),
      operation_list: info.supported_modes.flatMap((mode) => MODES[mode] ?? []),
    },
  }),
  read: (state, info) =>
    state.missing_state
      ? { operation_mode: null }
      : {
          operation_mode: MODES[state.mode] ?? null,
          current_temperature: shown(state.current_temperature),
          temperature: shown(state.target_temperature),
          ...((info.supported_features & 8) === 0 ? {} : { away_mode: (state.state & AWAY) !== 0 }),
        },
  commands: ({ target, now }) => {
    const mode = (name: unknown) => ({ has_fields: HAS.mode, mode: numberOf(MODES, name) });
    const bits = (flag: number, isSet: boolean, has: number) => {
      const before = now()?.state ?? 0;
      return { has_fields: has, state: isSet ? before | flag : before & ~flag };
    };
    return {
      setTemperature: ({ temperature, operation_mode: given }) => {
        const changed = typeof given === 'string' ? mode(given) : { has_fields: 0 };
        target.send('WaterHeaterCommandRequest', {
          ...changed,
          has_fields: changed.has_fields | HAS.temperature,
          target_temperature: Number(temperature),
        });
      },
      setOperationMode: ({ operation_mode: given }) => target.send('WaterHeaterCommandRequest', mode(given)),
      setAwayMode: ({ away_mode: isAway }) =>
        target.send('WaterHeaterCommandRequest', bits(AWAY, isAway === true, HAS.away)),
      turnOn: () => target.send('WaterHeaterCommandRequest', bits(ON, true, HAS.on)),
      turnOff: () => target.send('WaterHeaterCommandRequest', bits(ON, false, HAS.on)),
    };
  },
});
