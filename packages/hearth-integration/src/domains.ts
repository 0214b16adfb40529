import type { AlarmValues } from '../../../src/domains/alarm-control-panel/alarm-control-panel.ts';
import type { BinarySensorValues } from '../../../src/domains/binary-sensor/binary-sensor.ts';
import type { ButtonValues } from '../../../src/domains/button/button.ts';
import type { CalendarValues } from '../../../src/domains/calendar/calendar.ts';
import type { CameraValues } from '../../../src/domains/camera/camera.ts';
import type { ClimateValues } from '../../../src/domains/climate/services.ts';
import type { CoverValues } from '../../../src/domains/cover/cover.ts';
import type { DateTimeValues, DateValues, TimeValues } from '../../../src/domains/date-time/date-time.ts';
import type { OpeningValues } from '../../../src/domains/definition/opening.ts';
import type { DeviceTrackerValues } from '../../../src/domains/device-tracker/device-tracker.ts';
import type { EventValues } from '../../../src/domains/event/event.ts';
import type { FanValues } from '../../../src/domains/fan/fan.ts';
import type { HumidifierValues } from '../../../src/domains/humidifier/humidifier.ts';
import type { ImageValues } from '../../../src/domains/image/image.ts';
import type { InfraredValues } from '../../../src/domains/infrared/infrared.ts';
import type { LawnMowerValues } from '../../../src/domains/lawn-mower/lawn-mower.ts';
import type { LightValues } from '../../../src/domains/light/color-mode.ts';
import type { LockValues } from '../../../src/domains/lock/lock.ts';
import type { MediaPlayerValues } from '../../../src/domains/media-player/values.ts';
import type { NotifyValues } from '../../../src/domains/notify/notify.ts';
import type { NumberValues } from '../../../src/domains/number/number.ts';
import type { RemoteValues } from '../../../src/domains/remote/remote.ts';
import type { SceneValues } from '../../../src/domains/scene/scene.ts';
import type { SelectValues } from '../../../src/domains/select/select.ts';
import type { SensorValues } from '../../../src/domains/sensor/sensor.ts';
import type { SirenValues } from '../../../src/domains/siren/siren.ts';
import type { SwitchValues } from '../../../src/domains/switch/switch.ts';
import type { TextValues } from '../../../src/domains/text/text.ts';
import type { TodoValues } from '../../../src/domains/todo/todo.ts';
import type { UpdateValues } from '../../../src/domains/update/update.ts';
import type { VacuumValues } from '../../../src/domains/vacuum/vacuum.ts';
import type { WaterHeaterValues } from '../../../src/domains/water-heater/water-heater.ts';
import type { WeatherValues } from '../../../src/domains/weather/weather.ts';
import type { INTEGRATION_DOMAINS } from '../../../src/integrations/processes/described.ts';

/** The domains of entities that an integration can have, with the commands they get. */
export const DOMAINS = {
  light: ['turn_on', 'turn_off'],
  switch: ['turn_on', 'turn_off'],
  sensor: [],
  binary_sensor: [],
  climate: [
    'turn_on',
    'turn_off',
    'set_hvac_mode',
    'set_temperature',
    'set_humidity',
    'set_fan_mode',
    'set_preset_mode',
    'set_swing_mode',
    'set_swing_horizontal_mode',
  ],
  cover: [
    'open_cover',
    'close_cover',
    'set_cover_position',
    'stop_cover',
    'open_cover_tilt',
    'close_cover_tilt',
    'stop_cover_tilt',
    'set_cover_tilt_position',
  ],
  fan: ['turn_on', 'turn_off', 'set_percentage', 'set_preset_mode', 'oscillate', 'set_direction'],
  media_player: [
    'turn_on',
    'turn_off',
    'volume_up',
    'volume_down',
    'volume_set',
    'volume_mute',
    'media_play',
    'media_pause',
    'media_stop',
    'media_play_pause',
    'media_next_track',
    'media_previous_track',
    'media_seek',
    'select_source',
    'select_sound_mode',
    'clear_playlist',
    'shuffle_set',
    'repeat_set',
    'join',
    'unjoin',
    'play_media',
    'browse_media',
    'search_media',
  ],
  camera: ['turn_on', 'turn_off', 'enable_motion_detection', 'disable_motion_detection'],
  lock: ['lock', 'unlock', 'open'],
  alarm_control_panel: [
    'alarm_disarm',
    'alarm_arm_home',
    'alarm_arm_away',
    'alarm_arm_night',
    'alarm_arm_vacation',
    'alarm_arm_custom_bypass',
    'alarm_trigger',
  ],
  vacuum: [
    'start',
    'pause',
    'stop',
    'return_to_base',
    'clean_spot',
    'locate',
    'set_fan_speed',
    'send_command',
    'clean_area',
  ],
  number: ['set_value'],
  select: ['select_option'],
  button: ['press'],
  text: ['set_value'],
  event: [],
  update: ['install'],
  siren: ['turn_on', 'turn_off'],
  humidifier: ['turn_on', 'turn_off', 'set_mode', 'set_humidity'],
  water_heater: ['set_temperature', 'set_operation_mode', 'set_away_mode', 'turn_on', 'turn_off'],
  valve: ['open_valve', 'close_valve', 'set_valve_position', 'stop_valve'],
  lawn_mower: ['start_mowing', 'pause', 'dock'],
  date: ['set_value'],
  time: ['set_value'],
  datetime: ['set_value'],
  notify: ['send_message'],
  remote: ['turn_on', 'turn_off', 'send_command', 'learn_command', 'delete_command'],
  image: [],
  infrared: [],
  weather: ['get_forecasts'],
  device_tracker: [],
  scene: ['turn_on'],
  todo: ['get_items', 'add_item', 'update_item', 'remove_item', 'remove_completed_items'],
  calendar: ['create_event'],
} as const satisfies Record<(typeof INTEGRATION_DOMAINS)[number], readonly string[]>;
export type DomainName = keyof typeof DOMAINS;

/** The values of the entities of each domain. */
export interface DomainValues {
  readonly light: LightValues;
  readonly switch: SwitchValues;
  readonly sensor: SensorValues;
  readonly binary_sensor: BinarySensorValues;
  readonly climate: ClimateValues;
  readonly cover: CoverValues;
  readonly fan: FanValues;
  readonly media_player: MediaPlayerValues;
  readonly camera: CameraValues;
  readonly lock: LockValues;
  readonly alarm_control_panel: AlarmValues;
  readonly vacuum: VacuumValues;
  readonly number: NumberValues;
  readonly select: SelectValues;
  readonly button: ButtonValues;
  readonly text: TextValues;
  readonly event: EventValues;
  readonly update: UpdateValues;
  readonly siren: SirenValues;
  readonly humidifier: HumidifierValues;
  readonly water_heater: WaterHeaterValues;
  readonly valve: OpeningValues;
  readonly lawn_mower: LawnMowerValues;
  readonly date: DateValues;
  readonly time: TimeValues;
  readonly datetime: DateTimeValues;
  readonly notify: NotifyValues;
  readonly remote: RemoteValues;
  readonly image: ImageValues;
  readonly infrared: InfraredValues;
  readonly weather: WeatherValues;
  readonly device_tracker: DeviceTrackerValues;
  readonly scene: SceneValues;
  readonly todo: TodoValues;
  readonly calendar: CalendarValues;
}

/** `turn_on` as `turnOn`. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

/** The commands of a domain as they are named in code. */
export type CommandOf<Domain extends DomainName> = Camel<(typeof DOMAINS)[Domain][number]>;

/** `turn_on` as `turnOn`. */
export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
