import type { Entity } from '../state/entity.ts';
import type { TextKey } from '../texts/catalog.ts';

type Verbs = Readonly<Record<string, TextKey>>;

const SWITCHED: Verbs = { on: 'logbook.turned_on', off: 'logbook.turned_off' };
const MOVED: Verbs = {
  open: 'logbook.opened',
  closed: 'logbook.closed',
  opening: 'logbook.opening',
  closing: 'logbook.closing',
};
const OPENED: Verbs = { on: 'logbook.opened', off: 'logbook.closed' };
const MOTION: Verbs = { on: 'logbook.motion', off: 'logbook.no_motion' };
const PRESENCE: Verbs = { on: 'logbook.presence', off: 'logbook.no_presence' };
const ALARM: Verbs = { on: 'logbook.alarm', off: 'logbook.no_alarm' };
const PERSON: Verbs = { home: 'logbook.came_home', not_home: 'logbook.left_home' };
const SWITCHES =
  'light switch fan input_boolean siren remote media_player humidifier automation group water_heater climate';

/** What a change to a state is called, by domain. */
const DOMAINS: Readonly<Record<string, Verbs>> = {
  ...Object.fromEntries(SWITCHES.split(' ').map((domain) => [domain, SWITCHED])),
  media_player: { ...SWITCHED, playing: 'logbook.playing', paused: 'logbook.paused' },
  cover: MOVED,
  valve: MOVED,
  lock: { locked: 'logbook.locked', unlocked: 'logbook.unlocked', jammed: 'logbook.jammed' },
  person: PERSON,
  device_tracker: PERSON,
  script: { on: 'logbook.script_started', off: 'logbook.script_finished' },
  timer: { active: 'logbook.timer_started', paused: 'logbook.paused', idle: 'logbook.timer_ended' },
  update: { on: 'logbook.update', off: 'logbook.updated' },
  vacuum: { cleaning: 'logbook.cleaning', docked: 'logbook.docked' },
  lawn_mower: { mowing: 'logbook.mowing', docked: 'logbook.docked' },
  sun: { above_horizon: 'logbook.sunrise', below_horizon: 'logbook.sunset' },
};

/** What a change of a binary sensor is called, by device class. */
const CLASSES: Readonly<Record<string, Verbs>> = {
  ...{ door: OPENED, window: OPENED, garage_door: OPENED, opening: OPENED },
  ...{ motion: MOTION, moving: MOTION, occupancy: PRESENCE, presence: PRESENCE },
  ...{ smoke: ALARM, gas: ALARM, carbon_monoxide: ALARM, tamper: ALARM, sound: ALARM, vibration: ALARM },
  moisture: { on: 'logbook.wet', off: 'logbook.dry' },
  connectivity: { on: 'logbook.connected', off: 'logbook.disconnected' },
  plug: { on: 'logbook.plugged_in', off: 'logbook.unplugged' },
  lock: { on: 'logbook.unlocked', off: 'logbook.locked' },
};

/** Domains whose state is the time of what happened. */
const PRESSED: Verbs = {
  button: 'logbook.pressed',
  input_button: 'logbook.pressed',
  scene: 'logbook.activated',
};

/** What a change to a state is called; undefined if only the state can be named. */
export function changeText({ domain, state, attributes }: Entity): TextKey | undefined {
  if (state === 'unavailable') return 'logbook.unavailable';
  if (state === 'unknown') return 'logbook.unknown';
  if (Object.hasOwn(PRESSED, domain)) return PRESSED[domain];
  const deviceClass = String(attributes.device_class);
  const verbs = domain === 'binary_sensor' ? own(CLASSES, deviceClass) : own(DOMAINS, domain);
  return verbs && own(verbs, state);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
