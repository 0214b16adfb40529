import type { OracleHome } from './oracle-home.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * Services that would stop or relocate the home: skipped for callers who may use them, rejected for all
 * others.
 */
export const ENDING: ReadonlySet<string> = new Set([
  ...[
    'homeassistant.stop',
    'homeassistant.restart',
    'homeassistant.set_location',
    'mqtt.publish',
    'mqtt.dump',
  ],
]);

const item = { item: 'made by the oracle' };
const code = { code: '1234' };

/**
 * The data for services besides their target. A service that needs data and has no entry fails the walk by
 * name.
 */
export function serviceData(home: OracleHome): Readonly<Record<string, Data>> {
  const speaker = home.need('speaker');
  return {
    'climate.set_hvac_mode': { hvac_mode: 'off' },
    'climate.set_temperature': { temperature: 20 },
    'climate.set_humidity': { humidity: 50 },
    'climate.set_fan_mode': { fan_mode: 'auto' },
    'climate.set_preset_mode': { preset_mode: 'eco' },
    'climate.set_swing_mode': { swing_mode: 'off' },
    'climate.set_swing_horizontal_mode': { swing_horizontal_mode: 'off' },
    'cover.set_cover_position': { position: 40 },
    'cover.set_cover_tilt_position': { tilt_position: 40 },
    'fan.set_percentage': { percentage: 33 },
    'fan.set_preset_mode': { preset_mode: 'auto' },
    'fan.oscillate': { oscillating: true },
    'fan.set_direction': { direction: 'reverse' },
    'media_player.volume_set': { volume_level: 0.5 },
    'media_player.volume_mute': { is_volume_muted: true },
    'media_player.media_seek': { seek_position: 1 },
    'media_player.select_source': { source: 'Library' },
    'media_player.select_sound_mode': { sound_mode: 'Film' },
    'media_player.play_media': { media_content_type: 'music', media_content_id: 'one' },
    'media_player.join': { group_members: [speaker] },
    'media_player.shuffle_set': { shuffle: true },
    'media_player.repeat_set': { repeat: 'all' },
    'media_player.search_media': { search_query: 'one' },
    'camera.snapshot': { filename: '/tmp/none.jpg' },
    'camera.record': { filename: '/tmp/none.mp4' },
    'camera.play_stream': { media_player: speaker },
    'image.snapshot': { filename: '/tmp/none.jpg' },
    'lock.lock': code,
    'lock.unlock': code,
    'lock.open': code,
    ...Object.fromEntries(
      ['disarm', 'arm_home', 'arm_away', 'arm_night', 'arm_vacation', 'arm_custom_bypass', 'trigger'].map(
        (one) => [`alarm_control_panel.alarm_${one}`, code],
      ),
    ),
    'vacuum.set_fan_speed': { fan_speed: 'turbo' },
    'vacuum.send_command': { command: 'beep' },
    'vacuum.clean_area': { cleaning_area_id: [home.open.area] },
    'number.set_value': { value: 40 },
    'select.select_option': { option: 'Buzzer' },
    'text.set_value': { value: '2581' },
    'humidifier.set_mode': { mode: 'eco' },
    'humidifier.set_humidity': { humidity: 44 },
    'water_heater.set_temperature': { temperature: 44 },
    'water_heater.set_operation_mode': { operation_mode: 'eco' },
    'water_heater.set_away_mode': { away_mode: true },
    'valve.set_valve_position': { position: 40 },
    'date.set_value': { date: '2026-03-08' },
    'time.set_value': { time: '08:00:00' },
    'datetime.set_value': { datetime: '2026-03-08 08:00:00' },
    'notify.send_message': { message: 'made by the oracle' },
    'notify.persistent_notification': { message: 'made by the oracle' },
    'persistent_notification.create': { message: 'made by the oracle', notification_id: 'made' },
    'persistent_notification.dismiss': { notification_id: 'made' },
    'remote.send_command': { command: ['a'] },
    'remote.delete_command': { command: ['a'] },
    'weather.get_forecasts': { type: 'daily' },
    'input_datetime.set_datetime': { datetime: '2026-03-08 08:00:00' },
    'input_number.set_value': { value: 1000 },
    'input_select.select_option': { option: 'Home' },
    'input_select.set_options': { options: ['Home', 'Away'] },
    'input_text.set_value': { value: 'made by the oracle' },
    'counter.set_value': { value: 7 },
    'scene.apply': { entities: { [home.need('far light')]: 'on' } },
    'scene.create': { scene_id: 'made_by_the_oracle', entities: { [home.need('far light')]: 'on' } },
    'group.set': { object_id: 'made_by_the_oracle', entities: [home.need('far light')] },
    'group.remove': { object_id: 'made_by_the_oracle' },
    'todo.add_item': item,
    'todo.update_item': { ...item, rename: 'made by the oracle' },
    'todo.remove_item': item,
    'calendar.create_event': { summary: 'Made', start_date: '2026-03-08', end_date: '2026-03-09' },
    'calendar.get_events': { start_date_time: '2026-03-01 00:00:00', end_date_time: '2026-04-01 00:00:00' },
    'homeassistant.set_location': { latitude: 1, longitude: 1 },
    'mqtt.publish': { topic: 'oracle/none', payload: 'x' },
    'mqtt.dump': { topic: 'oracle/#', duration: 1 },
  };
}
