import { binarySensorDomain } from './binary-sensor.ts';
import { climateDomain } from './climate.ts';
import { coverDomain } from './cover.ts';
import type { Domain } from './define-domain.ts';
import { lightDomain } from './light.ts';
import { sensorDomain } from './sensor.ts';
import { switchDomain } from './switch.ts';

/** Every kind of entity there is. */
export const domains: readonly Domain[] = [
  lightDomain,
  switchDomain,
  sensorDomain,
  binarySensorDomain,
  coverDomain,
  climateDomain,
];
