import type { TemplateKind } from '../template-kind.ts';
import { deviceKinds } from './devices.ts';
import { fanKind } from './fan.ts';
import { lightKind } from './light.ts';
import { coverKind } from './openings.ts';
import { sensorKinds } from './sensors.ts';
import { simpleTemplateKinds } from './simple.ts';
import { weatherKind } from './weather.ts';

/** All domains that support template entities. */
export const templateKinds: readonly TemplateKind[] = [
  ...sensorKinds,
  ...simpleTemplateKinds,
  ...deviceKinds,
  coverKind,
  fanKind,
  lightKind,
  weatherKind,
];
