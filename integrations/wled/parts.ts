import type { DomainName, DomainValues } from 'hearth-integration';
import type { Snapshot, WledClient } from './client.ts';
import { lightCapabilities, lightValues, transition, turnOffMessage, turnOnMessage } from './light.ts';

/** An entity of a light: how it is described, and what it shows. */
export interface Part<Domain extends DomainName = DomainName> {
  readonly domain: Domain;
  /** What follows the MAC address in its unique ID. */
  readonly key: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Undefined while there is nothing to show: it is unavailable. */
  read(now: Snapshot): Partial<DomainValues[Domain]> | undefined;
  /** Capabilities that may change. */
  capabilities?(now: Snapshot): Readonly<Record<string, unknown>>;
}

/** What the parts act through. */
export interface PartsContext {
  readonly client: WledClient;
  readonly change: (state: object) => Promise<void>;
}

const CONFIG = { entityCategory: 'config' };
const DIAGNOSTIC = { entityCategory: 'diagnostic' };
const MEASURED = { capabilities: { state_class: 'measurement' } };
const HIDDEN = { ...DIAGNOSTIC, enabledByDefault: false };
/** A light that started within this of the last report has not restarted. */
const SAME_START = 60_000;

/** The entities of the light as a whole, and those of each segment. */
export function partsOf(now: Snapshot, hasMain: boolean, context: PartsContext): Part[] {
  const own = [...(hasMain ? [mainLight(context)] : []), ...wholeParts(context)];
  return [...own, ...now.state.seg.flatMap(({ id }) => segmentParts(id, !hasMain, context))];
}

function part<Domain extends DomainName>(given: Part<Domain>): Part {
  return given as unknown as Part;
}

function mainLight({ change }: PartsContext): Part {
  return part({
    domain: 'light',
    key: '',
    options: {
      name: 'Main',
      features: ['transition'],
      turnOn: (fields: Readonly<Record<string, unknown>>) => {
        const { brightness } = fields;
        return change({
          ...{ on: true, ...transition(fields) },
          ...(typeof brightness === 'number' ? { bri: brightness } : {}),
        });
      },
      turnOff: (fields: Readonly<Record<string, unknown>>) => change({ on: false, ...transition(fields) }),
    },
    capabilities: () => ({ supported_color_modes: ['brightness'] }),
    read: ({ state: { on, bri } }) => ({
      on,
      brightness: Math.max(1, bri),
      color_mode: 'brightness' as const,
    }),
  });
}

function segmentParts(id: number, isAlone: boolean, { client, change }: PartsContext): Part[] {
  const name = (text: string): string => (id === 0 ? text : `Segment ${id} ${text.toLowerCase()}`);
  const find = (now: Snapshot) => now.state.seg.find((one) => one.id === id);
  const set = (field: string) => (value: unknown) => change({ seg: [{ id, [field]: value }] });
  const number = (key: string, text: string, field: 'sx' | 'ix'): Part =>
    part({
      domain: 'number',
      key: `_${key}_${id}`,
      options: {
        ...{ name: name(text), ...CONFIG, capabilities: { min: 0, max: 255, step: 1, mode: 'auto' } },
        setValue: ({ value }: { readonly value: number }) => set(field)(value),
      },
      read: (now) => ({ value: find(now)?.[field] ?? null }),
    });
  const flag = (key: string, text: string, field: 'rev' | 'frz'): Part =>
    part({
      domain: 'switch',
      key: `_${key}_${id}`,
      options: {
        ...{ name: name(text), ...CONFIG },
        ...{ turnOn: () => set(field)(true), turnOff: () => set(field)(false) },
      },
      read: (now) => ({ on: find(now)?.[field] ?? null }),
    });
  return [
    part({
      domain: 'light',
      key: `_${id}`,
      options: {
        name: id === 0 ? null : `Segment ${id}`,
        features: ['effect', 'transition'],
        turnOn: (fields: Readonly<Record<string, unknown>>) =>
          change(turnOnMessage(client.now, id, fields, isAlone)),
        turnOff: (fields: Readonly<Record<string, unknown>>) => change(turnOffMessage(id, fields, isAlone)),
      },
      capabilities: (now) => lightCapabilities(now, id),
      read: (now) => {
        const segment = find(now);
        return segment === undefined ? undefined : lightValues(now, segment, isAlone);
      },
    }),
    number('speed', 'Speed', 'sx'),
    number('intensity', 'Intensity', 'ix'),
    flag('reverse', 'Reverse', 'rev'),
    flag('freeze', 'Freeze', 'frz'),
    part({
      domain: 'select',
      key: `_palette_${id}`,
      options: {
        ...{ name: name('Color palette'), ...CONFIG },
        selectOption: ({ option }: { readonly option: string }) =>
          set('pal')(Math.max(0, client.now.palettes.indexOf(option))),
      },
      capabilities: ({ palettes }) => ({ options: [...palettes].sort() }),
      read: (now) => ({ option: now.palettes[find(now)?.pal ?? -1] ?? null }),
    }),
  ];
}

