import type { Component } from '../entity/component.ts';
import { alarmControlPanelComponent } from './alarm-control-panel.ts';
import { binarySensorComponent } from './binary-sensor.ts';
import { buttonComponent } from './button.ts';
import { climateComponent } from './climate.ts';
import { coverComponent } from './cover.ts';
import { dateComponent, dateTimeComponent, timeComponent } from './date-time.ts';
import { deviceTrackerComponent } from './device-tracker.ts';
import { eventComponent } from './event.ts';
import { fanComponent } from './fan.ts';
import { humidifierComponent } from './humidifier.ts';
import { infraredComponent } from './infrared.ts';
import { lawnMowerComponent } from './lawn-mower.ts';
import { lightComponent } from './light.ts';
import { lockComponent } from './lock.ts';
import { notifyComponent } from './notify.ts';
import { numberComponent } from './number.ts';
import { cameraComponent, imageComponent } from './picture.ts';
import { sceneComponent } from './scene.ts';
import { selectComponent } from './select.ts';
import { sensorComponent } from './sensor.ts';
import { sirenComponent } from './siren.ts';
import { switchComponent } from './switch.ts';
import { textComponent } from './text.ts';
import { updateComponent } from './update.ts';
import { vacuumComponent } from './vacuum.ts';
import { valveComponent } from './valve.ts';
import { waterHeaterComponent } from './water-heater.ts';

/** Every component of MQTT discovery that is an entity. */
export const components: readonly Component[] = [
  alarmControlPanelComponent,
  binarySensorComponent,
  buttonComponent,
  cameraComponent,
  climateComponent,
  coverComponent,
  dateComponent,
  dateTimeComponent,
  deviceTrackerComponent,
  eventComponent,
  fanComponent,
  humidifierComponent,
  imageComponent,
  infraredComponent,
  lawnMowerComponent,
  lightComponent,
  lockComponent,
  notifyComponent,
  numberComponent,
  sceneComponent,
  selectComponent,
  sensorComponent,
  sirenComponent,
  switchComponent,
  textComponent,
  timeComponent,
  updateComponent,
  vacuumComponent,
  valveComponent,
  waterHeaterComponent,
];
