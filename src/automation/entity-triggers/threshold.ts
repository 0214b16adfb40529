import { domainOf, type EntityId, isEntityId } from '../../core/entity-id.ts';
import type { Json } from '../../core/json.ts';
import { message } from '../../core/messages.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { convert } from '../../core/units.ts';
import type { Measure } from '../../domains/definition/measure.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { configFault, type Path, wrongValue } from '../config/config-problem.ts';
import { entityIdOf } from '../config/entity-ids.ts';
import { Fields, isConfig } from '../config/fields.ts';
import { numberOf } from '../config/numeric-range.ts';
import type { ParseHelp } from '../config/parse-help.ts';

/** A value and its unit; no unit if the measure has only one. */
export interface Reading {
  readonly number: number;
  readonly unit: string | undefined;
}

/** When a threshold is evaluated: at each change, when it is crossed, or now. */
export type Mode = 'changed' | 'crossed' | 'is';

type Bound = Reading | { readonly entity: EntityId };

/** Whether a reading meets the threshold; undefined if they cannot be compared. */
export type Within = (reading: Reading, setting: AutomationContext) => boolean | undefined;

const DOMAINS = ['input_number', 'number', 'sensor', 'counter'];
const ONE = ['above', 'below'] as const;
const TWO = ['between', 'outside'] as const;

/** Reads `threshold`. Throws `ConfigProblem`. */
export function parseThreshold(
  value: unknown,
  {
    path,
    help,
    mode,
    measure,
  }: { readonly path: Path; readonly help: ParseHelp; readonly mode: Mode; readonly measure: Measure },
): Within {
  if (value === undefined) throw configFault('required_value_missing', path);
  if (!isConfig(value)) throw wrongValue('expects_object', value, path);
  const fields = new Fields(value, path, help);
  const type = fields.oneOf('type', [...ONE, ...TWO, 'any']);
  const bound = (key: string): Bound => parseBound(fields.need(key), fields.at(key), help, measure);
  if (type === 'any') {
    if (mode !== 'changed')
      throw fields.wrong('type', message('expects_one_of', { words: [...ONE, ...TWO].join(', ') }));
    fields.finish();
    return () => true;
  }
  if (type === 'above' || type === 'below') {
    const limit = bound('value');
    fields.finish();
    return (reading, setting) => {
      const number = inUnitOf(reading, limit, setting);
      if (number === undefined) return undefined;
      return type === 'above' ? reading.number > number : reading.number < number;
    };
  }
  const [least, max] = [bound('value_min'), bound('value_max')];
  fields.finish();
  checkOrder(least, max, path);
  return (reading, setting) => {
    const from = inUnitOf(reading, least, setting);
    const to = inUnitOf(reading, max, setting);
    if (from === undefined || to === undefined) return undefined;
    const isBetween = reading.number >= from && reading.number <= to;
    return type === 'between' ? isBetween : !isBetween;
  };
}

/** Describes `threshold` for clients. */
export function describeThreshold(mode: Mode, measure: Measure): Json {
  const { units, deviceClass, number, domains = ['number', 'sensor'] } = measure;
  const own: Json =
    deviceClass === undefined
      ? domains.map((domain) =>
          units.length === 0 ? { domain: [domain] } : { domain: [domain], unit_of_measurement: units },
        )
      : ['sensor', 'number'].map((domain) => ({ domain: [domain], device_class: [deviceClass] }));
  const entity: Json = [
    units.length === 0
      ? { domain: ['input_number'] }
      : { domain: ['input_number'], unit_of_measurement: units },
    ...(own as readonly Json[]),
  ];
  return {
    required: true,
    selector: {
      numeric_threshold: {
        entity,
        mode,
        number,
        ...(units.length > 1 ? { unit_of_measurement: units } : {}),
      },
    },
  };
}

function parseBound(value: unknown, path: Path, help: ParseHelp, measure: Measure): Bound {
  if (!isConfig(value)) throw wrongValue('expects_bound', value, path);
  const fields = new Fields(value, path, help);
  const choice = fields.optionalText('active_choice');
  const wantsEntity = choice === undefined ? !fields.has('number') : choice === 'entity';
  const [number, unit, entity] = [
    fields.raw('number'),
    fields.optionalText('unit_of_measurement'),
    fields.raw('entity'),
  ];
  fields.finish();
  if (wantsEntity) {
    if (typeof entity !== 'string' || !isEntityId(entity) || !DOMAINS.includes(domainOf(entity)))
      throw wrongValue(message('expects_entity_of', { domains: DOMAINS.join(', ') }), entity, [
        ...path,
        'entity',
      ]);
    help.mentions.entities.add(entity);
    return { entity };
  }
  const size = typeof number === 'boolean' ? undefined : numberOf(number as Value);
  if (size === undefined) throw wrongValue('expects_number', number, [...path, 'number']);
  const isKnown =
    unit === undefined ? measure.units.length < 2 : measure.units.some((one) => isSame(one, unit));
  if (!isKnown) {
    const expected =
      measure.units.length === 0
        ? message('expects_no_unit')
        : message('expects_one_of', { words: measure.units.join(', ') });
    throw wrongValue(expected, unit ?? null, [...path, 'unit_of_measurement']);
  }
  return { number: size, unit: unit ?? measure.units[0] };
}

/** Whether both are units of one quantity. */
function isSame(unit: string, other: string): boolean {
  return inUnit({ number: 1, unit: other }, unit) !== undefined;
}

function checkOrder(least: Bound, max: Bound, path: Path): void {
  if ('entity' in least || 'entity' in max) return;
  const number = inUnit(least, max.unit);
  if (number !== undefined && number > max.number)
    throw configFault('minimum_above_maximum', path, { min: least.number, max: max.number });
}

/** A bound in the unit of the reading; undefined if its entity has no number in a convertible unit. */
function inUnitOf(reading: Reading, bound: Bound, setting: AutomationContext): number | undefined {
  if (!('entity' in bound)) return inUnit(bound, reading.unit);
  const state = setting.states.get(entityIdOf(setting, bound.entity));
  if (state === undefined || state.state === UNKNOWN || state.state === UNAVAILABLE) return undefined;
  const number = numberOf(state.state);
  if (number === undefined) return undefined;
  const { unit_of_measurement: unit } = state.attributes;
  return inUnit({ number, unit: typeof unit === 'string' ? unit : undefined }, reading.unit);
}

/** A value in another unit; undefined if that is not a unit of the same quantity. */
export function inUnit({ number, unit }: Reading, wanted: string | undefined): number | undefined {
  if (wanted === undefined || unit === wanted) return number;
  if (unit === undefined) return undefined;
  try {
    return convert(number, unit, wanted);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
