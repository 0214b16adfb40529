import type { RemoteState } from './remote-state.ts';

type Plain = Readonly<Record<string, unknown>>;
type Read = (state: string | null, attributes: Plain) => Plain;

/** What the state and attributes of another hub say, as the values of the domain here. */
const VALUES: Readonly<Record<string, Read>> = {
  alarm_control_panel: (state, { changed_by }) => ({ state, changed_by }),
  automation: (state, { last_triggered, current }) => ({
    enabled: state === 'on',
    lastTriggered: timeOf(last_triggered),
    current: numberOf(current) ?? 0,
  }),
  binary_sensor: onOff,
  button: (state) => ({ pressed_at: timeOf(state) }),
  calendar: (state, { message, all_day, start_time, end_time, location, description }) => ({
    on: state === 'on',
    event:
      typeof message === 'string' && typeof start_time === 'string' && typeof end_time === 'string'
        ? {
            ...{ summary: message, allDay: all_day === true },
            ...{ start: start_time.replace(' ', 'T'), end: end_time.replace(' ', 'T') },
            ...{ location: textOf(location) ?? '', description: textOf(description) ?? '' },
          }
        : null,
  }),
  camera: (state, { motion_detection }) => ({
    ...{ on: state !== null, recording: state === 'recording', streaming: state === 'streaming' },
    motion_detection: motion_detection === true,
  }),
  climate: (state, attributes) => ({
    hvac_mode: state,
    ...pick(attributes, ['current_temperature', 'temperature', 'target_temp_high', 'target_temp_low']),
    ...pick(attributes, ['current_humidity', 'humidity', 'hvac_action', 'fan_mode', 'preset_mode']),
    ...pick(attributes, ['swing_mode', 'swing_horizontal_mode']),
  }),
  counter: (state) => ({ count: numberOf(state) ?? 0 }),
  cover: opening,
  date: (state) => ({ date: state }),
  datetime: (state) => ({ at: timeOf(state) }),
  device_tracker: (state, attributes) => ({
    location: state,
    ...pick(attributes, ['latitude', 'longitude', 'gps_accuracy', 'battery_level']),
    ...(Array.isArray(attributes.in_zones) ? { in_zones: attributes.in_zones } : {}),
  }),
  event: (state, { event_type, ...others }) => ({
    at: timeOf(state),
    event_type: textOf(event_type),
    data: without(others, ['event_types', 'device_class', 'friendly_name', 'icon', 'entity_picture']),
  }),
  fan: (state, attributes) => ({
    ...onOff(state),
    ...pick(attributes, ['percentage', 'preset_mode', 'oscillating', 'direction']),
  }),
  group: (state) => ({ state, assumed: false }),
  humidifier: (state, attributes) => ({
    ...onOff(state),
    ...pick(attributes, ['humidity', 'current_humidity', 'mode', 'action']),
  }),
  image: (state) => ({ updated_at: timeOf(state) }),
  input_boolean: onOff,
  input_button: (state) => ({ pressed: timeOf(state) }),
  input_datetime: (state, { year, month, day, hour, minute, second, timestamp }) => ({
    date: [pad(year ?? 1970, 4), pad(month ?? 1), pad(day ?? 1)].join('-'),
    time: [pad(hour ?? 0), pad(minute ?? 0), pad(second ?? 0)].join(':'),
    timestamp: state === null ? 0 : (numberOf(timestamp) ?? 0),
  }),
  input_number: (state) => ({ value: numberOf(state) }),
  input_select: (state) => ({ option: state }),
  input_text: (state) => ({ text: state }),
  lawn_mower: (state) => ({ state }),
  light: (state, attributes) => ({
    ...onOff(state),
    ...pick(attributes, ['color_mode', 'brightness', 'color_temp_kelvin', 'hs_color', 'xy_color']),
    ...pick(attributes, ['rgb_color', 'rgbw_color', 'rgbww_color', 'effect']),
  }),
  lock: (state, { changed_by }) => ({ state, changed_by }),
  media_player: (state, attributes) => ({
    state,
    ...pick(attributes, ['volume_level', 'is_volume_muted', 'media_content_id', 'media_content_type']),
    ...pick(attributes, ['media_duration', 'media_position', 'media_position_updated_at', 'media_title']),
    ...pick(attributes, ['media_artist', 'media_album_name', 'media_album_artist', 'media_track']),
    ...pick(attributes, ['media_series_title', 'media_season', 'media_episode', 'media_channel']),
    ...pick(attributes, ['media_playlist', 'app_id', 'app_name', 'source', 'sound_mode', 'shuffle']),
    ...pick(attributes, ['repeat', 'group_members']),
  }),
  notify: (state) => ({ sent_at: timeOf(state) }),
  number,
  person: (state, { latitude, longitude, gps_accuracy, source, in_zones }) => ({
    ...{ location: state, latitude, longitude, accuracy: gps_accuracy, source },
    zones: Array.isArray(in_zones) ? in_zones : [],
  }),
  remote: (state, { current_activity }) => ({ ...onOff(state), current_activity }),
  scene: (state) => ({ activated: timeOf(state) }),
  schedule: (state, { next_event }) => ({ on: state === 'on', data: {}, nextEvent: textOf(next_event) }),
  script: (state, { last_triggered, current, last_action }) => ({
    lastTriggered: timeOf(last_triggered),
    current: numberOf(current) ?? (state === 'on' ? 1 : 0),
    lastAction: textOf(last_action),
  }),
  select: (state) => ({ option: state }),
  sensor: (state, { last_reset }) => ({ value: state, last_reset: textOf(last_reset) }),
  siren: onOff,
  switch: onOff,
  text: (state) => ({ value: state }),
  time: (state) => ({ time: state }),
  timer: (state, { duration, remaining, finishes_at, last_transition }) => ({
    status: state ?? 'idle',
    duration: clockOf(duration) ?? 0,
    remaining: clockOf(remaining),
    finishesAt: timeOf(finishes_at),
    transition: textOf(last_transition),
  }),
  update: (_state, attributes) => ({
    ...pick(attributes, ['installed_version', 'latest_version', 'in_progress', 'update_percentage']),
    ...pick(attributes, ['release_summary', 'release_url', 'title', 'auto_update', 'skipped_version']),
  }),
  vacuum: (state, { fan_speed }) => ({ state, fan_speed }),
  valve: opening,
  water_heater: (state, attributes) => ({
    operation_mode: state,
    ...pick(attributes, ['current_temperature', 'temperature', 'target_temp_high', 'target_temp_low']),
    away_mode: attributes.away_mode === undefined ? null : attributes.away_mode === 'on',
  }),
  weather: (state, attributes) => ({
    condition: state,
    ...pick(attributes, ['temperature', 'apparent_temperature', 'dew_point', 'humidity', 'ozone']),
    ...pick(attributes, ['cloud_coverage', 'uv_index', 'pressure', 'wind_bearing', 'wind_gust_speed']),
    ...pick(attributes, ['wind_speed', 'visibility']),
  }),
};

