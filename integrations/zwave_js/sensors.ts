import { type Node, numberIn, valueKey, type ZwaveValue } from './nodes.ts';
import { CONFIG, DIAGNOSTIC, MEASURED, type Part, part, type SetValue } from './part.ts';

const [SENSOR, METER, BINARY, NOTIFICATION, SCENE, CONFIGURATION, BATTERY, LOCK] = [
  49, 50, 48, 113, 91, 112, 128, 98,
];

/** Device classes of sensors by the names of what they measure. */
const SENSOR_CLASSES: Readonly<Record<string, string>> = {
  'Air temperature': 'temperature',
  'Water temperature': 'temperature',
  'Soil temperature': 'temperature',
  'Dew point': 'temperature',
  Humidity: 'humidity',
  'Relative humidity': 'humidity',
  Illuminance: 'illuminance',
  Power: 'power',
  Voltage: 'voltage',
  Current: 'current',
  'Barometric pressure': 'pressure',
  'Atmospheric pressure': 'pressure',
  'Carbon dioxide (CO2) level': 'carbon_dioxide',
  'Carbon dioxide (CO₂) level': 'carbon_dioxide',
  'Particulate Matter 2.5': 'pm25',
  'Signal strength': 'signal_strength',
};
const METER_CLASSES: Readonly<Record<string, string>> = {
  ...{ kWh: 'energy', W: 'power', V: 'voltage', A: 'current', kVAh: '', '%': 'power_factor' },
  ...{ 'm³': 'water', 'ft³': 'water' },
};
const UNITS: Readonly<Record<string, string>> = { Lux: 'lx', m3: 'm³' };
/** Device classes of binary sensors by the names of what they sense. */
const BINARY_CLASSES: Readonly<Record<string, string>> = {
  Motion: 'motion',
  'Door/Window': 'door',
  Water: 'moisture',
  Smoke: 'smoke',
  CO: 'carbon_monoxide',
  Tamper: 'tamper',
  'Glass Break': 'sound',
  Freeze: 'cold',
  Heat: 'heat',
};
/** What notifications mean by their kind and state. */
const NOTICES: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  1: { 1: 'smoke', 2: 'smoke' },
  2: { 1: 'carbon_monoxide', 2: 'carbon_monoxide' },
  3: { 1: 'carbon_dioxide', 2: 'carbon_dioxide' },
  4: { 1: 'heat', 2: 'heat' },
  5: { 1: 'moisture', 2: 'moisture', 3: 'moisture', 4: 'moisture' },
  6: { 1: 'lock', 2: 'lock', 3: 'lock', 4: 'lock', 11: 'lock', 22: 'door' },
  7: { 1: 'safety', 2: 'safety', 3: 'tamper', 4: 'tamper', 5: 'sound', 6: 'sound', 7: 'motion', 8: 'motion' },
  8: { 2: 'plug', 3: 'plug', 6: 'safety', 7: 'safety', 8: 'safety', 9: 'safety' },
  18: { 1: 'gas', 2: 'gas' },
};
const SCENE_EVENTS = [
  'KeyPressed',
  'KeyReleased',
  'KeyHeldDown',
  'KeyPressed2x',
  'KeyPressed3x',
  'KeyPressed4x',
  'KeyPressed5x',
];

/** What a value senses, or what is set for its node; empty for values that are something else. */
export function sensorParts(node: Node, value: ZwaveValue, set: SetValue): Part[] {
  const { commandClass, property, metadata } = value;
  switch (commandClass) {
    case SENSOR:
      return [sensorPart(value, SENSOR_CLASSES[String(property)], MEASURED)];
    case METER:
      if (property === 'reset') return [resetPart(node, value, set)];
      return property === 'value' ? [meterPart(value)] : [];
    case BINARY:
      return [binaryPart(value, BINARY_CLASSES[String(property)])];
    case NOTIFICATION:
      return noticeParts(value);
    case SCENE:
      return property === 'scene' ? [scenePart(value)] : [];
    case CONFIGURATION:
      return metadata.writeable ? [settingPart(node, value, set)] : [];
    case BATTERY:
      if (property === 'level')
        return [sensorPart(value, 'battery', { ...DIAGNOSTIC, ...MEASURED, unit: '%' })];
      return property === 'isLow' ? [binaryPart(value, 'battery', DIAGNOSTIC)] : [];
    case LOCK:
      return property === 'doorStatus' ? [doorPart(value)] : [];
    default:
      return [];
  }
}

/** Whether the node can be reached, and what else concerns it as a whole. */
export function nodeParts(node: Node, ping: (node: Node) => Promise<unknown>): Part[] {
  const states = ['unknown', 'asleep', 'awake', 'dead', 'alive'];
  return [
    part({
      ...{ domain: 'sensor', key: 'node_status', isAlways: true },
      options: { name: 'Node status', deviceClass: 'enum', ...DIAGNOSTIC, capabilities: { options: states } },
      read: (now) => ({ value: states[now.status] ?? 'unknown' }),
    }),
    part({
      ...{ domain: 'button', key: 'ping', isAlways: true },
      options: { name: 'Ping', ...DIAGNOSTIC, press: () => ping(node) },
      read: () => ({}),
    }),
    ...(node.firmwareVersion === undefined
      ? []
      : [
          part({
            ...{ domain: 'update', key: 'firmware_update' },
            options: { name: 'Firmware', deviceClass: 'firmware', ...CONFIG },
            // Which version is the latest only the internet knows: nothing is asked there.
            read: (now) => ({ installed_version: now.firmwareVersion ?? null, latest_version: null }),
          }),
        ]),
  ];
}

