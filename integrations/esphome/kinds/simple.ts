import { float } from 'hearth-integration';
import { decimalsOf, kind, short } from './kind.ts';

const STATE_CLASSES = ['', 'measurement', 'total_increasing', 'total', 'measurement_angle'];
const NUMBER_MODES = ['auto', 'box', 'slider'] as const;
const MAX_DECIMALS = 20;

const two = (value: number): string => String(value).padStart(2, '0');

const sensor = kind({
  type: 'sensor',
  domain: 'sensor',
  listed: 'ListEntitiesSensorResponse',
  state: 'SensorStateResponse',
  unknown: { value: null },
  describe: (info) => {
    const stateClass = STATE_CLASSES[info.state_class] || undefined;
    const isTime = info.device_class === 'timestamp';
    return {
      ...(stateClass === undefined || isTime ? {} : { capabilities: { state_class: stateClass } }),
      ...(info.unit_of_measurement === '' || isTime ? {} : { unit: info.unit_of_measurement }),
      ...(isTime ? {} : { precision: decimals(info.accuracy_decimals) }),
      forceUpdate: info.force_update,
    };
  },
  read: ({ state, missing_state: isMissing }, { device_class: deviceClass, accuracy_decimals: wanted }) => {
    if (isMissing || !Number.isFinite(state)) return { value: null };
    if (deviceClass === 'timestamp') return { value: new Date(Math.round(state) * 1000).toISOString() };
    return { value: state.toFixed(decimals(wanted)) };
  },
});

const textSensor = kind({
  type: 'text_sensor',
  domain: 'sensor',
  listed: 'ListEntitiesTextSensorResponse',
  state: 'TextSensorStateResponse',
  unknown: { value: null },
  read: ({ state, missing_state: isMissing }) => ({ value: isMissing ? null : state }),
});

const binarySensor = kind({
  type: 'binary_sensor',
  domain: 'binary_sensor',
  listed: 'ListEntitiesBinarySensorResponse',
  state: 'BinarySensorStateResponse',
  unknown: { on: null },
  read: ({ state, missing_state: isMissing }) => ({ on: isMissing ? null : state }),
});

const toggle = kind({
  type: 'switch',
  domain: 'switch',
  listed: 'ListEntitiesSwitchResponse',
  state: 'SwitchStateResponse',
  unknown: { on: null },
  describe: (info) => ({ assumedState: info.assumed_state }),
  read: ({ state, missing_state: isMissing }) => ({ on: isMissing ? null : state }),
  commands: ({ target }) => ({
    turnOn: () => target.send('SwitchCommandRequest', { state: true }),
    turnOff: () => target.send('SwitchCommandRequest', { state: false }),
  }),
});

const button = kind({
  type: 'button',
  domain: 'button',
  listed: 'ListEntitiesButtonResponse',
  unknown: {},
  commands: ({ target }) => ({ press: () => target.send('ButtonCommandRequest', {}) }),
});

const number = kind({
  type: 'number',
  domain: 'number',
  listed: 'ListEntitiesNumberResponse',
  state: 'NumberStateResponse',
  unknown: { value: null },
  describe: (info) => ({
    capabilities: {
      min: short(info.min_value) ?? 0,
      max: short(info.max_value) ?? 100,
      step: short(info.step) || 1,
      mode: NUMBER_MODES[info.mode] ?? 'auto',
    },
    ...(info.unit_of_measurement === '' ? {} : { unit: info.unit_of_measurement }),
  }),
  read: ({ state, missing_state: isMissing }, { step }) => {
    const value = isMissing ? null : short(state);
    return { value: value === null ? null : float(Number(value.toFixed(Math.max(6, decimalsOf(step))))) };
  },
  commands: ({ target }) => ({
    setValue: ({ value }) => target.send('NumberCommandRequest', { state: Number(value) }),
  }),
});

const select = kind({
  type: 'select',
  domain: 'select',
  listed: 'ListEntitiesSelectResponse',
  state: 'SelectStateResponse',
  unknown: { option: null },
  describe: ({ options }) => ({ capabilities: { options } }),
  read: ({ state, missing_state: isMissing }) => ({ option: isMissing ? null : state }),
  commands: ({ target }) => ({
    selectOption: ({ option }) => target.send('SelectCommandRequest', { state: String(option) }),
  }),
});

const text = kind({
  type: 'text_info',
  domain: 'text',
  listed: 'ListEntitiesTextResponse',
  state: 'TextStateResponse',
  unknown: { value: null },
  describe: (info) => ({
    capabilities: {
      ...{ min: info.min_length, max: info.max_length, mode: info.mode === 1 ? 'password' : 'text' },
      pattern: info.pattern === '' ? null : info.pattern,
    },
  }),
  read: ({ state, missing_state: isMissing }) => ({ value: isMissing ? null : state }),
  commands: ({ target }) => ({
    setValue: ({ value }) => target.send('TextCommandRequest', { state: String(value) }),
  }),
});

const date = kind({
  type: 'date',
  domain: 'date',
  listed: 'ListEntitiesDateResponse',
  state: 'DateStateResponse',
  unknown: { date: null },
  read: ({ missing_state: isMissing, year, month, day }) => ({
    date: isMissing ? null : `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
  }),
  commands: ({ target }) => ({
    setValue: ({ date: given }) => {
      const [year = 0, month = 0, day = 0] = String(given).split('-').map(Number);
      target.send('DateCommandRequest', { year, month, day });
    },
  }),
});

const time = kind({
  type: 'time',
  domain: 'time',
  listed: 'ListEntitiesTimeResponse',
  state: 'TimeStateResponse',
  unknown: { time: null },
  read: ({ missing_state: isMissing, hour, minute, second }) => ({
    time: isMissing ? null : [hour, minute, second].map(two).join(':'),
  }),
  commands: ({ target }) => ({
    setValue: ({ time: given }) => {
      const [hour = 0, minute = 0, second = 0] = String(given).split(':').map(Number);
      target.send('TimeCommandRequest', { hour, minute, second: Math.trunc(second) });
    },
  }),
});

const dateTime = kind({
  type: 'datetime',
  domain: 'datetime',
  listed: 'ListEntitiesDateTimeResponse',
  state: 'DateTimeStateResponse',
  unknown: { at: null },
  read: ({ missing_state: isMissing, epoch_seconds: seconds }) => ({ at: isMissing ? null : seconds * 1000 }),
  commands: ({ target }) => ({
    setValue: ({ at }) =>
      target.send('DateTimeCommandRequest', { epoch_seconds: Math.floor(Number(at) / 1000) }),
  }),
});

const event = kind({
  type: 'event',
  domain: 'event',
  listed: 'ListEntitiesEventResponse',
  state: 'EventResponse',
  unknown: { at: null },
  describe: ({ event_types: types }) => ({ capabilities: { event_types: types } }),
  read: ({ event_type: type }) => ({ at: Date.now(), event_type: type }),
});

function decimals(wanted: number): number {
  return Math.min(MAX_DECIMALS, Math.max(0, wanted));
}

/** Kinds with one value, or with none. */
export const simpleKinds = [
  ...[sensor, textSensor, binarySensor, toggle, button, number, select, text, date, time, dateTime, event],
];
