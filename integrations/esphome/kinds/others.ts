import type { DomainValues } from 'hearth-integration';
import { type Kind, kind, numberOf, short } from './kind.ts';

type AlarmState = DomainValues['alarm_control_panel']['state'];
type LockState = DomainValues['lock']['state'];

const DIRECTIONS = ['forward', 'reverse'] as const;

const fan = kind({
  type: 'fan',
  domain: 'fan',
  listed: 'ListEntitiesFanResponse',
  state: 'FanStateResponse',
  unknown: { on: null },
  describe: (info) => ({
    features: [
      ...['turn_on', 'turn_off'],
      ...(info.supports_speed || info.supported_speed_count > 0 ? ['set_speed'] : []),
      ...(info.supports_oscillation ? ['oscillate'] : []),
      ...(info.supports_direction ? ['direction'] : []),
      ...(info.supported_preset_modes.length > 0 ? ['preset_mode'] : []),
    ],
    capabilities: {
      ...(info.supported_speed_count > 0 ? { speed_count: info.supported_speed_count } : {}),
      ...(info.supported_preset_modes.length > 0 ? { preset_modes: info.supported_preset_modes } : {}),
    },
  }),
  read: (state, info) => ({
    on: state.state,
    percentage: Math.floor((state.speed_level * 100) / Math.max(1, info.supported_speed_count)),
    preset_mode: state.preset_mode === '' ? null : state.preset_mode,
    oscillating: state.oscillating,
    direction: DIRECTIONS[state.direction] ?? null,
  }),
  commands: ({ target, info }) => {
    const send = (values: Parameters<typeof target.send<'FanCommandRequest'>>[1]): void =>
      target.send('FanCommandRequest', values);
    const setSpeed = (percentage: number): void => {
      if (percentage <= 0) send({ has_state: true });
      else {
        const level = Math.max(1, Math.ceil((percentage * info.supported_speed_count) / 100));
        send({ has_state: true, state: true, has_speed_level: true, speed_level: level });
      }
    };
    const setPreset = (name: unknown): void =>
      send({ has_state: true, state: true, has_preset_mode: true, preset_mode: String(name) });
    return {
      turnOn: ({ percentage, preset_mode: preset }) => {
        if (typeof preset === 'string') setPreset(preset);
        else if (typeof percentage === 'number' && info.supported_speed_count > 0) setSpeed(percentage);
        else send({ has_state: true, state: true });
      },
      turnOff: () => send({ has_state: true }),
      setPercentage: ({ percentage }) => setSpeed(Number(percentage)),
      setPresetMode: ({ preset_mode: name }) => setPreset(name),
      oscillate: ({ oscillating }) => send({ has_oscillating: true, oscillating: oscillating === true }),
      setDirection: ({ direction }) =>
        send({ has_direction: true, direction: numberOf(DIRECTIONS, direction) }),
    };
  },
});

const LOCK_STATES: readonly LockState[] = [
  ...([null, 'locked', 'unlocked', 'jammed', 'locking', 'unlocking', 'opening', 'open'] as const),
];
const LOCK_COMMANDS = ['unlock', 'lock', 'open'];

const lock = kind({
  type: 'lock',
  domain: 'lock',
  listed: 'ListEntitiesLockResponse',
  state: 'LockStateResponse',
  unknown: { state: null },
  describe: (info) => ({
    assumedState: info.assumed_state,
    features: info.supports_open ? ['open'] : [],
    capabilities: info.requires_code && info.code_format !== '' ? { code_format: info.code_format } : {},
  }),
  read: ({ state }) => ({ state: LOCK_STATES[state] ?? null }),
  commands: ({ target }) => {
    const send = (name: string, code: unknown): void =>
      target.send('LockCommandRequest', {
        command: numberOf(LOCK_COMMANDS, name),
        ...(typeof code === 'string' ? { has_code: true, code } : {}),
      });
    return {
      lock: ({ code }) => send('lock', code),
      unlock: ({ code }) => send('unlock', code),
      open: ({ code }) => send('open', code),
    };
  },
});