function sensorPart(value: ZwaveValue, deviceClass: string | undefined, more: object): Part {
  const unit = value.metadata.unit;
  return part({
    ...{ domain: 'sensor', key: valueKey(value), named: value },
    options: {
      ...(deviceClass === undefined || deviceClass === '' ? {} : { deviceClass }),
      ...(unit === undefined ? {} : { unit: UNITS[unit] ?? unit }),
      ...more,
    },
    read: (now) => ({ value: numberIn(now.values.get(valueKey(value))) }),
  });
}

function meterPart(value: ZwaveValue): Part {
  const deviceClass = METER_CLASSES[value.metadata.unit ?? ''];
  const isTotal = deviceClass === 'energy' || deviceClass === 'water';
  return sensorPart(value, deviceClass, {
    capabilities: { state_class: isTotal ? 'total_increasing' : 'measurement' },
  });
}

function resetPart(node: Node, value: ZwaveValue, set: SetValue): Part {
  return part({
    ...{ domain: 'button', key: valueKey(value), named: value },
    options: { ...CONFIG, press: () => set(node, value, true) },
    read: () => ({}),
  });
}

function binaryPart(value: ZwaveValue, deviceClass: string | undefined, more: object = {}): Part {
  return part({
    ...{ domain: 'binary_sensor', key: valueKey(value), named: value },
    options: { ...(deviceClass === undefined ? {} : { deviceClass }), ...more },
    read: (now) => {
      const is = now.values.get(valueKey(value))?.value;
      return { on: typeof is === 'boolean' ? is : null };
    },
  });
}

/** One binary sensor for each state that a notification can have besides being idle. */
function noticeParts(value: ZwaveValue): Part[] {
  const kind = Number(value.metadata.ccSpecific?.notificationType);
  const states = Object.entries(value.metadata.states ?? {}).slice(0, 50);
  return (
    states
      // The state of a closed door is that of an open one, reversed.
      .filter(([state]) => state !== '0' && !(kind === 6 && state === '23'))
      .map(([state, name]) => {
        const deviceClass = NOTICES[kind]?.[Number(state)];
        return part({
          ...{ domain: 'binary_sensor', key: `${valueKey(value)}.${state}` },
          options: {
            name: name.slice(0, 200),
            ...(deviceClass === undefined ? {} : { deviceClass }),
            ...(deviceClass === 'tamper' ? DIAGNOSTIC : {}),
          },
          read: (now) => {
            const is = numberIn(now.values.get(valueKey(value)));
            return { on: is === null ? null : is === Number(state) };
          },
        });
      })
  );
}

function scenePart(value: ZwaveValue): Part {
  const states = Object.values(value.metadata.states ?? {}).slice(0, 50);
  const types = states.length > 0 ? states : SCENE_EVENTS;
  return part({
    ...{ domain: 'event', key: valueKey(value), named: value },
    options: { capabilities: { event_types: types } },
    read: () => ({}),
    happened: ({ value: is, metadata }) => {
      const event = metadata.states?.[String(is)] ?? (typeof is === 'string' ? is : SCENE_EVENTS[Number(is)]);
      if (event === undefined || !types.includes(event)) return undefined;
      return { at: Date.now(), event_type: event, data: { value: is } };
    },
  });
}

function doorPart(value: ZwaveValue): Part {
  return part({
    ...{ domain: 'binary_sensor', key: valueKey(value), named: value },
    options: { deviceClass: 'door' },
    read: (now) => {
      const is = now.values.get(valueKey(value))?.value;
      return { on: is === 'open' ? true : is === 'closed' ? false : null };
    },
  });
}

/** A setting of the node; they are many, and disabled at first. */
function settingPart(node: Node, value: ZwaveValue, set: SetValue): Part {
  const { states = {}, min = 0, max = 65_535, unit, allowManualEntry = true } = value.metadata;
  const named = Object.entries(states).slice(0, 200);
  const own = { key: valueKey(value), named: value };
  const common = { ...CONFIG, enabledByDefault: false };
  if (named.length > 0 && !allowManualEntry)
    return part({
      ...{ domain: 'select', ...own },
      options: {
        ...{ ...common, capabilities: { options: named.map(([, name]) => name) } },
        selectOption: ({ option }: { readonly option: string }) => {
          const [number] = named.find(([, name]) => name === option) ?? [];
          return number === undefined ? undefined : set(node, value, Number(number));
        },
      },
      read: (now) => ({ option: states[String(numberIn(now.values.get(valueKey(value))))] ?? null }),
    });
  return part({
    ...{ domain: 'number', ...own },
    options: {
      ...{
        ...common,
        capabilities: { min, max, step: 1, mode: 'box' },
        ...(unit === undefined ? {} : { unit }),
      },
      setValue: ({ value: wish }: { readonly value: number }) => set(node, value, wish),
    },
    read: (now) => ({ value: numberIn(now.values.get(valueKey(value))) }),
  });
}
