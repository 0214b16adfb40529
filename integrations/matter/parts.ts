import { binarySensors } from './binary-sensors.ts';
import type { Endpoint } from './endpoint.ts';
import { lights } from './lights.ts';
import type { Part, PartMaker } from './part.ts';
import { sensors } from './sensors.ts';
import { switches } from './switches.ts';

const MAKERS: readonly PartMaker[] = [lights, switches, binarySensors, sensors];

/** All entities of an endpoint. */
export function partsOf(endpoint: Endpoint): Part[] {
  return MAKERS.flatMap((make) => make(endpoint));
}