const LIMITS = ['min', 'max', 'step', 'mode'];

/** The attributes that are capabilities here, by domain, as they are. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  alarm_control_panel: ['code_format', 'code_arm_required'],
  automation: ['mode', 'max'],
  camera: ['model_name', 'brand'],
  climate: [
    ...['hvac_modes', 'min_temp', 'max_temp', 'target_temp_step', 'min_humidity', 'max_humidity'],
    ...['target_humidity_step', 'fan_modes', 'preset_modes', 'swing_modes', 'swing_horizontal_modes'],
  ],
  counter: ['initial', 'step', 'minimum', 'maximum', 'editable'],
  cover: ['supported_speeds'],
  device_tracker: ['source_type', 'tracking_type', 'ip', 'mac', 'host_name'],
  event: ['event_types'],
  fan: ['preset_modes'],
  group: ['entity_id', 'order', 'auto'],
  humidifier: ['min_humidity', 'max_humidity', 'target_humidity_step', 'available_modes'],
  input_datetime: ['has_date', 'has_time', 'editable'],
  input_boolean: ['editable'],
  input_button: ['editable'],
  input_number: ['initial', ...LIMITS, 'editable'],
  input_select: ['options', 'editable'],
  input_text: ['min', 'max', 'pattern', 'mode', 'editable'],
  light: ['supported_color_modes', 'min_color_temp_kelvin', 'max_color_temp_kelvin', 'effect_list'],
  lock: ['code_format'],
  media_player: ['source_list', 'sound_mode_list'],
  number: LIMITS,
  person: ['id', 'device_trackers', 'editable'],
  remote: ['activity_list'],
  scene: ['entity_id'],
  schedule: ['editable'],
  script: ['mode', 'max'],
  select: ['options'],
  sensor: ['state_class', 'options'],
  siren: ['available_tones'],
  text: ['min', 'max', 'pattern', 'mode'],
  timer: ['editable'],
  update: ['display_precision'],
  vacuum: ['fan_speed_list'],
  water_heater: ['min_temp', 'max_temp', 'target_temp_step', 'operation_list'],
};

/** Capabilities that a domain needs, where the other hub does not name them. */
const NEEDED: Readonly<Record<string, Plain>> = {
  climate: { hvac_modes: [] },
  counter: { initial: 0, step: 1 },
  event: { event_types: [] },
  group: { entity_id: [], all: false, order: 0, auto: false },
  input_datetime: { has_date: true, has_time: true },
  input_number: { initial: null, min: 0, max: 100, step: 1, mode: 'slider' },
  input_select: { options: [] },
  input_text: { min: 0, max: 100, pattern: null, mode: 'text' },
  light: { supported_color_modes: ['onoff'] },
  person: { id: '', user_id: null, device_trackers: [] },
  scene: { entity_id: [] },
  schedule: { week: {} },
  select: { options: [] },
  timer: { configured: 0, restore: false },
};

