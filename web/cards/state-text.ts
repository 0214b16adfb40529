import { language } from '../app/preferences.ts';
import { dayText, timeText } from '../parts/time-text.ts';
import { type Entity, numberOf, textOf } from '../state/entity.ts';
import { isSameDay } from '../state/home-zone.ts';
import type { House } from '../state/house.ts';
import { plain, wordOr } from '../words/domain-name.ts';
import { say } from '../words/say.ts';

/** The meaning of on and off, by the class of a binary sensor. */
const MEANINGS: Readonly<Record<string, string>> = {
  door: 'opening',
  window: 'opening',
  garage_door: 'opening',
  opening: 'opening',
  motion: 'detection',
  occupancy: 'detection',
  presence: 'detection',
  smoke: 'detection',
  gas: 'detection',
  carbon_monoxide: 'detection',
  sound: 'detection',
  vibration: 'detection',
  tamper: 'detection',
  moving: 'detection',
  moisture: 'moisture',
  battery: 'battery',
  connectivity: 'connectivity',
  problem: 'problem',
  safety: 'problem',
  lock: 'lock',
};

const TIMESTAMPS = new Set(['button', 'input_button', 'scene', 'event', 'image', 'notify', 'datetime']);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The state in the app's language; numbers with their unit in local notation. */
export function stateText(entity: Entity, house?: House): string {
  const { domain, state, attributes } = entity;
  if (state === 'unavailable') return say('state.unavailable');
  if (TIMESTAMPS.has(domain) || attributes.device_class === 'timestamp') return momentText(state);
  if (state === 'unknown') return say('state.unknown');
  const meaning = domain === 'binary_sensor' ? MEANINGS[String(attributes.device_class)] : undefined;
  const special = SPECIAL[domain]?.(entity);
  if (special !== undefined) return special;
  const unit = textOf(entity, 'unit_of_measurement');
  const isSet = domain === 'number' || domain === 'input_number';
  if (unit !== undefined || isSet || attributes.state_class !== undefined) {
    const precision = house?.places.entries.get(entity.entity_id)?.precision ?? null;
    // Values set in steps are shown as plain numbers: the state has 40.0 for 40.
    return withUnit(numberText(isSet ? plainNumber(state) : state, precision), unit);
  }
  if (meaning !== undefined) return wordOr(`${meaning}.${state}`, plain(state));
  return wordOr(
    `state.${domain}.${state}`,
    wordOr(`state.${state}`, TEXTS.has(domain) ? state : plain(state)),
  );
}

/** Domains whose states are user-written texts, shown unchanged. */
const TEXTS = new Set(['select', 'input_select', 'text', 'input_text', 'person', 'device_tracker', 'sensor']);

const SPECIAL: Readonly<Record<string, (entity: Entity) => string | undefined>> = {
  light: (light) => {
    const brightness = numberOf(light, 'brightness');
    return light.state === 'on' && brightness !== undefined ? percent(brightness / 255) : undefined;
  },
  cover: (cover) => positionText(cover),
  valve: (valve) => positionText(valve),
  fan: (fan) => {
    const speed = numberOf(fan, 'percentage');
    return fan.state === 'on' && speed !== undefined ? percent(speed / 100) : undefined;
  },
  climate: (climate) => {
    const now = numberOf(climate, 'current_temperature');
    const mode = wordOr(`state.${climate.state}`, plain(climate.state));
    return now === undefined ? mode : `${temperature(now)} · ${mode}`;
  },
  water_heater: (heater) => {
    const now = numberOf(heater, 'current_temperature');
    const mode = wordOr(`state.${heater.state}`, plain(heater.state));
    return now === undefined ? mode : `${temperature(now)} · ${mode}`;
  },
  humidifier: (humidifier) => {
    const now = numberOf(humidifier, 'current_humidity');
    const state = wordOr(`state.${humidifier.state}`, plain(humidifier.state));
    return now === undefined ? state : `${withUnit(numberText(String(now)), '%')} · ${state}`;
  },
  media_player: (player) => {
    const title = textOf(player, 'media_title');
    return title === undefined || player.state === 'off' ? undefined : title;
  },
  weather: (weather) => {
    const now = numberOf(weather, 'temperature');
    const sky = wordOr(`state.weather.${weather.state}`, plain(weather.state));
    return now === undefined ? sky : `${sky}, ${temperature(now)}`;
  },
  date: ({ state }) => clockText(state),
  time: ({ state }) => clockText(state),
  input_datetime: ({ state }) => clockText(state),
  zone: ({ state }) =>
    /^\d+$/.test(state)
      ? say(state === '0' ? 'zone.nobody' : 'zone.people', { count: Number(state) })
      : undefined,
  todo: ({ state }) => (/^\d+$/.test(state) ? openItems(Number(state)) : undefined),
  text: (text) => (text.attributes.mode === 'password' ? '••••••' : undefined),
  input_text: (text) => (text.attributes.mode === 'password' ? '••••••' : undefined),
};

function openItems(count: number): string {
  return count === 0 ? say('todo.nothing') : say('todo.open', { count });
}

function positionText(entity: Entity): string | undefined {
  const position = numberOf(entity, 'current_position');
  return entity.state === 'open' && position !== undefined && position < 100
    ? percent(position / 100)
    : undefined;
}

/** A fraction as percent. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A temperature without the letter of its unit. */
export function temperature(value: number): string {
  return `${value.toLocaleString(language(), { maximumFractionDigits: 1 })}°`;
}

/** A number with its unit, in the notation of the app's language. */
export function withUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === '') return text;
  // English joins a percent sign to its number, German does not: same as for brightness.
  const isJoined = unit === '°' || (unit === '%' && language() === 'en');
  return isJoined ? text + unit : `${text} ${unit}`;
}

/**
 * A number in local notation, with the given digits or about as many as it has; other text is returned
 * unchanged.
 */
export function numberText(state: string, precision?: number | null): string {
  const number = Number(state);
  if (state.trim() === '' || !Number.isFinite(number)) return state;
  const written = state.split('.')[1]?.length ?? 0;
  // Meters may count in thousandths, which are irrelevant beyond hundreds.
  const digits = Math.min(precision ?? Math.min(written, Math.abs(number) >= 100 ? 1 : 3), 20);
  return number.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A number without trailing zeros. */
function plainNumber(state: string): string {
  const number = Number(state);
  return state.trim() === '' || !Number.isFinite(number) ? state : String(number);
}

const CLOCK = /^(\d{4}-\d\d-\d\d)?[ T]?(\d\d:\d\d(?::\d\d)?)?$/;

/** A date, a time or both, without a zone, in local notation; seconds only if there are any. */
function clockText(state: string): string | undefined {
  const [whole, day, time] = CLOCK.exec(state) ?? [];
  if (whole === undefined || whole === '') return undefined;
  if (time === undefined) return day === undefined ? undefined : dayText(day);
  const timeStyle = /:00$|^\d\d:\d\d$/.test(time) ? 'short' : 'medium';
  const dateStyle = day === undefined ? {} : ({ dateStyle: 'medium' } as const);
  return timeText(`${day ?? '1970-01-01'}T${time}Z`, { ...dateStyle, timeStyle, timeZone: 'UTC' });
}

/** A time in the home's time zone; without the date if it is today. */
export function momentText(state: string): string {
  if (!MOMENT.test(state)) return state === 'unknown' ? '–' : state;
  const date = new Date(state);
  if (Number.isNaN(date.getTime())) return state;
  const isToday = isSameDay(date, new Date());
  return timeText(date, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}
