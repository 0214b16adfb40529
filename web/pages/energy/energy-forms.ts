import type { FormTask } from '../../parts/form/form-dialog.ts';
import type { Choice, FormField, FormValues } from '../../parts/form/form-field.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { EnergyDevice, EnergySource, StatisticInfo } from './energy-preferences.ts';
import { meterName } from './energy-report.ts';

export type SourceType = EnergySource['type'];

interface FormParts {
  readonly home: HomeStore;
  readonly statistics: readonly StatisticInfo[];
}

/** The form of a source. */
export function sourceTask(
  {
    type,
    present,
    ...parts
  }: FormParts & { readonly type: SourceType; readonly present: EnergySource | undefined },
  save: (source: EnergySource) => Promise<unknown>,
): FormTask {
  return {
    title: say(`energy.${type}`),
    fields: sourceFields(type, parts),
    values: valuesOf(type, present),
    save: (values) => save(sourceOf(type, present, values)),
  };
}

/** The form of a device. */
export function deviceTask(
  parts: FormParts & {
    readonly unitClass: 'energy' | 'volume';
    readonly present: EnergyDevice | undefined;
    readonly devices: readonly EnergyDevice[];
  },
  save: (device: EnergyDevice) => Promise<unknown>,
): FormTask {
  const { home, present, devices, unitClass } = parts;
  const others = devices.filter((device) => device !== present);
  return {
    title: say('energy.device'),
    fields: [
      pick('stat_consumption', say('energy.meter'), meters(parts, [unitClass]), true),
      { kind: 'text', name: 'name', label: say('energy.name'), maxLength: 100 },
      pick('stat_rate', say('energy.power'), powers(parts)),
      pick(
        'included_in_stat',
        say('energy.part_of'),
        others.map(({ stat_consumption: id, name }) => ({ id, name: name ?? meterName(home, id) })),
      ),
    ],
    values: { ...present },
    // The form has the fields of a device and omits empty ones.
    save: (values) => save(values as unknown as EnergyDevice),
  };
}

function sourceFields(type: SourceType, parts: FormParts): readonly FormField[] {
  const energy = meters(parts, ['energy']);
  const name: FormField = { kind: 'text', name: 'name', label: say('energy.name'), maxLength: 100 };
  const power = pick('power', say('energy.power'), powers(parts));
  const currency = parts.home.home?.currency ?? 'EUR';
  const prices = (key: string, suffix: '' | '_export', unit: string): readonly FormField[] => [
    {
      kind: 'number',
      name: `number_energy_price${suffix}`,
      label: say(suffix === '' ? 'energy.price' : 'energy.price_export'),
      hint: say('energy.price_hint'),
      step: 'any',
      unit: `${currency}/${unit}`,
    },
    pick(
      `entity_energy_price${suffix}`,
      say(suffix === '' ? 'energy.price_sensor' : 'energy.price_sensor_export'),
      priceSensors(parts),
    ),
    pick(
      key,
      say(suffix === '' ? 'energy.cost_statistic' : 'energy.compensation_statistic'),
      meters(parts, [null]),
    ),
  ];
  switch (type) {
    case 'grid':
      return [
        pick('stat_energy_from', say('energy.imported'), energy),
        pick('stat_energy_to', say('energy.exported'), energy),
        power,
        ...prices('stat_cost', '', 'kWh'),
        ...prices('stat_compensation', '_export', 'kWh'),
        name,
      ];
    case 'solar':
      return [pick('stat_energy_from', say('energy.produced'), energy, true), power, name];
    case 'home':
      return [pick('stat_energy_to', say('energy.home_used'), energy, true), power, name];
    case 'battery':
      return [
        pick('stat_energy_from', say('energy.from_battery'), energy, true),
        pick('stat_energy_to', say('energy.to_battery'), energy, true),
        power,
        name,
      ];
    case 'gas':
    case 'water': {
      const meter = meters(parts, type === 'gas' ? ['volume', 'energy'] : ['volume']);
      return [
        pick('stat_energy_from', say('energy.meter'), meter, true),
        ...prices('stat_cost', '', 'm³'),
        name,
      ];
    }
  }
}

function pick(name: string, label: string, options: readonly Choice[], isRequired = false): FormField {
  return { kind: 'pick', name, label, options, isTyped: true, isRequired };
}

/** Statistics with a sum, of some classes of units. */
function meters({ home, statistics }: FormParts, classes: readonly (string | null)[]): readonly Choice[] {
  return statistics
    .filter(({ has_sum, unit_class }) => has_sum && classes.includes(unit_class))
    .map(({ statistic_id: id, name }) => ({ id, name: name ?? meterName(home, id), detail: id }));
}

function powers({ home, statistics }: FormParts): readonly Choice[] {
  return statistics
    .filter(({ unit_class }) => unit_class === 'power')
    .map(({ statistic_id: id, name }) => ({ id, name: name ?? meterName(home, id), detail: id }));
}

/** Sensors that may be a price: their unit is one of money for an amount. */
function priceSensors({ home }: FormParts): readonly Choice[] {
  return [...home.all()]
    .filter(
      ({ entity_id: id, attributes: { unit_of_measurement: unit } }) =>
        /^(?:sensor|input_number|number)\./.test(id) && typeof unit === 'string' && unit.includes('/'),
    )
    .map(({ entity_id: id }) => ({ id, name: meterName(home, id), detail: id }));
}

function valuesOf(type: SourceType, present: EnergySource | undefined): FormValues {
  if (present === undefined) return {};
  const filled = Object.entries(present).filter(([, value]) => value !== null);
  const { power_config, ...values } = Object.fromEntries(filled) as Record<string, unknown>;
  const isSimple = type !== 'grid' && type !== 'battery';
  const power = isSimple ? present.stat_rate : (present.power_config?.stat_rate ?? present.stat_rate);
  return { ...values, ...(power === undefined ? {} : { power }) };
}

/** The source that the form describes; what the form does not show stays. */
function sourceOf(type: SourceType, present: EnergySource | undefined, values: FormValues): EnergySource {
  const { power, stat_rate: _rate, power_config: _config, ...others } = values;
  const isSame = present !== undefined && valuesOf(type, present).power === power;
  const costs = type === 'gas' || type === 'water' ? pricesOf(values) : {};
  const grid = type === 'grid' ? { cost_adjustment_day: present?.cost_adjustment_day ?? 0 } : {};
  const rate = isSame ? rateOf(present) : newRate(type, power);
  return { ...others, ...costs, ...grid, ...rate, type };
}

function rateOf({ stat_rate, power_config }: EnergySource): Partial<EnergySource> {
  if (power_config !== undefined) return { power_config };
  return stat_rate === undefined ? {} : { stat_rate };
}

function newRate(type: SourceType, power: unknown): Partial<EnergySource> {
  if (power === undefined) return {};
  const stat_rate = String(power);
  return type === 'grid' || type === 'battery' ? { power_config: { stat_rate } } : { stat_rate };
}

/** Home Assistant makes a cost sensor for gas and water only where all three are given. */
function pricesOf({
  stat_cost,
  entity_energy_price,
  number_energy_price,
}: FormValues): Partial<EnergySource> {
  return {
    stat_cost: stat_cost === undefined ? null : String(stat_cost),
    entity_energy_price: entity_energy_price === undefined ? null : String(entity_energy_price),
    number_energy_price: number_energy_price === undefined ? null : Number(number_energy_price),
  };
}
