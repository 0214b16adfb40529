import { alarmControlPanelView } from './alarm-control-panel/alarm-control-panel-view.ts';
import { automationView } from './automation/automation-view.ts';
import { binarySensorView } from './binary-sensor/binary-sensor-view.ts';
import { buttonView } from './button/button-view.ts';
import { calendarView } from './calendar/calendar-view.ts';
import { cameraView } from './camera/camera-view.ts';
import { climateView } from './climate/climate-view.ts';
import { counterView } from './counter/counter-view.ts';
import { coverView } from './cover/cover-view.ts';
import { dateTimeView, dateView, timeView } from './date-time/date-time-view.ts';
import { deviceTrackerView } from './device-tracker/device-tracker-view.ts';
import type { DomainView } from './domain-view.ts';
import { eventView } from './event/event-view.ts';
import { fanView } from './fan/fan-view.ts';
import { groupView } from './group/group-view.ts';
import { humidifierView } from './humidifier/humidifier-view.ts';
import { imageView } from './image/image-view.ts';
import { inputBooleanView } from './input-boolean/input-boolean-view.ts';
import { inputButtonView } from './input-button/input-button-view.ts';
import { inputDatetimeView } from './input-datetime/input-datetime-view.ts';
import { inputNumberView } from './input-number/input-number-view.ts';
import { inputSelectView } from './input-select/input-select-view.ts';
import { inputTextView } from './input-text/input-text-view.ts';
import { lawnMowerView } from './lawn-mower/lawn-mower-view.ts';
import { lightView } from './light/light-view.ts';
import { lockView } from './lock/lock-view.ts';
import { mediaPlayerView } from './media-player/media-player-view.ts';
import { notifyView } from './notify/notify-view.ts';
import { numberView } from './number/number-view.ts';
import { personView } from './person/person-view.ts';
import { remoteView } from './remote/remote-view.ts';
import { sceneView } from './scene/scene-view.ts';
import { scheduleView } from './schedule/schedule-view.ts';
import { scriptView } from './script/script-view.ts';
import { selectView } from './select/select-view.ts';
import { sensorView } from './sensor/sensor-view.ts';
import { sirenView } from './siren/siren-view.ts';
import { sunView } from './sun/sun-view.ts';
import { switchView } from './switch/switch-view.ts';
import { tagView } from './tag/tag-view.ts';
import { textView } from './text/text-view.ts';
import { timerView } from './timer/timer-view.ts';
import { todoView } from './todo/todo-view.ts';
import { updateView } from './update/update-view.ts';
import { vacuumView } from './vacuum/vacuum-view.ts';
import { valveView } from './valve/valve-view.ts';
import { waterHeaterView } from './water-heater/water-heater-view.ts';
import { weatherView } from './weather/weather-view.ts';
import { zoneView } from './zone/zone-view.ts';

/** The view of each domain. Controls are in `controls.ts`, since they are loaded on first use. */
export const domainViews: Readonly<Record<string, DomainView>> = {
  alarm_control_panel: alarmControlPanelView,
  automation: automationView,
  binary_sensor: binarySensorView,
  button: buttonView,
  calendar: calendarView,
  camera: cameraView,
  climate: climateView,
  counter: counterView,
  cover: coverView,
  date: dateView,
  datetime: dateTimeView,
  device_tracker: deviceTrackerView,
  event: eventView,
  fan: fanView,
  group: groupView,
  humidifier: humidifierView,
  image: imageView,
  input_boolean: inputBooleanView,
  input_button: inputButtonView,
  input_datetime: inputDatetimeView,
  input_number: inputNumberView,
  input_select: inputSelectView,
  input_text: inputTextView,
  lawn_mower: lawnMowerView,
  light: lightView,
  lock: lockView,
  media_player: mediaPlayerView,
  notify: notifyView,
  number: numberView,
  person: personView,
  remote: remoteView,
  scene: sceneView,
  schedule: scheduleView,
  script: scriptView,
  select: selectView,
  sensor: sensorView,
  siren: sirenView,
  sun: sunView,
  switch: switchView,
  tag: tagView,
  text: textView,
  time: timeView,
  timer: timerView,
  todo: todoView,
  update: updateView,
  vacuum: vacuumView,
  valve: valveView,
  water_heater: waterHeaterView,
  weather: weatherView,
  zone: zoneView,
};

/** The view of a domain; empty if it is unknown. */
export function viewOf(domain: string): Partial<DomainView> {
  return (Object.hasOwn(domainViews, domain) && domainViews[domain]) || {};
}
