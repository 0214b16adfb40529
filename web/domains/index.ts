import { alarmControlPanelView } from './alarm-control-panel/alarm-control-panel.ts';
import { automationView } from './automation/automation.ts';
import { binarySensorView } from './binary-sensor/binary-sensor.ts';
import { buttonView } from './button/button.ts';
import { calendarView } from './calendar/calendar.ts';
import { cameraView } from './camera/camera.ts';
import { climateView } from './climate/climate.ts';
import { counterView } from './counter/counter.ts';
import { coverView } from './cover/cover.ts';
import { dateTimeView, dateView, timeView } from './date-time/date-time.ts';
import { deviceTrackerView } from './device-tracker/device-tracker.ts';
import type { DomainView } from './domain-view.ts';
import { eventView } from './event/event.ts';
import { fanView } from './fan/fan.ts';
import { groupView } from './group/group.ts';
import { humidifierView } from './humidifier/humidifier.ts';
import { imageView } from './image/image.ts';
import { inputBooleanView } from './input-boolean/input-boolean.ts';
import { inputButtonView } from './input-button/input-button.ts';
import { inputDatetimeView } from './input-datetime/input-datetime.ts';
import { inputNumberView } from './input-number/input-number.ts';
import { inputSelectView } from './input-select/input-select.ts';
import { inputTextView } from './input-text/input-text.ts';
import { lawnMowerView } from './lawn-mower/lawn-mower.ts';
import { lightView } from './light/light.ts';
import { lockView } from './lock/lock.ts';
import { mediaPlayerView } from './media-player/media-player.ts';
import { notifyView } from './notify/notify.ts';
import { numberView } from './number/number.ts';
import { personView } from './person/person.ts';
import { remoteView } from './remote/remote.ts';
import { sceneView } from './scene/scene.ts';
import { scheduleView } from './schedule/schedule.ts';
import { scriptView } from './script/script.ts';
import { selectView } from './select/select.ts';
import { sensorView } from './sensor/sensor.ts';
import { sirenView } from './siren/siren.ts';
import { sunView } from './sun/sun.ts';
import { switchView } from './switch/switch.ts';
import { tagView } from './tag/tag.ts';
import { textView } from './text/text.ts';
import { timerView } from './timer/timer.ts';
import { todoView } from './todo/todo.ts';
import { updateView } from './update/update.ts';
import { vacuumView } from './vacuum/vacuum.ts';
import { valveView } from './valve/valve.ts';
import { waterHeaterView } from './water-heater/water-heater.ts';
import { weatherView } from './weather/weather.ts';
import { zoneView } from './zone/zone.ts';

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
