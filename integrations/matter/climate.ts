import type { DomainValues } from 'hearth-integration';
import { type Endpoint, hasFeature, hasFlag, numberIn } from './endpoint.ts';
import { type PartMaker, part } from './part.ts';

type HvacMode = NonNullable<DomainValues['climate']['hvac_mode']>;

const CLUSTER = 'thermostat';
const MODES: Readonly<Record<number, HvacMode>> = {
  ...{ 0: 'off', 1: 'heat_cool', 3: 'cool', 4: 'heat', 5: 'heat', 7: 'fan_only', 8: 'dry' },
};
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ off: 0, heat_cool: 1, cool: 3, heat: 4, fan_only: 7, dry: 8 },
};
/** Room air conditioners, which can also dry and blow. */
const AIR_CONDITIONER = 0x72;

/** The thermostat of an endpoint. */
export const climates: PartMaker = (endpoint) => {
  const now = endpoint.state(CLUSTER);
  if (now?.localTemperature === undefined) return [];
  const modes = modesOf(endpoint);
  const setMode = (mode: unknown): Promise<void> =>
    endpoint.write(CLUSTER, { systemMode: NUMBERS[String(mode)] ?? 0 });
  return [
    part({
      ...{ domain: 'climate', key: 'MatterThermostat-513-0' },
      options: {
        features: [
          ...['target_temperature', 'turn_off', 'turn_on'],
          ...(modes.includes('heat_cool') ? ['target_temperature_range'] : []),
        ],
        capabilities: { hvac_modes: modes, ...limitsOf(now) },
        unit: '°C',
        setHvacMode: ({ hvac_mode: mode }) => setMode(mode),
        turnOff: () => setMode('off'),
        turnOn: () => setMode(modes.find((mode) => mode !== 'off')),
        setTemperature: async (fields: Readonly<Record<string, unknown>>) => {
          if (fields.hvac_mode !== undefined) await setMode(fields.hvac_mode);
          const mode = (fields.hvac_mode as HvacMode | undefined) ?? modeOf(endpoint);
          await endpoint.write(CLUSTER, setpoints(endpoint, mode, fields));
        },
      },
      read: () => valuesOf(endpoint),
    }),
  ];
};

function modesOf(endpoint: Endpoint): HvacMode[] {
  const now = endpoint.state(CLUSTER);
  const [heats, cools] = [hasFeature(now, 'heating'), hasFeature(now, 'cooling')];
  return [
    'off',
    ...(heats ? (['heat'] as const) : []),
    ...(cools ? (['cool'] as const) : []),
    ...(heats && cools && hasFeature(now, 'autoMode') ? (['heat_cool'] as const) : []),
    ...(endpoint.deviceTypes.includes(AIR_CONDITIONER) ? (['dry', 'fan_only'] as const) : []),
  ];
}

function limitsOf(now: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const pick = (...attributes: readonly string[]): number[] =>
    attributes.map((attribute) => numberIn(now, attribute)).filter((value) => value !== null);
  const lowest = pick(
    'minHeatSetpointLimit',
    'absMinHeatSetpointLimit',
    'minCoolSetpointLimit',
    'absMinCoolSetpointLimit',
  );
  const highest = pick(
    'maxCoolSetpointLimit',
    'absMaxCoolSetpointLimit',
    'maxHeatSetpointLimit',
    'absMaxHeatSetpointLimit',
  );
  return {
    ...(lowest[0] === undefined ? {} : { min_temp: lowest[0] / 100 }),
    ...(highest[0] === undefined ? {} : { max_temp: highest[0] / 100 }),
  };
}

function modeOf(endpoint: Endpoint): HvacMode | null {
  const mode = numberIn(endpoint.state(CLUSTER), 'systemMode');
  return mode === null ? null : (MODES[mode] ?? 'off');
}

/** What is to be written for new temperatures. */
function setpoints(
  endpoint: Endpoint,
  mode: HvacMode | null,
  fields: Readonly<Record<string, unknown>>,
): object {
  const { temperature, target_temp_low: low, target_temp_high: high } = fields;
  const now = endpoint.state(CLUSTER);
  const single =
    mode === 'cool' || !hasFeature(now, 'heating') ? 'occupiedCoolingSetpoint' : 'occupiedHeatingSetpoint';
  const hundredths = (value: unknown): number => Math.round(Number(value) * 100);
  return {
    ...(typeof temperature === 'number' ? { [single]: hundredths(temperature) } : {}),
    ...(typeof low === 'number' ? { occupiedHeatingSetpoint: hundredths(low) } : {}),
    ...(typeof high === 'number' ? { occupiedCoolingSetpoint: hundredths(high) } : {}),
  };
}

function valuesOf(endpoint: Endpoint): Partial<DomainValues['climate']> {
  const now = endpoint.state(CLUSTER);
  const degrees = (attribute: string): number | null => {
    const value = numberIn(now, attribute);
    return value === null ? null : value / 100;
  };
  const mode = modeOf(endpoint);
  const isRange = mode === 'heat_cool';
  const [heating, cooling] = [degrees('occupiedHeatingSetpoint'), degrees('occupiedCoolingSetpoint')];
  const action = actionOf(endpoint, mode);
  return {
    hvac_mode: mode,
    current_temperature: degrees('localTemperature'),
    temperature: isRange ? null : mode === 'cool' || heating === null ? cooling : heating,
    target_temp_low: isRange ? heating : null,
    target_temp_high: isRange ? cooling : null,
    ...(action === undefined ? {} : { hvac_action: action }),
  };
}

function actionOf(endpoint: Endpoint, mode: HvacMode | null): string | undefined {
  const now = endpoint.state(CLUSTER);
  if (now?.thermostatRunningState === undefined) return undefined;
  const runs = (...flags: readonly string[]): boolean =>
    flags.some((flag) => hasFlag(now, 'thermostatRunningState', flag));
  if (runs('heat', 'heatStage2')) return 'heating';
  if (runs('cool', 'coolStage2')) return 'cooling';
  if (runs('fan', 'fanStage2', 'fanStage3')) return 'fan';
  return mode === 'off' ? 'off' : 'idle';
}
