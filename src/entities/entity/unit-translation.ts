import { isDecimal } from '../../core/coerce.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import type { Attributes } from '../../core/state.ts';
import type { UnitSystemName } from '../../core/unit-system.ts';
import type { Quantity } from '../../core/unit-tables.ts';
import {
  type Conversion,
  conversionOf,
  convertRounded,
  convertText,
  decimalsOf,
  isUnitOf,
  roundNoise,
} from '../../core/units.ts';
import type {
  AttributeFacts,
  Domain,
  EntityService,
  Measured,
  Values,
} from '../../domains/definition/define-domain.ts';
import { SHOWN_QUANTITIES, type ShownQuantityName } from '../../domains/definition/shown-units.ts';
import { quantityOfClass, shownUnit } from '../../domains/sensor/reading-units.ts';
import type { EntityDescription } from './entity-description.ts';

/** What determines the units an entity reports and displays. */
export interface UnitFacts {
  readonly domain: Domain;
  readonly deviceClass?: string | undefined;
  /** The unit in which the source reports readings. */
  readonly unit?: string | undefined;
  readonly nativeUnits?: EntityDescription['nativeUnits'];
  readonly precision?: number | undefined;
  /** The user's registry options in the entity's domain. */
  readonly options?: Values | undefined;
  readonly system: UnitSystemName;
  /** The displayed capabilities, in the units of the source. */
  readonly capabilities?: Attributes;
}

/** The most decimals of weather and pressure values. */
const DECIMALS = 2;

/** The unit in which readings are displayed; undefined if there are none. */
export function readingUnit({ domain, deviceClass, unit, options, system }: UnitFacts): string | undefined {
  const quantity = quantityOfClass(deviceClass);
  if (domain.stateIsReading === undefined || unit === undefined || deviceClass === undefined) return unit;
  if (quantity === undefined || !isUnitOf(quantity, unit)) return unit;
  const requested = options?.unit_of_measurement;
  if (typeof requested === 'string' && isUnitOf(quantity, requested)) return requested;
  const isDegrees = deviceClass === 'temperature' && (unit === '°C' || unit === '°F');
  if (domain.stateIsReading === 'temperature alone' && !isDegrees) return unit;
  return shownUnit(deviceClass, unit, system);
}

/** Conversions of one quantity between source and display. */
interface Translation {
  /** Converts to the displayed unit; null if it is the same. */
  readonly show: Conversion | null;
  /** Converts back to the source's unit; null if it is the same. */
  readonly toSource: Conversion | null;
  /** `reported` is the value in the source's unit. */
  readonly round: (value: number, limit: AttributeFacts['limit'], reported: number) => number;
}

/**
 * Converts the values of an entity to the displayed units, and values that callers set to those of the
 * source.
 */
export class UnitTranslation {
  /** The unit attributes. */
  readonly unitAttributes: Attributes;
  private readonly facts: UnitFacts;
  private readonly translations = new Map<Measured, Translation>();
  private readonly measured = new Map<string, { quantity: Measured; limit: AttributeFacts['limit'] }>();
  private readonly stateConversion: Conversion | null;

  constructor(facts: UnitFacts) {
    this.facts = facts;
    const attributes = Object.entries(facts.domain.attributes);
    for (const [name, { quantity, limit }] of attributes)
      if (quantity !== undefined) this.measured.set(name, { quantity, limit });
    this.unitAttributes = Object.fromEntries(
      attributes.flatMap(([name, { unitOf }]) => (unitOf === undefined ? [] : [[name, this.unit(unitOf)]])),
    );
    this.stateConversion =
      facts.domain.stateIsReading === undefined ? null : this.translation('reading').show;
  }

  /** The displayed state: a number in the displayed unit, otherwise unchanged. */
  state(text: string | null): string | null {
    if (this.stateConversion === null || text === null || !isDecimal(text)) return text;
    return this.facts.domain.stateIsReading === 'temperature alone'
      ? convertRounded(text, this.stateConversion)
      : convertText(text, this.stateConversion);
  }

  /** The displayed attributes. Built key by key from an empty object, as in `composed`. */
  attributes(values: Attributes): Attributes {
    const shown: Record<string, unknown> = {};
    for (const name in values) {
      const value = values[name];
      const measured = typeof value === 'number' ? this.measured.get(name) : undefined;
      shown[name] =
        measured === undefined ? value : this.show(measured.quantity, value as number, measured.limit);
    }
    return shown;
  }

  /** Converts service fields to the units of the source. */
  fields(service: EntityService, fields: Values): Values {
    const reported: Record<string, unknown> = { ...fields };
    for (const name in fields) {
      const quantity = service.fields[name]?.quantity;
      const value = fields[name];
      if (quantity === undefined || typeof value !== 'number') continue;
      const { toSource } = this.translation(quantity);
      if (toSource !== null) reported[name] = this.within(quantity, value, toSource.apply(value));
    }
    return reported;
  }

