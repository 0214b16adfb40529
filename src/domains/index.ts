import { alarmControlPanelDomain } from './alarm-control-panel/alarm-control-panel.ts';
import { automationDomain } from './automation/automation.ts';
import { binarySensorDomain } from './binary-sensor/binary-sensor.ts';
import { buttonDomain } from './button/button.ts';
import { calendarDomain } from './calendar/calendar.ts';
import { cameraDomain } from './camera/camera.ts';
import { climateDomain } from './climate/climate.ts';
import { counterDomain } from './counter/counter.ts';
import { coverDomain } from './cover/cover.ts';
import { dateDomain, dateTimeDomain, timeDomain } from './date-time/date-time.ts';
import type { Domain } from './definition/define-domain.ts';
import { deviceTrackerDomain } from './device-tracker/device-tracker.ts';
import { eventDomain } from './event/event.ts';
import { fanDomain } from './fan/fan.ts';
import { groupDomain } from './group/group.ts';
import { humidifierDomain } from './humidifier/humidifier.ts';
import { imageDomain } from './image/image.ts';
import { infraredDomain } from './infrared/infrared.ts';
import { inputBooleanDomain } from './input-boolean/input-boolean.ts';
import { inputButtonDomain } from './input-button/input-button.ts';
import { inputDatetimeDomain } from './input-datetime/input-datetime.ts';
import { inputNumberDomain } from './input-number/input-number.ts';
import { inputSelectDomain } from './input-select/input-select.ts';
import { inputTextDomain } from './input-text/input-text.ts';
import { lawnMowerDomain } from './lawn-mower/lawn-mower.ts';
import { lightDomain } from './light/light.ts';
import { lockDomain } from './lock/lock.ts';
import { mediaPlayerDomain } from './media-player/media-player.ts';
import { notifyDomain } from './notify/notify.ts';
import { numberDomain } from './number/number.ts';
import { personDomain } from './person/person.ts';
import { remoteDomain } from './remote/remote.ts';
import { sceneDomain } from './scene/scene.ts';
import { scheduleDomain } from './schedule/schedule.ts';
import { scriptDomain } from './script/script.ts';
import { selectDomain } from './select/select.ts';
import { sensorDomain } from './sensor/sensor.ts';
import { sirenDomain } from './siren/siren.ts';
import { sunDomain } from './sun/sun.ts';
import { switchDomain } from './switch/switch.ts';
import { tagDomain } from './tag/tag.ts';
import { textDomain } from './text/text.ts';
import { timerDomain } from './timer/timer.ts';
import { todoDomain } from './todo/todo.ts';
import { updateDomain } from './update/update.ts';
import { vacuumDomain } from './vacuum/vacuum.ts';
import { valveDomain } from './valve/valve.ts';
import { waterHeaterDomain } from './water-heater/water-heater.ts';
import { weatherDomain } from './weather/weather.ts';
import { zoneDomain } from './zone/zone.ts';

/** All domains. */
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

/** The same by their names. */
export const domainsByName: ReadonlyMap<string, Domain> = new Map(
  domains.map((domain) => [domain.name, domain]),
);
