import type { Channel } from './channels.ts';
import { lightPart } from './lamps.ts';
import { CONFIG, flagOf, numberOf, type Part, part, type Status, textOf, within } from './part.ts';

/** Calls a method of the device. */
export type Call = (method: string, params: object) => Promise<unknown>;

type Fields = Readonly<Record<string, unknown>>;

/** What somebody switches or presses at a channel. */
export function controlsOf(channel: Channel, config: Status, status: Status, call: Call): Part[] {
  switch (channel.kind) {
    case 'switch':
      return [switchPart(channel, config, call)];
    case 'cover':
      return [coverPart(channel, within(status, channel.key), call)];
    case 'light':
    case 'rgb':
    case 'rgbw':
    case 'cct':
      return [lightPart(channel, within(status, channel.key), call)];
    case 'input':
      return inputParts(channel);
    default:
      return [];
  }
}

/** The name of the main entity of a channel. */
export function mainName({ name, device }: Channel): string | null {
  return device === undefined ? name : null;
}

function switchPart(channel: Channel, config: Status, call: Call): Part {
  const { key, id, device } = channel;
  const set = (on: boolean) => call('Switch.Set', { id, on });
  const uses = within(within(config, 'sys'), 'ui_data').consumption_types;
  const isLight = Array.isArray(uses) && String(uses[id]).toLowerCase() === 'light';
  return part({
    domain: isLight ? 'light' : 'switch',
    key,
    channel: device?.key ?? '',
    options: {
      name: mainName(channel),
      ...(isLight ? { capabilities: { supported_color_modes: ['onoff'] } } : {}),
      ...{ turnOn: () => set(true), turnOff: () => set(false) },
    },
    read: (status) => ({
      on: flagOf(status[key], 'output'),
      ...(isLight ? { color_mode: 'onoff' as const } : {}),
    }),
  });
}

const MOVES: Readonly<Record<string, 'opening' | 'closing'>> = { opening: 'opening', closing: 'closing' };

function coverPart(channel: Channel, now: Fields, call: Call): Part {
  const { key, id, device } = channel;
  const hasPosition = now.pos_control === true;
  const hasSlats = numberOf(now, 'slat_pos') !== null;
  const go = (method: string, more: object = {}) => call(`Cover.${method}`, { id, ...more });
  return part({
    domain: 'cover',
    key,
    channel: device?.key ?? '',
    options: {
      name: mainName(channel),
      deviceClass: 'shutter',
      features: [
        ...['open', 'close', 'stop'],
        ...(hasPosition ? ['set_position'] : []),
        ...(hasSlats ? ['open_tilt', 'close_tilt', 'set_tilt_position', 'stop_tilt'] : []),
      ],
      openCover: () => go('Open'),
      closeCover: () => go('Close'),
      stopCover: () => go('Stop'),
      setCoverPosition: ({ position }: Fields) => go('GoToPosition', { pos: position }),
      openCoverTilt: () => go('GoToPosition', { slat_pos: 100 }),
      closeCoverTilt: () => go('GoToPosition', { slat_pos: 0 }),
      stopCoverTilt: () => go('Stop'),
      setCoverTiltPosition: ({ tilt_position: slats }: Fields) => go('GoToPosition', { slat_pos: slats }),
    },
    read: (status) => {
      const own = status[key];
      const state = textOf(own, 'state');
      const position = numberOf(own, 'current_pos');
      return {
        ...(hasPosition ? { position } : {}),
        closed: state === null ? null : position === null ? state === 'closed' : position === 0,
        moving: MOVES[state ?? ''] ?? null,
        ...(hasSlats ? { tilt_position: numberOf(own, 'slat_pos') } : {}),
      };
    },
  });
}

const EVENTS = ['single_push', 'btn_up', 'long_push', 'double_push', 'btn_down', 'triple_push'];

function inputParts(channel: Channel): Part[] {
  const { key, id, config, name } = channel;
  if (config.enable === false) return [];
  const named = name ?? `Input ${id}`;
  switch (config.type) {
    case 'button':
      return [
        part({
          ...{ domain: 'event', key },
          options: { name: named, deviceClass: 'button', capabilities: { event_types: EVENTS } },
          // Events are reported as they come.
          read: () => ({}),
        }),
      ];
    case 'analog':
      return [
        part({
          ...{ domain: 'sensor', key: `${key}-analoginput` },
          options: { name: name ?? 'Analog input', unit: '%', capabilities: { state_class: 'measurement' } },
          read: (status) => ({ value: numberOf(status[key], 'percent') }),
        }),
      ];
    default:
      return [
        part({
          ...{ domain: 'binary_sensor', key: `${key}-input` },
          options: { name: named, deviceClass: 'power' },
          read: (status) => ({ on: flagOf(status[key], 'state') }),
        }),
      ];
  }
}

/** Whether a device knows the event of a button. */
export function isButtonEvent(event: string): boolean {
  return EVENTS.includes(event);
}

/** The firmware of the device: `stable` or `beta`. */
export function updatePart(
  stage: 'stable' | 'beta',
  version: () => string,
  progress: () => number | null,
  call: Call,
): Part {
  return part({
    domain: 'update',
    key: stage === 'stable' ? 'sys-fwupdate' : 'sys-fwupdate_beta',
    options: {
      ...{ name: stage === 'stable' ? 'Firmware' : 'Beta firmware', deviceClass: 'firmware', ...CONFIG },
      ...{ features: ['install', 'progress'], enabledByDefault: stage === 'stable' },
      install: () => call('Shelly.Update', { stage }),
    },
    read: ({ sys }) => {
      const offered = textOf(within(within(sys, 'available_updates'), stage), 'version');
      const percentage = progress();
      return {
        installed_version: version(),
        latest_version: offered ?? version(),
        in_progress: percentage !== null,
        update_percentage: percentage,
      };
    },
  });
}
