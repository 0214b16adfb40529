import type { Component } from '../component.ts';
import { alarmControlPanelComponent } from './alarm-control-panel.ts';
import { binarySensorComponent } from './binary-sensor.ts';
import { climateComponent } from './climate.ts';
import { coverComponent } from './cover.ts';
import { fanComponent } from './fan.ts';
import { lawnMowerComponent } from './lawn-mower.ts';
import { lightComponent } from './light.ts';
import { lockComponent } from './lock.ts';
import { sensorComponent } from './sensor.ts';
import { switchComponent } from './switch.ts';
import { vacuumComponent } from './vacuum.ts';
import { valveComponent } from './valve.ts';

/** Every component of MQTT discovery that is an entity. */
export const components: readonly Component[] = [
  alarmControlPanelComponent,
  climateComponent,
  vacuumComponent,
  binarySensorComponent,
  coverComponent,
  fanComponent,
  lawnMowerComponent,
  lightComponent,
  lockComponent,
  sensorComponent,
  switchComponent,
  valveComponent,
];
