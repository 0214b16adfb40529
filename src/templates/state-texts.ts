import { domainOf } from '../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../core/state.ts';

type Words = Readonly<Record<string, string>>;

/** The English states `on/off` by device class of a binary sensor. */
const BINARY: Words = {
  battery: 'Low/Normal',
  battery_charging: 'Charging/Not charging',
  carbon_monoxide: 'Detected/Clear',
  cold: 'Cold/Normal',
  connectivity: 'Connected/Disconnected',
  door: 'Open/Closed',
  garage_door: 'Open/Closed',
  gas: 'Detected/Clear',
  heat: 'Hot/Normal',
  light: 'Light detected/No light',
  lock: 'Unlocked/Locked',
  moisture: 'Wet/Dry',
  motion: 'Detected/Clear',
  moving: 'Moving/Not moving',
  occupancy: 'Detected/Clear',
  opening: 'Open/Closed',
  plug: 'Plugged in/Unplugged',
  power: 'Power detected/No power',
  presence: 'Home/Away',
  problem: 'Problem/OK',
  running: 'Running/Not running',
  safety: 'Unsafe/Safe',
  smoke: 'Detected/Clear',
  sound: 'Detected/Clear',
  tamper: 'Tampering detected/Clear',
  update: 'Update available/Up-to-date',
  vibration: 'Detected/Clear',
  window: 'Open/Closed',
};

/** Domains whose states are shown as On and Off. */
const ON_OFF: ReadonlySet<string> = new Set([
  ...['automation', 'binary_sensor', 'calendar', 'fan', 'group', 'humidifier', 'input_boolean', 'light'],
  ...['media_player', 'remote', 'schedule', 'script', 'siren', 'switch', 'update'],
]);

/** Domains whose states are words, shown capitalized and with blanks for underscores. */
const WORDY: Readonly<Record<string, readonly string[]>> = {
  alarm_control_panel:
    'armed armed_away armed_custom_bypass armed_home armed_night armed_vacation arming disarmed disarming pending triggered'.split(
      ' ',
    ),
  assist_satellite: 'idle listening processing responding'.split(' '),
  camera: 'idle recording streaming'.split(' '),
  climate: 'auto cool dry fan_only heat heat_cool off'.split(' '),
  cover: 'closed closing open opening stopped'.split(' '),
  device_tracker: 'home not_home'.split(' '),
  group: 'closed home locked not_home ok open problem unlocked'.split(' '),
  lawn_mower: 'docked error mowing paused returning'.split(' '),
  lock: 'jammed locked locking open opening unlocked unlocking'.split(' '),
  media_player: 'buffering idle paused playing standby'.split(' '),
  person: 'home not_home'.split(' '),
  sun: 'above_horizon below_horizon'.split(' '),
  timer: 'active idle paused'.split(' '),
  vacuum: 'cleaning docked error idle off on paused returning'.split(' '),
  valve: 'closed closing open opening stopped'.split(' '),
  water_heater: 'Eco Electric Gas Heat_pump High_demand Off Performance'.toLowerCase().split(' '),
  weather:
    'clear-night cloudy exceptional fog hail lightning lightning-rainy partlycloudy pouring rainy snowy snowy-rainy sunny windy windy-variant'.split(
      ' ',
    ),
};

/** States with another English text. */
const SPECIAL: Words = {
  'calendar.on': 'Active',
  'calendar.off': 'Inactive',
  'climate.heat_cool': 'Heat/Cool',
  'device_tracker.not_home': 'Away',
  'group.not_home': 'Away',
  'group.ok': 'OK',
  'person.not_home': 'Away',
  'update.on': 'Update available',
  'update.off': 'Up-to-date',
  'vacuum.returning': 'Returning to dock',
  'lawn_mower.returning': 'Returning to dock',
  'weather.clear-night': 'Clear, night',
  'weather.lightning-rainy': 'Lightning, rainy',
  'weather.partlycloudy': 'Partly cloudy',
  'weather.snowy-rainy': 'Snowy, rainy',
  'weather.windy-variant': 'Windy, cloudy',
};

/** Attributes whose values are words, as `domain.attribute`. */
const WORDY_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'climate.hvac_action': 'cooling defrosting drying fan heating idle off preheating'.split(' '),
  'climate.fan_mode': 'auto diffuse focus high low medium middle off on top'.split(' '),
  'climate.preset_mode': 'activity away boost comfort eco home none sleep'.split(' '),
  'climate.swing_mode': 'both horizontal off on vertical'.split(' '),
  'fan.direction': 'forward reverse'.split(' '),
  'humidifier.action': 'drying humidifying idle off'.split(' '),
  'humidifier.mode': 'auto away baby boost comfort eco home normal sleep'.split(' '),
  'media_player.repeat': 'all off one'.split(' '),
};

/** The English text of an entity's state, if its domain has one. */
export function stateText({ entity_id, state, attributes }: State): string {
  if (state === UNAVAILABLE || state === UNKNOWN) return state;
  const domain = domainOf(entity_id);
  if (domain === 'binary_sensor') {
    const [on, off] = textsOf(BINARY, String(attributes.device_class))?.split('/') ?? [];
    if (state === 'on' && on !== undefined) return on;
    if (state === 'off' && off !== undefined) return off;
  }
  const special = textsOf(SPECIAL, `${domain}.${state}`);
  if (special !== undefined) return special;
  if ((state === 'on' || state === 'off') && ON_OFF.has(domain)) return capital(state);
  return Object.hasOwn(WORDY, domain) && WORDY[domain]?.includes(state) === true ? capital(state) : state;
}

/** The English text of an attribute's value, if its domain has one. */
export function attributeText({ entity_id }: State, name: string, value: string): string {
  const key = `${domainOf(entity_id)}.${name}`;
  return Object.hasOwn(WORDY_ATTRIBUTES, key) && WORDY_ATTRIBUTES[key]?.includes(value) === true
    ? capital(value)
    : value;
}

function textsOf(words: Words, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');
}
