import { alarmControlPanelDomain } from './alarm-control-panel.ts';
import { automationDomain } from './automation.ts';
import { binarySensorDomain } from './binary-sensor.ts';
import { buttonDomain } from './button.ts';
import { calendarDomain } from './calendar.ts';
import { cameraDomain } from './camera.ts';
import { climateDomain } from './climate.ts';
import { counterDomain } from './counter.ts';
import { coverDomain } from './cover.ts';
import { dateDomain, dateTimeDomain, timeDomain } from './date-time.ts';
import type { Domain } from './define-domain.ts';
import { deviceTrackerDomain } from './device-tracker.ts';
import { eventDomain } from './event.ts';
import { fanDomain } from './fan.ts';
import { groupDomain } from './group.ts';
import { humidifierDomain } from './humidifier.ts';
import { imageDomain } from './image.ts';
import { infraredDomain } from './infrared.ts';
import { inputBooleanDomain } from './input-boolean.ts';
import { inputButtonDomain } from './input-button.ts';
import { inputDatetimeDomain } from './input-datetime.ts';
import { inputNumberDomain } from './input-number.ts';
import { inputSelectDomain } from './input-select.ts';
import { inputTextDomain } from './input-text.ts';
import { lawnMowerDomain } from './lawn-mower.ts';
import { lightDomain } from './light.ts';
import { lockDomain } from './lock.ts';
import { mediaPlayerDomain } from './media-player.ts';
import { notifyDomain } from './notify.ts';
import { numberDomain } from './number.ts';
import { personDomain } from './person.ts';
import { remoteDomain } from './remote.ts';
import { sceneDomain } from './scene.ts';
import { scheduleDomain } from './schedule.ts';
import { scriptDomain } from './script.ts';
import { selectDomain } from './select.ts';
import { sensorDomain } from './sensor.ts';
import { sirenDomain } from './siren.ts';
import { sunDomain } from './sun.ts';
import { switchDomain } from './switch.ts';
import { tagDomain } from './tag.ts';
import { textDomain } from './text.ts';
import { timerDomain } from './timer.ts';
import { todoDomain } from './todo.ts';
import { updateDomain } from './update.ts';
import { vacuumDomain } from './vacuum.ts';
import { valveDomain } from './valve.ts';
import { waterHeaterDomain } from './water-heater.ts';
import { weatherDomain } from './weather.ts';
import { zoneDomain } from './zone.ts';

/** Every kind of entity there is. */
export const domains: readonly Domain[] = [
  lightDomain,
  switchDomain,
  sensorDomain,
  binarySensorDomain,
  climateDomain,
  coverDomain,
  fanDomain,
  mediaPlayerDomain,
  cameraDomain,
  lockDomain,
  alarmControlPanelDomain,
  vacuumDomain,
  numberDomain,
  selectDomain,
  buttonDomain,
  textDomain,
  eventDomain,
  updateDomain,
  sirenDomain,
  humidifierDomain,
  waterHeaterDomain,
  valveDomain,
  lawnMowerDomain,
  dateDomain,
  timeDomain,
  dateTimeDomain,
  notifyDomain,
  remoteDomain,
  imageDomain,
  infraredDomain,
  weatherDomain,
  deviceTrackerDomain,
  inputBooleanDomain,
  inputButtonDomain,
  inputDatetimeDomain,
  inputNumberDomain,
  inputSelectDomain,
  inputTextDomain,
  counterDomain,
  timerDomain,
  scheduleDomain,
  groupDomain,
  sceneDomain,
  automationDomain,
  scriptDomain,
  personDomain,
  zoneDomain,
  sunDomain,
  tagDomain,
  todoDomain,
  calendarDomain,
];