const ALARM_STATES: readonly AlarmState[] = [
  ...(['disarmed', 'armed_home', 'armed_away', 'armed_night', 'armed_vacation'] as const),
  ...(['armed_custom_bypass', 'pending', 'arming', 'disarming', 'triggered'] as const),
];
const ALARM_COMMANDS = [
  ...['disarm', 'arm_away', 'arm_home', 'arm_night', 'arm_vacation', 'arm_custom_bypass', 'trigger'],
];
const ALARM_FEATURES = ['arm_home', 'arm_away', 'arm_night', 'trigger', 'arm_custom_bypass', 'arm_vacation'];

const alarm = kind({
  type: 'alarm_control_panel',
  domain: 'alarm_control_panel',
  listed: 'ListEntitiesAlarmControlPanelResponse',
  state: 'AlarmControlPanelStateResponse',
  unknown: { state: null },
  describe: (info) => ({
    features: ALARM_FEATURES.filter((_, i) => (info.supported_features & (1 << i)) !== 0),
    capabilities: {
      code_arm_required: info.requires_code_to_arm,
      ...(info.requires_code ? { code_format: 'number' } : {}),
    },
  }),
  read: ({ state }) => ({ state: ALARM_STATES[state] ?? null }),
  commands: ({ target }) => {
    const send =
      (name: string) =>
      ({ code }: Readonly<Record<string, unknown>>): void =>
        target.send('AlarmControlPanelCommandRequest', {
          command: numberOf(ALARM_COMMANDS, name),
          ...(typeof code === 'string' ? { code } : {}),
        });
    return {
      alarmDisarm: send('disarm'),
      alarmArmHome: send('arm_home'),
      alarmArmAway: send('arm_away'),
      alarmArmNight: send('arm_night'),
      alarmArmVacation: send('arm_vacation'),
      alarmArmCustomBypass: send('arm_custom_bypass'),
      alarmTrigger: send('trigger'),
    };
  },
});

const siren = kind({
  type: 'siren',
  domain: 'siren',
  listed: 'ListEntitiesSirenResponse',
  state: 'SirenStateResponse',
  unknown: { on: null },
  describe: (info) => ({
    features: [
      ...['turn_on', 'turn_off'],
      ...(info.tones.length > 0 ? ['tones'] : []),
      ...(info.supports_duration ? ['duration'] : []),
      ...(info.supports_volume ? ['volume_set'] : []),
    ],
    capabilities: info.tones.length > 0 ? { available_tones: info.tones } : {},
  }),
  read: ({ state }) => ({ on: state }),
  commands: ({ target }) => ({
    turnOn: ({ tone, duration, volume_level: volume }) =>
      target.send('SirenCommandRequest', {
        ...{ has_state: true, state: true },
        ...(tone === undefined ? {} : { has_tone: true, tone: String(tone) }),
        ...(typeof duration === 'number' ? { has_duration: true, duration } : {}),
        ...(typeof volume === 'number' ? { has_volume: true, volume } : {}),
      }),
    turnOff: () => target.send('SirenCommandRequest', { has_state: true, state: false }),
  }),
});

const camera = kind({
  type: 'camera',
  domain: 'camera',
  listed: 'ListEntitiesCameraResponse',
  unknown: {},
  commands: ({ target }) => ({
    picture: async () => ({ type: 'image/jpeg', data: await target.picture() }),
  }),
});

const update = kind({
  type: 'update',
  domain: 'update',
  listed: 'ListEntitiesUpdateResponse',
  state: 'UpdateStateResponse',
  unknown: { installed_version: null, latest_version: null },
  describe: () => ({ features: ['install', 'progress'] }),
  read: (state) =>
    state.missing_state
      ? { installed_version: null, latest_version: null }
      : {
          installed_version: state.current_version || null,
          latest_version: state.latest_version || null,
          in_progress: state.in_progress,
          update_percentage: state.in_progress && state.has_progress ? short(state.progress) : null,
          title: state.title || null,
          release_summary: state.release_summary || null,
          release_url: /^https?:\/\//.test(state.release_url) ? state.release_url : null,
        },
  commands: ({ target }) => ({
    install: () => target.send('UpdateCommandRequest', { command: 1 }),
    refresh: () => target.send('UpdateCommandRequest', { command: 2 }),
  }),
});

/** Kinds with several values or commands. */
export const otherKinds: readonly Kind[] = [fan, lock, alarm, siren, camera, update];
