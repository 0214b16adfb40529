import { type Entity, textOf } from '../state/entity.ts';

/** The color of something active; the style sheet defines it by this name. */
export type Tone =
  | 'light'
  | 'on'
  | 'heat'
  | 'cool'
  | 'open'
  | 'water'
  | 'media'
  | 'good'
  | 'danger'
  | 'quiet';

/** Inactive states of all domains. */
const AT_REST = new Set(
  'off closed locked idle docked standby disarmed not_home unavailable unknown paused below_horizon'.split(
    ' ',
  ),
);
/** Domains whose state is not an activity: a number, a text, a time. */
const NEVER = new Set(
  'button input_button scene event image notify number input_number select input_select text input_text date time datetime input_datetime counter todo sensor weather zone sun tag'.split(
    ' ',
  ),
);
const DANGERS = new Set(['smoke', 'gas', 'carbon_monoxide', 'moisture', 'problem', 'safety', 'tamper']);

const TONES: Readonly<Record<string, Tone>> = {
  light: 'light',
  cover: 'open',
  valve: 'water',
  fan: 'cool',
  humidifier: 'water',
  media_player: 'media',
  remote: 'media',
  person: 'good',
  device_tracker: 'good',
  lock: 'danger',
  siren: 'danger',
  vacuum: 'good',
  lawn_mower: 'good',
  water_heater: 'heat',
  alarm_control_panel: 'good',
  binary_sensor: 'open',
  camera: 'media',
  update: 'heat',
  timer: 'good',
};

/** Whether an entity is active: on, open, running, not docked. */
export function isActive({ domain, state }: Entity): boolean {
  return !AT_REST.has(state) && !NEVER.has(domain);
}

/** The color of an entity; undefined if it is inactive. */
export function toneOf(entity: Entity): Tone | undefined {
  if (!isActive(entity)) return undefined;
  const { domain, state } = entity;
  if (domain === 'climate') return climateTone(entity);
  if (domain === 'alarm_control_panel' && /triggered|pending/.test(state)) return 'danger';
  if (domain === 'binary_sensor' && DANGERS.has(String(entity.attributes.device_class))) return 'danger';
  if (state === 'error' || state === 'jammed') return 'danger';
  return TONES[domain] ?? 'on';
}

function climateTone(climate: Entity): Tone {
  const action = textOf(climate, 'hvac_action');
  if (action === 'heating' || action === 'preheating') return 'heat';
  if (action === 'cooling') return 'cool';
  if (action === 'idle' || action === 'off') return 'quiet';
  if (climate.state === 'heat') return 'heat';
  return climate.state === 'cool' ? 'cool' : 'on';
}