function wholeParts({ client, change }: PartsContext): Part[] {
  const toggle = (
    key: string,
    text: string,
    message: (on: boolean) => object,
    read: (now: Snapshot) => boolean,
  ) =>
    part({
      domain: 'switch',
      key: `_${key}`,
      options: {
        ...{ name: text, ...CONFIG },
        ...{ turnOn: () => change(message(true)), turnOff: () => change(message(false)) },
      },
      read: (now) => ({ on: read(now) }),
    });
  const choice = (key: 'preset' | 'playlist', text: string, field: 'ps' | 'pl') => {
    const names = (now: Snapshot) => (key === 'preset' ? now.presets : now.playlists);
    return part({
      domain: 'select',
      key: `_${key}`,
      options: {
        name: text,
        selectOption: ({ option }: { readonly option: string }) => {
          const [number] = [...names(client.now)].find(([, name]) => name === option) ?? [];
          return number === undefined ? undefined : change({ ps: number });
        },
      },
      capabilities: (now) => ({ options: [...names(now).values()].sort() }),
      read: (now) =>
        names(now).size === 0 ? undefined : { option: names(now).get(now.state[field]) ?? null },
    });
  };
  return [
    toggle(
      'nightlight',
      'Nightlight',
      (on) => ({ nl: { on } }),
      ({ state }) => state.nl.on,
    ),
    toggle(
      'sync_send',
      'Sync send',
      (send) => ({ udpn: { send } }),
      ({ state }) => state.udpn.send,
    ),
    toggle(
      'sync_receive',
      'Sync receive',
      (recv) => ({ udpn: { recv } }),
      ({ state }) => state.udpn.recv,
    ),
    choice('preset', 'Preset', 'ps'),
    choice('playlist', 'Playlist', 'pl'),
    part({
      domain: 'select',
      key: '_live_override',
      options: {
        ...{ name: 'Live override', ...CONFIG, capabilities: { options: ['0', '1', '2'] } },
        selectOption: ({ option }: { readonly option: string }) => change({ lor: Number(option) }),
      },
      read: ({ state }) => ({ option: String(state.lor) }),
    }),
    part({
      domain: 'button',
      key: '_restart',
      options: { name: 'Restart', ...CONFIG, deviceClass: 'restart', press: () => client.restart() },
      read: () => ({}),
    }),
    part({
      domain: 'button',
      key: '_next_playlist_entry',
      options: { name: 'Next playlist entry', press: () => change({ np: true }) },
      read: () => ({}),
    }),
    ...sensors(),
    part({
      domain: 'update',
      key: '',
      options: { name: 'Firmware', ...CONFIG, deviceClass: 'firmware' },
      // Which version is the latest only the internet knows: nothing is asked there.
      read: ({ info }) => ({ installed_version: info.ver, latest_version: null, title: 'WLED' }),
    }),
  ];
}

type Reading = number | string | null | undefined;

function sensors(): Part[] {
  const sensor = (key: string, options: object, read: (now: Snapshot) => Reading): Part =>
    part({
      domain: 'sensor',
      key: `_${key}`,
      options: { ...options },
      read: (now) => ({ value: read(now) ?? null }),
    });
  let startedAt = 0;
  const start = ({ info }: Snapshot): string => {
    const at = Date.now() - info.uptime * 1000;
    if (Math.abs(at - startedAt) > SAME_START) startedAt = at;
    return new Date(Math.round(startedAt / 1000) * 1000).toISOString().replace('.000Z', '+00:00');
  };
  const current = { deviceClass: 'current', unit: 'mA', ...DIAGNOSTIC };
  return [
    sensor(
      'estimated_current',
      { name: 'Estimated current', ...current, ...MEASURED },
      ({ info }) => info.leds.pwr,
    ),
    sensor(
      'info_leds_count',
      { name: 'LED count', unit: 'LEDs', ...DIAGNOSTIC },
      ({ info }) => info.leds.count,
    ),
    sensor('info_leds_max_power', { name: 'Max current', ...current }, ({ info }) => info.leds.maxpwr),
    sensor('uptime', { name: 'Uptime', deviceClass: 'uptime', ...HIDDEN }, start),
    sensor(
      'free_heap',
      { name: 'Free memory', deviceClass: 'data_size', unit: 'B', ...HIDDEN, ...MEASURED },
      ({ info }) => info.freeheap,
    ),
    sensor(
      'wifi_signal',
      { name: 'Wi-Fi signal', unit: '%', ...HIDDEN, ...MEASURED },
      ({ info }) => info.wifi.signal,
    ),
    sensor(
      'wifi_rssi',
      { name: 'Wi-Fi RSSI', deviceClass: 'signal_strength', unit: 'dBm', ...HIDDEN, ...MEASURED },
      ({ info }) => info.wifi.rssi,
    ),
    sensor('wifi_channel', { name: 'Wi-Fi channel', ...HIDDEN }, ({ info }) => info.wifi.channel),
    sensor('wifi_bssid', { name: 'Wi-Fi BSSID', ...HIDDEN }, ({ info }) => info.wifi.bssid),
    sensor('ip', { name: 'IP', ...DIAGNOSTIC }, ({ info }) => info.ip),
  ];
}
