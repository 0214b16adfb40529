import { decimalOf } from '../core/coerce.ts';
import { type EnergyPreferences, type EnergySource, isExternal } from '../core/energy-preferences.ts';
import type { MeterTariff } from '../core/energy-settings.ts';
import type { State } from '../core/state.ts';
import { costEntityId, costSourcesOf } from './cost-source.ts';
import { priceUnit } from './price-unit.ts';

/** Units as Home Assistant lists them. */
const ENERGY = 'J kJ MJ GJ mWh Wh kWh MWh GWh TWh cal kcal Mcal Gcal thm'.split(' ');
const GAS = 'CCF ft³ m³ L MCF'.split(' ');
const WATER = 'CCF ft³ m³ gal L MCF'.split(' ');
const POWER = 'mW W kW MW GW TW BTU/h'.split(' ');
const FLOW = 'm³/h m³/min m³/s ft³/min L/h L/min L/s gal/h gal/min gal/d mL/s'.split(' ');

/** What a statistic must measure: units by device class, and the placeholders and the issue of a wrong unit. */
interface Measured {
  readonly units: Readonly<Record<string, readonly string[]>>;
  readonly issue: string;
  readonly placeholders: Readonly<Record<string, string>>;
  /** Powers and flows are of the moment, all others are meters. */
  readonly isRate: boolean;
}

const listed = (units: readonly string[]): string => units.join(', ');
const measured = (
  issue: string,
  units: Measured['units'],
  placeholders: Measured['placeholders'],
  isRate = false,
): Measured => ({ units, issue: `entity_unexpected_unit_${issue}`, placeholders, isRate });

const ENERGY_METER = measured('energy', { energy: ENERGY }, { energy_units: listed(ENERGY) });
const GAS_METER = measured(
  'gas',
  { energy: ENERGY, gas: GAS },
  { energy_units: listed(ENERGY), gas_units: listed(GAS) },
);
const WATER_METER = measured('water', { water: WATER }, { water_units: listed(WATER) });
const POWER_RATE = measured('power', { power: POWER }, { power_units: listed(POWER) }, true);
const FLOW_RATE = measured(
  'volume_flow_rate',
  { volume_flow_rate: FLOW },
  { flow_rate_units: listed(FLOW) },
  true,
);

const PRICES = {
  grid: { issue: 'entity_unexpected_unit_energy_price', units: ENERGY },
  gas: { issue: 'entity_unexpected_unit_gas_price', units: [...ENERGY, ...GAS] },
  water: { issue: 'entity_unexpected_unit_water_price', units: WATER },
} as const;

const METER_CLASSES: ReadonlySet<unknown> = new Set(['measurement', 'total', 'total_increasing']);

/** Something that keeps the energy page from showing an item. */
export interface EnergyIssue {
  readonly type: string;
  /** The affected entities, each with a detail of what was found, if there is one. */
  readonly affected_entities: (readonly [id: string, detail: string | number | null])[];
  readonly translation_placeholders: Readonly<Record<string, string>> | null;
}

/** The issues of each item of the preferences, in their order. */
export type EnergyIssues = Readonly<Record<keyof EnergyPreferences, readonly (readonly EnergyIssue[])[]>>;

/** The dependencies of `validatePreferences`. */
export interface ValidationParts {
  readonly state: (entityId: string) => State | undefined;
  readonly isRecorded: (entityId: string) => boolean;
  /** The statistics that exist. */
  readonly statistics: ReadonlySet<string>;
  readonly currency: string;
  readonly tariffs: readonly MeterTariff[];
}

/** Finds what is wrong with the statistics and prices of the preferences [history facts §6.4]. */
export function validatePreferences(preferences: EnergyPreferences, parts: ValidationParts): EnergyIssues {
  const devices = (kind: 'device_consumption' | 'device_consumption_water', meter: Measured) =>
    preferences[kind].map((device) => {
      const check = new ItemCheck(parts);
      check.statistic(device.stat_consumption, meter);
      return check.issues;
    });
  return {
    energy_sources: preferences.energy_sources.map((source) => {
      const check = new ItemCheck(parts);
      checkSource(source, check);
      for (const cost of costSourcesOf(source, parts.tariffs)) check.recorded(costEntityId(cost));
      return check.issues;
    }),
    device_consumption: devices('device_consumption', ENERGY_METER),
    device_consumption_water: devices('device_consumption_water', WATER_METER),
  };
}

function checkSource(source: EnergySource, check: ItemCheck): void {
  if (source.type === 'solar') check.statistic(source.stat_energy_from, ENERGY_METER);
  else if (source.type === 'battery') {
    check.statistic(source.stat_energy_from, ENERGY_METER);
    check.statistic(source.stat_energy_to, ENERGY_METER);
  } else if (source.type === 'home') {
    check.statistic(source.stat_energy_to, ENERGY_METER);
    check.statistic(source.stat_rate, POWER_RATE);
  } else if (source.type === 'grid') {
    check.statistic(source.stat_energy_from, ENERGY_METER);
    check.cost(source.stat_cost);
    check.price(source.entity_energy_price, 'grid');
    check.statistic(source.stat_energy_to, ENERGY_METER);
    check.cost(source.stat_compensation);
    check.price(source.entity_energy_price_export, 'grid');
    check.statistic(source.stat_rate, POWER_RATE);
  } else {
    check.statistic(source.stat_energy_from, source.type === 'gas' ? GAS_METER : WATER_METER);
    check.cost(source.stat_cost);
    check.price(source.entity_energy_price, source.type);
    if (source.type === 'gas') check.gasPrice(source.entity_energy_price, source.stat_energy_from);
    check.statistic(source.stat_rate, FLOW_RATE);
  }
}

