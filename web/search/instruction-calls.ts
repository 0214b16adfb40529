import { can, type Entity, type Guess, isAvailable, listOf, numberOf } from '../state/entity.ts';
import type { Instruction, Verb, Warmth } from './instruction.ts';

/** A service call without its target. */
interface Call {
  readonly domain: string;
  readonly service: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly guess?: Guess;
}

/** The color temperatures of the presets, in kelvin. */
export const KELVINS: Readonly<Record<Warmth, number>> = { warm: 2700, neutral: 4000, cool: 6000 };

const SWITCHED = new Set(
  'light switch fan input_boolean media_player climate humidifier water_heater siren automation group'.split(
    ' ',
  ),
);
const OPENED: Readonly<Record<string, readonly [open: string, close: string]>> = {
  cover: ['open_cover', 'close_cover'],
  valve: ['open_valve', 'close_valve'],
};
const RUN: Readonly<Record<string, string>> = {
  scene: 'turn_on',
  script: 'turn_on',
  automation: 'trigger',
  button: 'press',
  input_button: 'press',
  vacuum: 'start',
  lawn_mower: 'start_mowing',
};

/** The service call that fulfills a instruction with an entity; undefined if the entity cannot. */
export function orderOf(entity: Entity, instruction: Instruction): Call | undefined {
  if (!isAvailable(entity)) return undefined;
  const { domain } = entity;
  if (domain === 'light' && instruction.verb !== 'off') return lightOrder(entity, instruction);
  if (instruction.warmth !== undefined) return undefined;
  if (instruction.value !== undefined)
    return instruction.verb === undefined ? valueOrder(entity, instruction, instruction.value) : undefined;
  return instruction.verb === undefined ? undefined : verbOrder(entity, instruction.verb);
}

function lightOrder(light: Entity, { value, unit, verb, warmth }: Instruction): Call | undefined {
  if (verb !== undefined && verb !== 'on') return undefined;
  const modes = listOf(light, 'supported_color_modes');
  if (value !== undefined && (unit === '°' || value > 100 || modes.every((mode) => mode === 'onoff')))
    return undefined;
  if (warmth !== undefined && !modes.includes('color_temp')) return undefined;
  if (value === 0) return { domain: 'light', service: 'turn_off', guess: { state: 'off' } };
  const data = {
    ...(value === undefined ? {} : { brightness_pct: value }),
    ...(warmth === undefined ? {} : { color_temp_kelvin: kelvinOf(light, warmth) }),
  };
  return { domain: 'light', service: 'turn_on', data, guess: { state: 'on' } };
}

/** The color temperature of a preset, in kelvin, within what the light supports. */
export function kelvinOf(light: Entity, warmth: Warmth): number {
  const min = numberOf(light, 'min_color_temp_kelvin') ?? 2000;
  const max = numberOf(light, 'max_color_temp_kelvin') ?? 6535;
  return Math.min(max, Math.max(min, KELVINS[warmth]));
}

function valueOrder(entity: Entity, { unit }: Instruction, value: number): Call | undefined {
  const { domain } = entity;
  const isPercent = unit !== '°' && value <= 100;
  const fits = (low: string, high: string): boolean =>
    value >= (numberOf(entity, low) ?? Number.NEGATIVE_INFINITY) &&
    value <= (numberOf(entity, high) ?? Number.POSITIVE_INFINITY);
  if (domain === 'cover' && can(entity, 4) && isPercent)
    return { domain, service: 'set_cover_position', data: { position: Math.round(value) } };
  if (domain === 'valve' && can(entity, 4) && isPercent)
    return { domain, service: 'set_valve_position', data: { position: Math.round(value) } };
  if (domain === 'fan' && can(entity, 1) && isPercent)
    return { domain, service: 'set_percentage', data: { percentage: Math.round(value) } };
  if (domain === 'media_player' && can(entity, 4) && isPercent && entity.state !== 'off')
    return { domain, service: 'volume_set', data: { volume_level: value / 100 } };
  if (domain === 'humidifier' && unit !== '°' && fits('min_humidity', 'max_humidity'))
    return { domain, service: 'set_humidity', data: { humidity: Math.round(value) } };
  if ((domain === 'climate' || domain === 'water_heater') && can(entity, 1) && unit !== '%')
    return fits('min_temp', 'max_temp')
      ? { domain, service: 'set_temperature', data: { temperature: value } }
      : undefined;
  if ((domain === 'number' || domain === 'input_number') && fits('min', 'max'))
    return { domain, service: 'set_value', data: { value } };
  return undefined;
}

function verbOrder({ domain, attributes }: Entity, verb: Verb): Call | undefined {
  if (verb === 'on' || verb === 'off') {
    if (!SWITCHED.has(domain)) return undefined;
    const service = verb === 'on' ? 'turn_on' : 'turn_off';
    // Groups have no services of their own.
    return { domain: domain === 'group' ? 'homeassistant' : domain, service };
  }
  if (verb === 'open' || verb === 'close') {
    const service = Object.hasOwn(OPENED, domain) ? OPENED[domain]?.[verb === 'open' ? 0 : 1] : undefined;
    return service === undefined ? undefined : { domain, service };
  }
  if (verb === 'lock')
    return domain === 'lock' && attributes.code_format == null ? { domain, service: 'lock' } : undefined;
  const service = Object.hasOwn(RUN, domain) ? RUN[domain] : undefined;
  return service === undefined ? undefined : { domain, service };
}
