import type { OldClient } from './old-client.ts';
import { oldLightParts } from './old-lamps.ts';
import {
  CONFIG,
  type Component,
  DIAGNOSTIC,
  DISABLED,
  decimal,
  flagOf,
  isComponent,
  MEASURED,
  numberOf,
  type Part,
  part,
  startTimes,
  TOTAL,
  textOf,
  within,
} from './part.ts';

/** What the parts of a device of the first generation are made from. */
export interface OldContext {
  readonly client: OldClient;
  readonly settings: Component;
  readonly version: () => string;
}

const MAX_CHANNELS = 8;
const HIDDEN = { ...DIAGNOSTIC, ...DISABLED };

/** The components in a list of the status or the settings. */
export function listOf(from: unknown, name: string): Component[] {
  const value = isComponent(from) ? from[name] : undefined;
  return Array.isArray(value) ? value.filter(isComponent).slice(0, MAX_CHANNELS) : [];
}

/** All entities of a device of the first generation. The status has its parts at the top. */
export function oldParts(context: OldContext, now: Component): Part[] {
  const isRoller = textOf(context.settings, 'mode') === 'roller';
  return [
    ...(isRoller ? listOf(now, 'rollers').map((_, at) => rollerPart(context, at)) : []),
    ...(isRoller ? [] : listOf(now, 'relays').map((_, at) => relayPart(context, at))),
    ...oldLightParts(context, now),
    ...meterParts(now, isRoller ? 'roller' : listOf(now, 'relays').length > 0 ? 'relay' : 'light'),
    ...listOf(now, 'inputs').map((_, at) => inputPart(at, isRoller ? 'device' : 'relay', now)),
    ...wholeParts(context, now),
  ];
}

function relayPart({ client, settings }: OldContext, at: number): Part {
  const own = listOf(settings, 'relays');
  const set = (turn: string) => client.act(`/relay/${at}`, { turn });
  const isLight = textOf(own[at], 'appliance_type') === 'light';
  return part({
    domain: isLight ? 'light' : 'switch',
    key: `relay_${at}`,
    channel: own.length > 1 ? `relay_${at}` : '',
    options: {
      name: own.length > 1 ? null : textOf(own[at], 'name'),
      ...(isLight ? { capabilities: { supported_color_modes: ['onoff'] } } : {}),
      ...{ turnOn: () => set('on'), turnOff: () => set('off') },
    },
    read: (status) => ({
      on: flagOf(listOf(status, 'relays')[at], 'ison'),
      ...(isLight ? { color_mode: 'onoff' as const } : {}),
    }),
  });
}

const MOVES: Readonly<Record<string, 'opening' | 'closing'>> = { open: 'opening', close: 'closing' };

function rollerPart({ client, settings }: OldContext, at: number): Part {
  const go = (direction: string, more: Readonly<Record<string, number>> = {}) =>
    client.act(`/roller/${at}`, { go: direction, ...more });
  const hasPosition = flagOf(listOf(settings, 'rollers')[at], 'positioning') === true;
  return part({
    domain: 'cover',
    key: `roller_${at}`,
    options: {
      name: null,
      deviceClass: 'shutter',
      features: ['open', 'close', 'stop', ...(hasPosition ? ['set_position'] : [])],
      ...{ openCover: () => go('open'), closeCover: () => go('close'), stopCover: () => go('stop') },
      setCoverPosition: ({ position }: { readonly position: number }) =>
        go('to_pos', { roller_pos: position }),
    },
    read: (status) => {
      const own = listOf(status, 'rollers')[at];
      const state = textOf(own, 'state');
      const position = hasPosition ? numberOf(own, 'current_pos') : null;
      const isClosed = textOf(own, 'last_direction') === 'close' && state === 'stop';
      return {
        ...(hasPosition ? { position } : {}),
        closed: position === null ? isClosed : position === 0,
        moving: MOVES[state ?? ''] ?? null,
      };
    },
  });
}

type Made = readonly [
  key: string,
  name: string,
  options: object,
  read: (meter: Component) => number | string | null,
];

const POWER = { deviceClass: 'power', unit: 'W', ...MEASURED };
const ENERGY = { deviceClass: 'energy', unit: 'kWh', ...TOTAL };
const kilo = (value: number | null, per: number): number | string | null =>
  value === null ? null : decimal(Math.round((value / per) * 10_000) / 10_000);