/** Collects the issues of one item, one of each type. */
class ItemCheck {
  readonly issues: EnergyIssue[] = [];
  private readonly parts: ValidationParts;

  constructor(parts: ValidationParts) {
    this.parts = parts;
  }

  statistic(id: string | null | undefined, { units, issue, placeholders, isRate }: Measured): void {
    const found = this.entityOf(id);
    if (found === undefined) return;
    const { state, value } = found;
    const { device_class: deviceClass, unit_of_measurement: unit } = state.attributes;
    if (!isRate && value < 0) this.add('entity_negative_state', state.entity_id, value);
    const allowed = typeof deviceClass === 'string' ? units[deviceClass] : undefined;
    if (allowed === undefined)
      this.add('entity_unexpected_device_class', state.entity_id, textOf(deviceClass));
    else if (typeof unit !== 'string' || !allowed.includes(unit))
      this.add(issue, state.entity_id, textOf(unit), placeholders);
    this.stateClass(state, isRate);
  }

  /** A statistic of money. */
  cost(id: string | null | undefined): void {
    const found = this.entityOf(id);
    if (found !== undefined) this.stateClass(found.state, false);
  }

  price(id: string | null | undefined, kind: keyof typeof PRICES): void {
    if (id == null) return;
    const state = this.parts.state(id);
    const { issue, units } = PRICES[kind];
    const unit = state?.attributes.unit_of_measurement;
    if (state === undefined) this.add('entity_not_defined', id, null);
    else if (decimalOf(state.state) === undefined) this.add('entity_state_non_numeric', id, state.state);
    else if (typeof unit !== 'string' || !units.some((one) => unit.endsWith(`/${one}`))) {
      const allowed = units.map((one) => `${this.parts.currency}/${one}`);
      this.add(issue, id, textOf(unit), { price_units: listed(allowed) });
    }
  }

  /** Gas is priced by volume or by energy, as it is measured. */
  gasPrice(priceId: string | null | undefined, meterId: string): void {
    const price = priceId == null ? undefined : this.parts.state(priceId);
    const meter = this.parts.state(meterId);
    const named = priceUnit(price);
    const measuredIn = meter?.attributes.unit_of_measurement;
    if (price === undefined || typeof measuredIn !== 'string') return;
    const isMismatch =
      (ENERGY.includes(named) && GAS.includes(measuredIn)) ||
      (GAS.includes(named) && ENERGY.includes(measuredIn));
    if (isMismatch)
      this.add(
        'entity_gas_price_unit_mismatch',
        price.entity_id,
        textOf(price.attributes.unit_of_measurement),
      );
  }

  recorded(entityId: string): void {
    if (!this.parts.isRecorded(entityId)) this.add('recorder_untracked', entityId, null);
  }

  /**
   * The current reading of the entity of a statistic; undefined if the checks end here, with an issue or
   * without an entity.
   */
  private entityOf(
    id: string | null | undefined,
  ): { readonly state: State; readonly value: number } | undefined {
    if (id == null) return undefined;
    const { statistics, state: stateOf, isRecorded } = this.parts;
    if (!statistics.has(id)) this.add('statistics_not_defined', id, null);
    if (isExternal(id)) return undefined;
    const state = stateOf(id);
    const value = decimalOf(state?.state ?? '');
    if (!isRecorded(id)) this.add('recorder_untracked', id, null);
    else if (state === undefined) this.add('entity_not_defined', id, null);
    else if (state.state === 'unavailable' || state.state === 'unknown')
      this.add('entity_unavailable', id, state.state);
    else if (value === undefined) this.add('entity_state_non_numeric', id, state.state);
    else return { state, value };
    return undefined;
  }

  private stateClass({ entity_id: id, attributes }: State, isRate: boolean): void {
    const { state_class: stateClass, last_reset: lastReset } = attributes;
    const isAllowed = isRate ? stateClass === 'measurement' : METER_CLASSES.has(stateClass);
    if (!isAllowed) this.add('entity_unexpected_state_class', id, textOf(stateClass));
    else if (!isRate && stateClass === 'measurement' && lastReset === undefined)
      this.add('entity_state_class_measurement_no_last_reset', id, null);
  }

  private add(
    type: string,
    id: string,
    detail: string | number | null,
    placeholders: EnergyIssue['translation_placeholders'] = null,
  ): void {
    const known = this.issues.find((issue) => issue.type === type);
    if (known === undefined)
      this.issues.push({ type, affected_entities: [[id, detail]], translation_placeholders: placeholders });
    else if (!known.affected_entities.some(([other, told]) => other === id && told === detail))
      known.affected_entities.push([id, detail]);
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
