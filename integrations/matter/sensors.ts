import { type Endpoint, numberIn } from './endpoint.ts';
import { type Part, type PartMaker, part } from './part.ts';
import { READINGS, type Reading } from './readings.ts';

/** What an endpoint measures: entities are made of what it knows at first. */
export const sensors: PartMaker = (endpoint) =>
  READINGS.filter((reading) => numberOf(endpoint, reading) !== null).map((reading) =>
    sensorOf(endpoint, reading),
  );

function sensorOf(endpoint: Endpoint, reading: Reading): Part {
  const { key, name, deviceClass, unit, entityCategory, stateClass, choices } = reading;
  const words = choices?.filter((word) => word !== null);
  return part({
    ...{ domain: 'sensor', key },
    options: {
      name,
      ...(deviceClass === undefined ? {} : { deviceClass }),
      ...(unit === undefined ? {} : { unit }),
      ...(entityCategory === undefined ? {} : { entityCategory }),
      ...(stateClass === undefined ? {} : { capabilities: { state_class: stateClass } }),
      ...(words === undefined ? {} : { capabilities: { options: words } }),
    },
    read: () => ({ value: shownValue(reading, numberOf(endpoint, reading)) }),
  });
}

function numberOf(endpoint: Endpoint, { cluster, attribute, pick }: Reading): number | null {
  const state = endpoint.state(cluster);
  return pick === undefined ? numberIn(state, attribute) : pick(state);
}

function shownValue(reading: Reading, value: number | null): number | string | null {
  const { per = 1, decimals = 0, convert, choices } = reading;
  if (value === null) return null;
  if (choices !== undefined) return choices[value] ?? null;
  const converted = convert === undefined ? value / per : convert(value);
  return Number.isFinite(converted) ? Number(converted.toFixed(decimals)) : null;
}
