import { daily, draining } from './sensor-models.ts';
import type { SimulatedLight, SimulatedSensor, SimulatedThing } from './simulated-device.ts';

/** Features of covers that go anywhere. */
export const TRAVELS = ['open', 'close', 'set_position', 'stop'];
/** Features of slats. */
export const TILTS = ['open_tilt', 'close_tilt', 'stop_tilt', 'set_tilt_position'];

/** A light that is the whole of its device. */
export function lamp(fields: Omit<SimulatedLight, 'kind' | 'key'>): SimulatedLight {
  return { kind: 'light', key: 'light', ...fields };
}

/** An entity of any further domain; it is the whole of its device unless it has a name. */
export function thing(
  domain: string,
  fields: Omit<SimulatedThing, 'kind' | 'key' | 'domain' | 'name'> & { name?: string; key?: string },
): SimulatedThing {
  return { kind: 'thing', key: domain, domain, name: null, ...fields };
}

/** A room sensor of temperature and humidity, with its battery. */
export function climateSensors(warm: number, humid: number): SimulatedSensor[] {
  const measured = { kind: 'sensor', stateClass: 'measurement' } as const;
  return [
    {
      ...measured,
      key: 'temperature',
      name: 'Temperature',
      deviceClass: 'temperature',
      unit: '°C',
      start: warm,
      model: daily(warm, 1.2, 16),
    },
    {
      ...measured,
      key: 'humidity',
      name: 'Humidity',
      deviceClass: 'humidity',
      unit: '%',
      start: humid,
      model: daily(humid, 6, 7, 0),
    },
    battery(92, 0.6),
  ];
}

/** A battery that runs down. */
export function battery(start: number, perDay: number): SimulatedSensor {
  return {
    kind: 'sensor',
    key: 'battery',
    name: 'Battery',
    deviceClass: 'battery',
    unit: '%',
    stateClass: 'measurement',
    entityCategory: 'diagnostic',
    start,
    model: draining(perDay),
  };
}

/** The power drawn by a plug or the whole home. */
export function power(start: number, model: SimulatedSensor['model']): SimulatedSensor {
  return {
    kind: 'sensor',
    key: 'power',
    name: 'Power',
    deviceClass: 'power',
    unit: 'W',
    stateClass: 'measurement',
    start,
    model,
  };
}