/** Plugs count in watt-minutes, energy meters in watt-hours. */
const METER: readonly Made[] = [
  ['power', 'Power', POWER, (meter) => numberOf(meter, 'power')],
  ['energy', 'Energy', ENERGY, (meter) => kilo(numberOf(meter, 'total'), 60_000)],
];
const EMETER: readonly Made[] = [
  ['power', 'Power', POWER, (meter) => numberOf(meter, 'power')],
  ['energy', 'Energy', ENERGY, (meter) => kilo(numberOf(meter, 'total'), 1000)],
  ['energyReturned', 'Energy returned', ENERGY, (meter) => kilo(numberOf(meter, 'total_returned'), 1000)],
  [
    'voltage',
    'Voltage',
    { deviceClass: 'voltage', unit: 'V', ...MEASURED },
    (meter) => numberOf(meter, 'voltage'),
  ],
  [
    'current',
    'Current',
    { deviceClass: 'current', unit: 'A', ...MEASURED },
    (meter) => numberOf(meter, 'current'),
  ],
  [
    'powerFactor',
    'Power factor',
    { deviceClass: 'power_factor', ...MEASURED },
    (meter) => numberOf(meter, 'pf'),
  ],
];

function meterParts(now: Component, kind: string): Part[] {
  const of = (list: 'meters' | 'emeters', block: string, made: readonly Made[]): Part[] => {
    const meters = listOf(now, list);
    return meters.flatMap((meter, at) =>
      made
        .filter(([, , , read]) => read(meter) !== null)
        .map(([key, name, options, read]) =>
          part({
            domain: 'sensor',
            key: `${block}_${at}-${key}`,
            channel: meters.length > 1 ? `${block}_${at}` : '',
            options: { ...options, name },
            read: (status) => ({ value: read(listOf(status, list)[at] ?? {}) }),
          }),
        ),
    );
  };
  return [...of('meters', kind, METER), ...of('emeters', 'emeter', EMETER)];
}

function inputPart(at: number, block: string, now: Component): Part {
  const isOne = listOf(now, 'inputs').length === 1;
  return part({
    domain: 'binary_sensor',
    key: `${block}_${at}-input`,
    options: { name: isOne ? 'Input' : `Input ${at + 1}`, deviceClass: 'power', ...DISABLED },
    read: (status) => ({ on: (numberOf(listOf(status, 'inputs')[at], 'input') ?? 0) > 0 }),
  });
}

function wholeParts({ client, version }: OldContext, now: Component): Part[] {
  const startOf = startTimes();
  const update = (key: string, name: string, field: string, path: string): Part =>
    part({
      domain: 'update',
      key,
      options: {
        ...{ name, deviceClass: 'firmware', ...CONFIG, enabledByDefault: key === 'fwupdate' },
        ...{ features: ['install', 'progress'], install: () => client.act('/ota', { [path]: 'true' }) },
      },
      read: (status) => {
        const own = within(status, 'update');
        const installed = textOf(own, 'old_version') ?? version();
        return {
          ...{ installed_version: installed, latest_version: textOf(own, field) ?? installed },
          in_progress: textOf(own, 'status') === 'updating',
        };
      },
    });
  const warm =
    numberOf(now, 'temperature') === null
      ? []
      : [
          part({
            ...{ domain: 'sensor', key: 'device_0-deviceTemp' },
            options: { name: 'Temperature', deviceClass: 'temperature', unit: '°C', ...HIDDEN, ...MEASURED },
            read: (status) => ({ value: numberOf(status, 'temperature') }),
          }),
          part({
            ...{ domain: 'binary_sensor', key: 'device_0-overtemp' },
            options: { name: 'Overheating', deviceClass: 'problem', ...DIAGNOSTIC },
            read: (status) => ({ on: flagOf(status, 'overtemperature') }),
          }),
        ];
  return [
    ...warm,
    part({
      ...{ domain: 'button', key: 'reboot' },
      options: { name: 'Restart', deviceClass: 'restart', ...CONFIG, press: () => client.act('/reboot', {}) },
      read: () => ({}),
    }),
    part({
      ...{ domain: 'binary_sensor', key: 'cloud' },
      options: { name: 'Cloud', deviceClass: 'connectivity', ...HIDDEN },
      read: ({ cloud }) => ({ on: flagOf(cloud, 'connected') }),
    }),
    part({
      ...{ domain: 'sensor', key: 'rssi' },
      options: {
        name: 'Signal strength',
        deviceClass: 'signal_strength',
        unit: 'dBm',
        ...HIDDEN,
        ...MEASURED,
      },
      read: (status) => ({ value: numberOf(within(status, 'wifi_sta'), 'rssi') }),
    }),
    part({
      ...{ domain: 'sensor', key: 'uptime' },
      options: { name: 'Uptime', deviceClass: 'uptime', ...HIDDEN },
      read: (status) => ({ value: startOf(numberOf(status, 'uptime')) }),
    }),
    update('fwupdate', 'Firmware', 'new_version', 'update'),
    update('fwupdate_beta', 'Beta firmware', 'beta_version', 'beta'),
  ];
}
