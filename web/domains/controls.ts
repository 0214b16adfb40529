import type { Control } from '../controls/control.ts';

/** The control of each domain, loaded on first use. Domains without one are read-only. */
const CONTROLS: Readonly<Record<string, () => Promise<Control>>> = {
  alarm_control_panel: () =>
    import('./alarm-control-panel/alarm-control-panel-control.ts').then((m) => m.alarmControl),
  automation: () => import('./automation/automation-control.ts').then((m) => m.automationControl),
  button: () => import('./button/button-control.ts').then((m) => m.buttonControl),
  calendar: () => import('./calendar/calendar-control.ts').then((m) => m.calendarControl),
  camera: () => import('./camera/camera-control.ts').then((m) => m.cameraControl),
  climate: () => import('./climate/climate-control.ts').then((m) => m.climateControl),
  counter: () => import('./counter/counter-control.ts').then((m) => m.counterControl),
  cover: () => import('./cover/cover-control.ts').then((m) => m.coverControl),
  date: () => import('./date-time/date-time-control.ts').then((m) => m.dateControl),
  datetime: () => import('./date-time/date-time-control.ts').then((m) => m.dateTimeControl),
  device_tracker: () =>
    import('./device-tracker/device-tracker-control.ts').then((m) => m.deviceTrackerControl),
  event: () => import('./event/event-control.ts').then((m) => m.eventControl),
  fan: () => import('./fan/fan-control.ts').then((m) => m.fanControl),
  group: () => import('./group/group-control.ts').then((m) => m.groupControl),
  humidifier: () => import('./humidifier/humidifier-control.ts').then((m) => m.humidifierControl),
  image: () => import('./image/image-control.ts').then((m) => m.imageControl),
  input_boolean: () => import('./switch/switch-control.ts').then((m) => m.switchControl),
  input_button: () => import('./button/button-control.ts').then((m) => m.buttonControl),
  input_datetime: () => import('./date-time/date-time-control.ts').then((m) => m.inputDateTimeControl),
  input_number: () => import('./number/number-control.ts').then((m) => m.numberControl),
  input_select: () => import('./select/select-control.ts').then((m) => m.selectControl),
  input_text: () => import('./text/text-control.ts').then((m) => m.textControl),
  lawn_mower: () => import('./lawn-mower/lawn-mower-control.ts').then((m) => m.lawnMowerControl),
  light: () => import('./light/light-control.ts').then((m) => m.lightControl),
  lock: () => import('./lock/lock-control.ts').then((m) => m.lockControl),
  media_player: () => import('./media-player/media-player-control.ts').then((m) => m.mediaPlayerControl),
  notify: () => import('./notify/notify-control.ts').then((m) => m.notifyControl),
  number: () => import('./number/number-control.ts').then((m) => m.numberControl),
  person: () => import('./person/person-control.ts').then((m) => m.personControl),
  remote: () => import('./remote/remote-control.ts').then((m) => m.remoteControl),
  scene: () => import('./scene/scene-control.ts').then((m) => m.sceneControl),
  schedule: () => import('./schedule/schedule-control.ts').then((m) => m.scheduleControl),
  script: () => import('./script/script-control.ts').then((m) => m.scriptControl),
  select: () => import('./select/select-control.ts').then((m) => m.selectControl),
  siren: () => import('./siren/siren-control.ts').then((m) => m.sirenControl),
  sun: () => import('./sun/sun-control.ts').then((m) => m.sunControl),
  switch: () => import('./switch/switch-control.ts').then((m) => m.switchControl),
  text: () => import('./text/text-control.ts').then((m) => m.textControl),
  time: () => import('./date-time/date-time-control.ts').then((m) => m.timeControl),
  timer: () => import('./timer/timer-control.ts').then((m) => m.timerControl),
  todo: () => import('./todo/todo-control.ts').then((m) => m.todoControl),
  update: () => import('./update/update-control.ts').then((m) => m.updateControl),
  vacuum: () => import('./vacuum/vacuum-control.ts').then((m) => m.vacuumControl),
  valve: () => import('./valve/valve-control.ts').then((m) => m.valveControl),
  water_heater: () => import('./water-heater/water-heater-control.ts').then((m) => m.waterHeaterControl),
  weather: () => import('./weather/weather-control.ts').then((m) => m.weatherControl),
  zone: () => import('./zone/zone-control.ts').then((m) => m.zoneControl),
};

/** The control of a domain; undefined if there is none. */
export async function controlOf(domain: string): Promise<Control | undefined> {
  return Object.hasOwn(CONTROLS, domain) ? CONTROLS[domain]?.() : undefined;
}
