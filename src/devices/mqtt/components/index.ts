import type { Component } from '../component.ts';
import { binarySensorComponent } from './binary-sensor.ts';
import { lightComponent } from './light.ts';
import { sensorComponent } from './sensor.ts';
import { switchComponent } from './switch.ts';

/** Every component of MQTT discovery that is an entity. */
export const components: readonly Component[] = [
  binarySensorComponent,
  lightComponent,
  sensorComponent,
  switchComponent,
];
