import { lightConfig } from './light.ts';
import { at, isThere, reach, within } from './readings.ts';
import { power, relayName, type TasmotaDevice, type Translated } from './relay.ts';

/** Per relay: what is behind it. */
const RELAY = 1;
const LIGHT = 2;
const SHUTTER = 3;

/** Switches that follow a contact: its state is worth showing. Others only do something when pressed. */
const FOLLOWS: ReadonlySet<number> = new Set([1, 2, 9, 10, 13, 14, 15, 16]);
const PRESSES: readonly (readonly [action: string, event: string, trigger: string])[] = [
  ['SINGLE', 'single', 'button_short_press'],
  ['DOUBLE', 'double', 'button_double_press'],
  ['TRIPLE', 'triple', 'button_triple_press'],
  ['QUAD', 'quadruple', 'button_quadruple_press'],
  ['PENTA', 'quintuple', 'button_quintuple_press'],
  ['HOLD', 'hold', 'button_long_press'],
];

/** Everything a device has but its sensors: relays, lights, shutters, contacts and buttons. */
export function translate(device: TasmotaDevice): Translated[] {
  const { announcement } = device;
  const isMultiChannel = announcement.so['68'] === 1;
  const found: Translated[] = [];
  let lights = 0;
  for (const [i, kind] of announcement.rl.entries()) {
    const isLampRelay = kind === RELAY && announcement.so['30'] === 1;
    if (isLampRelay) found.push(onOffLight(device, i));
    else if (kind === RELAY) found.push(relay(device, i));
    if (kind !== LIGHT) continue;
    found.push(
      lightConfig(device, { relay: i, light: lights, channel: isMultiChannel ? lights : undefined }),
    );
    lights += 1;
  }
  const shutters = Math.floor(announcement.rl.filter((kind) => kind === SHUTTER).length / 2);
  for (let i = 0; i < shutters; i += 1) found.push(shutter(device, i));
  for (const [i, mode] of announcement.swc.entries())
    if (mode >= 0 && announcement.so['114'] === 1) found.push(...contact(device, i, mode));
  for (const [i, isThere] of announcement.btn.entries())
    if (isThere > 0 && announcement.so['73'] === 1) found.push(...button(device, i));
  return found;
}

function relay(device: TasmotaDevice, i: number): Translated {
  const { template, keys } = power(device, i);
  return {
    key: `switch_relay_${i}`,
    component: 'switch',
    config: {
      ...device.common,
      ...keys,
      value_template: template,
      name: relayName(device.announcement, i),
    },
  };
}

function onOffLight(device: TasmotaDevice, i: number): Translated {
  const { template, keys } = power(device, i);
  return {
    key: `light_relay_${i}`,
    component: 'light',
    config: {
      ...device.common,
      ...keys,
      state_value_template: template,
      name: relayName(device.announcement, i),
    },
  };
}

function shutter({ announcement, topics, common }: TasmotaDevice, i: number): Translated {
  const name = `Shutter${i + 1}`;
  const isInverted = ((announcement.sho[i] ?? 0) & 1) === 1;
  const [low = 0, high = 0] = announcement.sht[i] ?? [];
  const direction = [name, 'Direction'];
  const moves = `{% if ${isThere(direction)} %}{{ {1: 'opening', -1: 'closing', 0: 'stopped'}[${reach(direction)}] }}{% endif %}`;
  return {
    key: `cover_shutter_${i}`,
    component: 'cover',
    config: {
      ...common,
      name: i === 0 && announcement.fn[0] === announcement.dn ? null : `Shutter ${i + 1}`,
      command_topic: topics.command('Backlog'),
      payload_open: `ShutterOpen${i + 1}`,
      payload_close: `ShutterClose${i + 1}`,
      payload_stop: `ShutterStop${i + 1}`,
      state_topic: topics.reports,
      value_template: within(moves),
      position_topic: topics.reports,
      position_template: at(name, 'Position'),
      set_position_topic: topics.command(`ShutterPosition${i + 1}`),
      ...(isInverted ? { position_open: 0, position_closed: 100 } : {}),
      ...(low === high
        ? {}
        : {
            tilt_command_topic: topics.command(`ShutterTilt${i + 1}`),
            tilt_status_topic: topics.reports,
            tilt_status_template: at(name, 'Tilt'),
            tilt_min: low,
            tilt_max: high,
            tilt_closed_value: low,
            tilt_opened_value: high,
          }),
    },
  };
}

/** An input that does not drive a relay: its state where it has one, otherwise what is done with it. */
function contact(device: TasmotaDevice, i: number, mode: number): Translated[] {
  const { announcement, topics, common } = device;
  const input = `Switch${i + 1}`;
  if (!FOLLOWS.has(mode)) {
    const actions = ['ON', 'OFF', 'TOGGLE', 'HOLD', 'INC_DEC', 'INV', 'CLEAR'];
    return [
      happening(
        device,
        { key: `event_switch_${i}`, name: announcement.swn[i] ?? `Switch ${i + 1}`, input },
        actions.map((action) => [action, action.toLowerCase()]),
      ),
    ];
  }
  return [
    {
      key: `binary_sensor_switch_${i}`,
      component: 'binary_sensor',
      config: {
        ...common,
        name: announcement.swn[i] ?? `Switch ${i + 1}`,
        state_topic: topics.reports,
        payload_on: 'ON',
        payload_off: 'OFF',
        value_template: within(
          `{% if ${isThere([input, 'Action'])} %}{{ ${reach([input, 'Action'])} }}{% elif ${isThere([input])} %}{{ ${reach([input])} }}{% endif %}`,
        ),
      },
    },
  ];
}

/** A button that does not drive a relay: what is done with it, as an event and as triggers of the device. */
function button(device: TasmotaDevice, i: number): Translated[] {
  const input = `Button${i + 1}`;
  const { so } = device.announcement;
  const known = PRESSES.filter(([action]) => so['13'] !== 1 || action === 'SINGLE');
  const { device: own = null, origin = null } = device.common;
  return [
    happening(
      device,
      { key: `event_button_${i}`, name: `Button ${i + 1}`, input },
      known.map(([action, event]) => [action, event]),
    ),
    ...known.map(([action, , type]) => ({
      key: `trigger_button_${i}_${type}`,
      component: 'device_automation',
      config: {
        device: own,
        origin,
        automation_type: 'trigger',
        topic: device.topics.reports,
        type,
        subtype: `button_${i + 1}`,
        value_template: at(input, 'Action'),
        payload: action,
      },
    })),
  ];
}

function happening(
  { topics, common }: TasmotaDevice,
  { key, name, input }: { readonly key: string; readonly name: string; readonly input: string },
  actions: readonly (readonly [action: string, event: string])[],
): Translated {
  const words = actions.map(([action, event]) => `'${action}': '${event}'`).join(', ');
  const path = reach([input, 'Action']);
  const body = `{% if ${isThere([input, 'Action'])} and ${path} in {${words}} %}{{ {'event_type': {${words}}[${path}]} | to_json }}{% endif %}`;
  return {
    key,
    component: 'event',
    config: {
      ...common,
      name,
      state_topic: topics.reports,
      value_template: within(body),
      event_types: actions.map(([, event]) => event),
    },
  };
}
