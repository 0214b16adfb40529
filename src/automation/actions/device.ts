import { HubError } from '../../core/errors.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import type { ActionKind } from './action.ts';
import { callService, entityIdsOf } from './call.ts';
import { renderIn } from './render.ts';

type Data = Readonly<Record<string, unknown>>;

/** The service that a device action calls, with data built from its other keys. */
interface DeviceService {
  readonly service: string;
  readonly keys?: readonly string[];
  readonly data?: (given: Data) => Data;
}

const ON_OFF: Readonly<Record<string, DeviceService>> = {
  turn_on: { service: 'turn_on' },
  turn_off: { service: 'turn_off' },
  toggle: { service: 'toggle' },
};

const to = (service: string, ...keys: string[]): DeviceService => ({ service, keys });

const SELECT: Readonly<Record<string, DeviceService>> = {
  select_option: to('select_option', 'option'),
  select_first: { service: 'select_first' },
  select_last: { service: 'select_last' },
  select_next: to('select_next', 'cycle'),
  select_previous: to('select_previous', 'cycle'),
};

const NUMBER: Readonly<Record<string, DeviceService>> = { set_value: to('set_value', 'value') };

/** By domain and type. */
const SERVICES: Readonly<Record<string, Readonly<Record<string, DeviceService>>>> = {
  light: {
    ...ON_OFF,
    turn_on: to('turn_on', 'brightness_pct'),
    brightness_increase: { service: 'turn_on', data: () => ({ brightness_step_pct: 10 }) },
    brightness_decrease: { service: 'turn_on', data: () => ({ brightness_step_pct: -10 }) },
    flash: { service: 'turn_on', keys: ['flash'], data: ({ flash }) => ({ flash: flash ?? 'short' }) },
  },
  switch: ON_OFF,
  fan: ON_OFF,
  remote: ON_OFF,
  siren: ON_OFF,
  input_boolean: ON_OFF,
  humidifier: { ...ON_OFF, set_humidity: to('set_humidity', 'humidity'), set_mode: to('set_mode', 'mode') },
  climate: {
    set_hvac_mode: to('set_hvac_mode', 'hvac_mode'),
    set_preset_mode: to('set_preset_mode', 'preset_mode'),
  },
  water_heater: { turn_on: ON_OFF.turn_on as DeviceService, turn_off: ON_OFF.turn_off as DeviceService },
  cover: {
    open: { service: 'open_cover' },
    close: { service: 'close_cover' },
    stop: { service: 'stop_cover' },
    open_tilt: { service: 'open_cover_tilt' },
    close_tilt: { service: 'close_cover_tilt' },
    set_position: to('set_cover_position', 'position'),
    set_tilt_position: {
      service: 'set_cover_tilt_position',
      keys: ['position'],
      data: ({ position }) => ({ tilt_position: position }),
    },
  },
  lock: { lock: { service: 'lock' }, unlock: { service: 'unlock' }, open: { service: 'open' } },
  alarm_control_panel: {
    arm_away: to('alarm_arm_away', 'code'),
    arm_home: to('alarm_arm_home', 'code'),
    arm_night: to('alarm_arm_night', 'code'),
    arm_vacation: to('alarm_arm_vacation', 'code'),
    disarm: to('alarm_disarm', 'code'),
    trigger: to('alarm_trigger', 'code'),
  },
  vacuum: { clean: { service: 'start' }, dock: { service: 'return_to_base' } },
  lawn_mower: {
    mow: { service: 'start_mowing' },
    dock: { service: 'dock' },
    pause: { service: 'pause' },
  },
  select: SELECT,
  input_select: SELECT,
  number: NUMBER,
  input_number: NUMBER,
  text: NUMBER,
  input_text: NUMBER,
  button: { press: { service: 'press' } },
  input_button: { press: { service: 'press' } },
};

/** `device_id`: an action of a device, by the name its domain has for it. */
export const deviceAction: ActionKind = {
  keys: ['device_id'],
  parse: (keys, help) => {
    const device = keys.text('device_id');
    const domain = keys.text('domain');
    const type = keys.text('type');
    const entity = keys.optionalText('entity_id');
    keys.raw('metadata');
    const ofDomain = Object.hasOwn(SERVICES, domain) ? SERVICES[domain] : undefined;
    const meant = ofDomain !== undefined && Object.hasOwn(ofDomain, type) ? ofDomain[type] : undefined;
    if (meant === undefined) throw new ConfigProblem(`Unknown device action ${domain}.${type}`, keys.path);
    if (entity === undefined)
      throw new ConfigProblem("Required key 'entity_id' is missing", keys.at('entity_id'));
    const given = Object.fromEntries(
      (meant.keys ?? []).filter((key) => keys.has(key)).map((key) => [key, keys.tree(key)]),
    );
    help.mentions.devices.add(device);
    help.mentions.used.add(device);
    if (entity.includes('.')) help.mentions.entities.add(entity);
    return function* (step) {
      const { house, rendering } = step.run.parts.setting;
      const id = entityIdsOf(house, entity);
      if (typeof id !== 'string' || !id.includes('.'))
        throw new HubError('home_assistant_error', `No entity of the device ${device} has the id ${entity}`);
      const rendered = rendering.tree(given, step.scope.all, renderIn(step)) as Data;
      const data = { ...(meant.data?.(rendered) ?? rendered), entity_id: id };
      step.traced.result({ params: { domain, service: meant.service, service_data: data, target: {} } });
      yield* callService(step, { domain, service: meant.service, data });
    };
  },
};