  /** Converts a service response to the displayed units: numbers under the declared keys, at any depth. */
  answer(value: unknown, measures: NonNullable<EntityService['answers']>): unknown {
    if (Array.isArray(value)) return value.map((one) => this.answer(one, measures));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const quantity = Object.hasOwn(measures, key) ? measures[key] : undefined;
        if (quantity === undefined || typeof one !== 'number') return [key, this.answer(one, measures)];
        return [key, this.show(quantity, one, undefined)];
      }),
    );
  }

  /** Converts a number of the source to the displayed unit, unrounded. */
  unrounded(quantity: Measured, value: number): number {
    const { show } = this.translation(quantity);
    return show === null ? value : roundNoise(show.apply(value));
  }

  private show(quantity: Measured, value: number, limit: AttributeFacts['limit']): number {
    const { show, round } = this.translation(quantity);
    return round(show === null ? value : show.apply(value), limit, value);
  }

  /** Clamps values between the rounded displayed limits to the source's exact limits. */
  private within(quantity: Measured, shown: number, reported: number): number {
    if (quantity !== 'reading') return reported;
    const { min, max } = this.facts.capabilities ?? {};
    if (typeof min !== 'number' || typeof max !== 'number') return reported;
    const isLetPass =
      shown >= this.show('reading', min, 'lowest') && shown <= this.show('reading', max, 'highest');
    return isLetPass ? Math.min(max, Math.max(min, reported)) : reported;
  }

  private translation(quantity: Measured): Translation {
    const known = this.translations.get(quantity);
    if (known !== undefined) return known;
    const made = this.makeTranslation(quantity);
    this.translations.set(quantity, made);
    return made;
  }

  private makeTranslation(quantity: Measured): Translation {
    const { facts } = this;
    if (quantity === 'reading') {
      const kind = quantityOfClass(facts.deviceClass);
      const [native, shown] = [facts.unit, readingUnit(facts)];
      if (kind === undefined || native === undefined || shown === undefined) return SAME;
      const pair = both(kind, native, shown);
      return { ...pair, round: pair.show === null ? unrounded : roundLimit };
    }
    const shown = this.unit(quantity);
    const named = facts.nativeUnits?.[quantity] ?? facts.domain.units?.[quantity] ?? shown;
    const native = named === 'home' ? SHOWN_QUANTITIES[quantity].shown[facts.system] : named;
    const pair = both(SHOWN_QUANTITIES[quantity].quantity, native, shown);
    if (quantity === 'temperature') return { ...pair, round: temperatureRound(facts.precision, shown) };
    return { ...pair, round: (value) => roundHalfEven(value, DECIMALS) };
  }

  private unit(quantity: ShownQuantityName): string {
    const { options, system } = this.facts;
    const { shown, choices } = SHOWN_QUANTITIES[quantity];
    const requested = options?.[`${quantity}_unit`];
    const isChoice = (choices as readonly unknown[]).includes(requested);
    return isChoice ? String(requested) : shown[system];
  }
}

/** No conversion. */
const SAME: Translation = { show: null, toSource: null, round: (value) => value };

function both(quantity: Quantity, native: string, shown: string): Pick<Translation, 'show' | 'toSource'> {
  return { show: conversionOf(quantity, native, shown), toSource: conversionOf(quantity, shown, native) };
}

function unrounded(value: number): number {
  return value;
}

/** Rounds a limit outward to the source's number of decimals, at least one, so that it excludes nothing. */
function roundLimit(value: number, limit: AttributeFacts['limit'], reported: number): number {
  const factor = 10 ** Math.max(1, decimalsOf(String(reported)));
  const whole = roundNoise(value * factor);
  if (limit === 'lowest') return Math.floor(whole) / factor;
  return limit === 'highest' ? Math.ceil(whole) / factor : value;
}

/** Rounds to 0.1 °C or 1 °F unless the source has another precision. */
function temperatureRound(precision: number | undefined, unit: string): (value: number) => number {
  const step = precision ?? (unit === '°C' ? 0.1 : 1);
  if (step === 0.1) return (value) => roundHalfEven(value, 1);
  return step === 0.5 ? (value) => roundHalfEven(value * 2) / 2 : (value) => roundHalfEven(value);
}

/** Creates the conversions of an entity; null if everything is displayed in the source's units. */
export function unitTranslation(facts: UnitFacts): UnitTranslation | null {
  if (facts.domain.stateIsReading === undefined)
    return facts.domain.units === undefined ? null : new UnitTranslation(facts);
  return readingUnit(facts) === facts.unit ? null : new UnitTranslation(facts);
}
