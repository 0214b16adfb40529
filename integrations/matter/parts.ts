import { binarySensors } from './binary-sensors.ts';
import { climates } from './climate.ts';
import { covers } from './covers.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { fans } from './fans.ts';
import { lights } from './lights.ts';
import { locks } from './locks.ts';
import type { Part, PartMaker } from './part.ts';
import { sensors } from './sensors.ts';
import { settings } from './settings.ts';
import { switches } from './switches.ts';

const MAKERS: readonly PartMaker[] = [
  ...[lights, switches, covers, locks, climates, fans, events],
  ...[binarySensors, sensors, settings],
];

/** All entities of an endpoint. */
export function partsOf(endpoint: Endpoint): Part[] {
  return MAKERS.flatMap((make) => make(endpoint));
}
