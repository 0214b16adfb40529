import type { DomainValues } from 'hearth-integration';
import { type Endpoint, hasFeature, hasFlag, numberIn } from './endpoint.ts';
import { type PartMaker, part } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;

const CLUSTER = 'fanControl';
const MODES = ['off', 'low', 'medium', 'high', 'on', 'auto', 'smart'];
/** The modes that a sequence of modes has. */
const SEQUENCES: readonly (readonly string[])[] = [
  ['low', 'medium', 'high'],
  ['low', 'high'],
  ['low', 'medium', 'high', 'auto'],
  ['low', 'high', 'auto'],
  ['high', 'auto'],
  ['high'],
];
const WINDS = [
  ['naturalWind', 'natural_wind'],
  ['sleepWind', 'sleep_wind'],
] as const;

/** The fan of an endpoint. */
export const fans: PartMaker = (endpoint) => {
  const now = endpoint.state(CLUSTER);
  if (now?.fanMode === undefined) return [];
  const presets = presetsOf(now);
  const has = (feature: string): boolean => hasFeature(now, feature);
  const write = (values: object): Promise<void> => endpoint.write(CLUSTER, values);
  const setPreset = (preset: unknown): Promise<void> => {
    const [wind] = WINDS.find(([, name]) => name === preset) ?? [];
    if (wind !== undefined) return write({ windSetting: { [wind]: true } });
    return write({ fanMode: Math.max(0, MODES.indexOf(String(preset))) });
  };
  const setSpeed = (percentage: unknown): Promise<void> => write({ percentSetting: Number(percentage) });
  return [
    part({
      ...{ domain: 'fan', key: 'MatterFan-514-0' },
      options: {
        features: [
          ...['turn_on', 'turn_off', 'set_speed', 'preset_mode'],
          ...(has('rocking') ? ['oscillate'] : []),
          ...(has('airflowDirection') ? ['direction'] : []),
        ],
        capabilities: { preset_modes: presets, ...speedsOf(now) },
        turnOn: ({ percentage, preset_mode: preset }: Fields) => {
          if (typeof preset === 'string') return setPreset(preset);
          if (typeof percentage === 'number') return setSpeed(percentage);
          return setPreset(presets.includes('auto') ? 'auto' : (presets.at(-1) ?? 'on'));
        },
        turnOff: () => write({ fanMode: 0 }),
        setPercentage: ({ percentage }: Fields) =>
          percentage === 0 ? write({ fanMode: 0 }) : setSpeed(percentage),
        setPresetMode: ({ preset_mode: preset }: Fields) => setPreset(preset),
        oscillate: ({ oscillating }: Fields) =>
          write({ rockSetting: oscillating === true ? (now.rockSupport ?? {}) : {} }),
        setDirection: ({ direction }: Fields) => write({ airflowDirection: direction === 'reverse' ? 1 : 0 }),
      },
      read: () => valuesOf(endpoint, presets),
    }),
  ];
};

function presetsOf(now: Fields): string[] {
  const modes = SEQUENCES[numberIn(now, 'fanModeSequence') ?? 5] ?? ['high'];
  return [...modes, ...WINDS.flatMap(([flag, name]) => (hasFlag(now, 'windSupport', flag) ? [name] : []))];
}

function speedsOf(now: Fields): { readonly speed_count?: number } {
  const count = numberIn(now, 'speedMax');
  return count === null || count < 1 ? {} : { speed_count: count };
}

function valuesOf(endpoint: Endpoint, presets: readonly string[]): Partial<DomainValues['fan']> {
  const now = endpoint.state(CLUSTER);
  const mode = numberIn(now, 'fanMode');
  const wind = WINDS.find(([flag]) => hasFlag(now, 'windSetting', flag))?.[1];
  const preset = wind ?? MODES[mode ?? -1];
  const rocks = now?.rockSetting;
  return {
    on: mode === null ? null : mode !== 0,
    percentage: mode === 0 ? 0 : numberIn(now, 'percentCurrent'),
    preset_mode: preset !== undefined && presets.includes(preset) ? preset : null,
    ...(rocks === undefined ? {} : { oscillating: Object.values(rocks as object).includes(true) }),
    ...(now?.airflowDirection === undefined
      ? {}
      : { direction: now.airflowDirection === 1 ? 'reverse' : 'forward' }),
  };
}
