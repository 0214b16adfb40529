import type { Resource } from './bridge.ts';
import { type Change, type Part, part } from './part.ts';
import { flagOf, numberOf, type Store, textOf, within } from './store.ts';

const DIAGNOSTIC = { entityCategory: 'diagnostic' };
const CONFIG = { entityCategory: 'config' };
const MEASURED = { capabilities: { state_class: 'measurement' } };
const CONNECTIVITY = ['connected', 'disconnected', 'connectivity_issue', 'unidirectional_incoming'];
const BUTTON_EVENTS = ['initial_press', 'repeat', 'short_release', 'long_press', 'long_release'];
const ROTARY_EVENTS = ['clock_wise', 'counter_clock_wise'];

/** What a service of a device senses; empty for services that are something else. */
export function sensorParts(service: Resource, device: Resource, change: Change): Part[] {
  const { id, type } = service;
  const own = { uniqueId: id, device, isRadio: true };
  switch (type) {
    case 'motion':
    case 'camera_motion':
    case 'grouped_motion':
      return [
        binary(own, { name: 'Motion', deviceClass: 'motion' }, (now) => reported(now, 'motion', 'motion')),
        enabledPart(service, device, 'Motion sensor enabled', change),
      ];
    case 'temperature':
      return [
        sensor(own, { name: 'Temperature', deviceClass: 'temperature', unit: '°C', ...MEASURED }, (now) =>
          rounded(readingOf(now, 'temperature', 'temperature'), 1),
        ),
      ];
    case 'light_level':
      return [
        sensor(own, { name: 'Illuminance', deviceClass: 'illuminance', unit: 'lx', ...MEASURED }, (now) => {
          const level = readingOf(now, 'light', 'light_level');
          return level === null ? null : Math.round(10 ** ((level - 1) / 10_000));
        }),
        enabledPart(service, device, 'Light sensor enabled', change),
      ];
    case 'device_power':
      return [
        sensor(
          { ...own, isRadio: false },
          { name: 'Battery', deviceClass: 'battery', unit: '%', ...DIAGNOSTIC, ...MEASURED },
          (now) => numberOf(within(now, 'power_state'), 'battery_level'),
        ),
      ];
    case 'zigbee_connectivity':
      return [
        sensor(
          { ...own, isRadio: false },
          {
            ...{ name: 'Zigbee connectivity', deviceClass: 'enum', ...DIAGNOSTIC, enabledByDefault: false },
            capabilities: { options: CONNECTIVITY },
          },
          (now) => textOf(now, 'status'),
        ),
      ];
    case 'contact':
      return [
        binary(own, { name: 'Opening', deviceClass: 'opening' }, (now) => {
          const state = textOf(within(now, 'contact_report'), 'state');
          return state === null ? null : state === 'no_contact';
        }),
      ];
    case 'tamper':
      return [
        binary(own, { name: 'Tampering', deviceClass: 'tamper', ...DIAGNOSTIC }, (now) => {
          const reports = now?.tamper_reports;
          return Array.isArray(reports) && reports.some((one) => textOf(one, 'state') === 'tampered');
        }),
      ];
    case 'button':
      return [buttonPart(service, device)];
    case 'relative_rotary':
      return [rotaryPart(service, device)];
    default:
      return [];
  }
}

/** Switches an automation of the bridge on and off. */
export function behaviorPart(behavior: Resource, bridge: Resource, change: Change): Part {
  const { id } = behavior;
  const name = textOf(within(behavior, 'metadata'), 'name') ?? id;
  return switchPart(id, bridge, { name: `Automation: ${name}` }, (on) =>
    change('behavior_instance', id, { enabled: on }),
  );
}

function enabledPart({ id, type }: Resource, device: Resource, name: string, change: Change): Part {
  return switchPart(id, device, { name, ...CONFIG }, (on) => change(type, id, { enabled: on }));
}

function switchPart(
  id: string,
  device: Resource,
  options: object,
  set: (on: boolean) => Promise<void>,
): Part {
  return part({
    ...{ domain: 'switch', uniqueId: id, device },
    options: { ...options, turnOn: () => set(true), turnOff: () => set(false) },
    read: (store) => ({ on: flagOf(store.get(id), 'enabled') }),
  });
}

function buttonPart(button: Resource, device: Resource): Part {
  const { id } = button;
  const control = numberOf(within(button, 'metadata'), 'control_id');
  const offered = within(button, 'button').event_values;
  const types = Array.isArray(offered) ? BUTTON_EVENTS.filter((one) => offered.includes(one)) : BUTTON_EVENTS;
  return part({
    ...{ domain: 'event', uniqueId: id, device, isRadio: true },
    options: {
      name: control === null ? 'Button' : `Button ${control}`,
      ...{ deviceClass: 'button', capabilities: { event_types: types } },
    },
    read: () => ({}),
    happened: (update) => {
      const own = within(update, 'button');
      const event = textOf(within(own, 'button_report'), 'event') ?? textOf(own, 'last_event');
      return event === null || !types.includes(event) ? undefined : { at: Date.now(), event_type: event };
    },
  });
}

function rotaryPart({ id }: Resource, device: Resource): Part {
  return part({
    ...{ domain: 'event', uniqueId: id, device, isRadio: true },
    options: { name: 'Rotary', deviceClass: 'button', capabilities: { event_types: ROTARY_EVENTS } },
    read: () => ({}),
    happened: (update) => {
      const own = within(update, 'relative_rotary');
      const event = 'rotary_report' in own ? within(own, 'rotary_report') : within(own, 'last_event');
      const turned = within(event, 'rotation');
      const direction = textOf(turned, 'direction');
      if (direction === null || !ROTARY_EVENTS.includes(direction)) return undefined;
      const data = { duration: numberOf(turned, 'duration'), steps: numberOf(turned, 'steps') };
      return { at: Date.now(), event_type: direction, data: { ...data, action: textOf(event, 'action') } };
    },
  });
}

type Own = Pick<Part, 'uniqueId' | 'device' | 'isRadio'>;

function sensor(
  own: Own,
  options: object,
  read: (now: Resource | undefined) => number | string | null,
): Part {
  return part({
    ...{ domain: 'sensor', options: { ...options }, uniqueId: own.uniqueId, device: own.device },
    ...(own.isRadio === undefined ? {} : { isRadio: own.isRadio }),
    read: (store: Store) => ({ value: read(store.get(own.uniqueId)) }),
  });
}

function binary(own: Own, options: object, read: (now: Resource | undefined) => boolean | null): Part {
  return part({
    ...{ domain: 'binary_sensor', options: { ...options }, uniqueId: own.uniqueId, device: own.device },
    ...(own.isRadio === undefined ? {} : { isRadio: own.isRadio }),
    // A sensor that is switched off knows nothing.
    read: (store: Store) => {
      const now = store.get(own.uniqueId);
      return { on: now?.enabled === false ? null : read(now) };
    },
  });
}

/** A reading: newer software reports it with its time, in `<kind>_report`. */
function readingOf(now: Resource | undefined, kind: string, name: string): number | null {
  const own = within(now, kind);
  const report = Object.entries(own).find(([key]) => key.endsWith('_report'))?.[1];
  return numberOf(report, name) ?? numberOf(own, name);
}

function reported(now: Resource | undefined, kind: string, name: string): boolean | null {
  const own = within(now, kind);
  return flagOf(own[`${kind}_report`], name) ?? flagOf(own, name);
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}