/** The values of an entity; undefined while it is unavailable. */
export function valuesOf(domain: string, { state, attributes }: RemoteState): Plain | undefined {
  if (state === 'unavailable') return undefined;
  const read = VALUES[domain];
  const values = read?.(state === 'unknown' ? null : state, attributes) ?? {};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
}

/** The capabilities of an entity. */
export function capabilitiesOf(domain: string, { attributes }: RemoteState): Plain {
  const given = Object.entries(pick(attributes, CAPABILITIES[domain] ?? []));
  return {
    ...NEEDED[domain],
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...(domain === 'fan' ? speedsOf(attributes) : {}),
    ...(domain === 'valve' ? { reports_position: 'current_position' in attributes } : {}),
    ...(domain === 'timer' ? { restore: attributes.restore === true } : {}),
  };
}

function speedsOf({ percentage_step: step }: Plain): Plain {
  return typeof step === 'number' && step > 0 ? { speed_count: Math.round(100 / step) } : {};
}

function onOff(state: string | null): Plain {
  return { on: state === null ? null : state === 'on' };
}

/** `21.0` stays a number with a decimal point. */
function number(state: string | null): Plain {
  const value = numberOf(state);
  return { value: value !== null && state?.includes('.') === true ? { $float: value } : value };
}

function opening(state: string | null, attributes: Plain): Plain {
  const { current_position: position, current_tilt_position, is_closed } = attributes;
  const isMoving = state === 'opening' || state === 'closing';
  const closed = typeof is_closed === 'boolean' ? is_closed : state === null ? null : state === 'closed';
  return {
    ...{ moving: isMoving ? state : null, closed, position: numberOf(position) },
    ...(current_tilt_position === undefined ? {} : { tilt_position: numberOf(current_tilt_position) }),
  };
}

/** The named attributes; undefined where they are missing, so that a former value ends. */
function pick(attributes: Plain, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, attributes[name]]));
}

function without(attributes: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Milliseconds since 1970. */
function timeOf(value: unknown): number | null {
  const point = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(point) ? null : point;
}

/** `0:01:30` in milliseconds. */
function clockOf(value: unknown): number | null {
  const parts = typeof value === 'string' ? value.split(':').map(Number) : [];
  if (parts.length !== 3 || parts.some(Number.isNaN)) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function pad(value: unknown, length = 2): string {
  return String(value).padStart(length, '0');
}
