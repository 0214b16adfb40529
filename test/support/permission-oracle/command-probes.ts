import type { Aim } from './aim.ts';
import { HELPER_KINDS, helperProbes } from './helper-probes.ts';

/** The fields of a command besides its type for one aim, for any number of requests. */
export type Fields = Readonly<Record<string, unknown>>;

export interface CommandProbe {
  readonly fields: (aim: Aim) => readonly Fields[];
  /**
   * `reads` is tried by every caller. `changes` is only tried on what the caller may not change. `own`
   * changes the caller's own data and gets its own session. `skips` gives the reason why administrators may
   * not run it here.
   */
  readonly effect: 'reads' | 'changes' | 'own';
}

const reads = (fields: CommandProbe['fields'] = () => [{}]): CommandProbe => ({ fields, effect: 'reads' });
const changes = (fields: CommandProbe['fields']): CommandProbe => ({ fields, effect: 'changes' });
const own = (fields: CommandProbe['fields']): CommandProbe => ({ fields, effect: 'own' });

const PLACES = ['device', 'area', 'floor', 'label'] as const;
const ITEM_DOMAINS = ['automation', 'script', 'scene'] as const;

/** Targets of each form that include what the aim names. */
export function targetsOf(aim: Aim): readonly Fields[] {
  const entity_id = aim.entity('light', 'target');
  return [
    { entity_id },
    ...PLACES.map((kind) => ({ [`${kind}_id`]: aim.place(kind) })),
    { entity_id: [entity_id, aim.entity('group')], area_id: aim.place('area') },
  ];
}

const entity = (...domains: string[]) =>
  reads((aim) => domains.map((domain) => ({ entity_id: aim.entity(domain) })));
const target = reads((aim) =>
  targetsOf(aim).flatMap((one) => [{ target: one }, { target: one, expand_group: true }]),
);
const placeChanges = (kind: 'area' | 'floor' | 'label') => ({
  [`config/${kind}_registry/list`]: reads(),
  [`config/${kind}_registry/create`]: changes(() => [{ name: 'Made by the oracle' }]),
  [`config/${kind}_registry/update`]: changes((aim) => [
    { [`${kind}_id`]: aim.place(kind), name: 'Changed' },
  ]),
  [`config/${kind}_registry/delete`]: changes((aim) => [{ [`${kind}_id`]: aim.place(kind) }]),
});
const automationOf = (of: 'trigger' | 'condition' | 'action') => ({
  [`device_automation/${of}/list`]: reads((aim) => [{ device_id: aim.place('device') }]),
  [`device_automation/${of}/capabilities`]: reads((aim) => [
    {
      [of]: {
        ...{ platform: 'device', condition: 'device', domain: 'light', type: 'turned_on' },
        ...{ device_id: aim.place('device'), entity_id: aim.entity('light') },
      },
    },
  ]),
});
const calendarEvent = { summary: 'Made by the oracle', dtstart: '2026-03-05', dtend: '2026-03-06' };
const calendar = (fields: object) =>
  changes((aim) => {
    const entity_id = aim.entity('calendar');
    return [{ entity_id, uid: aim.uid(entity_id), ...fields }];
  });
const traced = (fields: object = {}) =>
  changes((aim) => [{ domain: 'automation', item_id: aim.item('automation'), ...fields }]);
const ofUser = (fields: object) => changes((aim) => [{ user_id: aim.user, ...fields }]);

/** How each WebSocket command is tried. A command without an entry fails the walk by name. */
export const COMMAND_PROBES: Readonly<Record<string, CommandProbe>> = {
  ping: reads(),
  supported_features: reads(() => [{ features: {} }]),
  get_config: reads(),
  get_panels: reads(),
  get_states: reads(),
  subscribe_entities: reads((aim) => [
    {},
    { entity_ids: [aim.entity('light'), aim.entity('group')] },
    { include: { domains: ['light', 'lock', 'person'], entities: [aim.entity()] } },
    { exclude: { domains: ['light'] } },
  ]),
  subscribe_events: reads(() =>
    ['state_changed', '*', 'entity_registry_updated', 'call_service'].map((event_type) => ({ event_type })),
  ),
  unsubscribe_events: reads(() => [{ subscription: 1 }]),
  fire_event: changes(() => [{ event_type: 'oracle' }]),
  call_service: reads((aim) => [
    {
      ...{ domain: 'todo', service: 'get_items', return_response: true },
      target: { entity_id: aim.entity('todo') },
    },
    {
      ...{ domain: 'weather', service: 'get_forecasts', service_data: { type: 'daily' } },
      ...{ return_response: true, target: { entity_id: aim.entity('weather') } },
    },
  ]),
  get_services: reads(() => [{}, { language: 'de' }]),
  render_template: reads((aim) => [
    { template: `{{ states('${aim.entity()}') }}`, report_errors: true, strict: true },
    { template: '{{ e }}', variables: { e: aim.entity() }, timeout: 1 },
  ]),
  ...{ get_services_for_target: target, explain_target: target, extract_from_target: target },
  ...{ get_triggers_for_target: target, get_conditions_for_target: target },
  slugify: reads((aim) => [{ text: aim.entity() }]),
  'auth/current_user': reads(),
  'auth/refresh_tokens': reads(),
  'auth/long_lived_access_token': own(() => [{ client_name: 'Made by the oracle', lifespan: 1 }]),
  'auth/delete_refresh_token': own((aim) => [{ refresh_token_id: aim.token }]),
  'auth/delete_all_refresh_tokens': own(() => [{ token_type: 'long_lived_access_token' }]),
  'auth/refresh_token_set_expiry': own((aim) => [{ refresh_token_id: aim.token, enable_expiry: true }]),
  'auth/sign_path': reads((aim) => [{ path: `/api/states/${aim.entity()}` }]),
  'auth/setup_mfa': own(() => [{ mfa_module_id: 'totp' }]),
  'auth/depose_mfa': own(() => [{ mfa_module_id: 'totp' }]),
  'config/auth/list': reads(),
  'config/auth/create': changes(() => [{ name: 'Made by the oracle', group_ids: ['system-admin'] }]),
  'config/auth/update': ofUser({ name: 'Changed', group_ids: ['system-admin'] }),
  'config/auth/delete': ofUser({}),
  'config/auth_provider/homeassistant/create': ofUser({ username: 'oracle', password: 'long enough words' }),
  'config/auth_provider/homeassistant/delete': changes(() => [{ username: 'oracle' }]),
  'config/auth_provider/homeassistant/change_password': own(() => [
    { current_password: 'a', new_password: 'long enough words' },
  ]),
  'config/auth_provider/homeassistant/admin_change_password': ofUser({ password: 'long enough words' }),
  'config/auth_provider/homeassistant/admin_change_username': ofUser({ username: 'oracle' }),
  'hearth/profile/get': reads(),
  'hearth/profile/update': own(() => [{ name: 'Changed' }]),
  'hearth/token/list': reads((aim) => [{}, { user_id: aim.user }]),
  'hearth/token/create': own(() => [
    { name: 'Made by the oracle', policy: { rules: [{ effect: 'allow', actions: ['configure'] }] } },
  ]),
  'hearth/token/update': own((aim) => [{ token_id: aim.token, policy: null, name: 'Changed' }]),
  'hearth/token/revoke': own((aim) => [{ token_id: aim.token }]),
  'hearth/audit/list': reads(() => [{}, { limit: 3 }]),
  'hearth/second_factor': reads(),
  'hearth/rights': reads(),
  'frontend/get_user_data': reads(() => [{}, { key: 'oracle' }]),
  'frontend/set_user_data': own(() => [{ key: 'oracle', value: 'mine' }]),
  'frontend/subscribe_user_data': reads(() => [{}, { key: 'oracle' }]),
  'frontend/get_system_data': reads(() => [{}, { key: 'oracle' }]),
  'frontend/set_system_data': changes(() => [{ key: 'oracle', value: 'changed' }]),
  'frontend/subscribe_system_data': reads(() => [{}, { key: 'oracle' }]),
  'frontend/get_themes': reads(),
  'frontend/get_translations': reads(() => [
    { language: 'en', category: 'services' },
    { language: 'de', category: 'services', integration: 'script' },
    { language: 'en', category: 'entity' },
  ]),
  'frontend/get_icons': reads(() =>
    ['entity', 'entity_component', 'services', 'triggers', 'conditions'].map((category) => ({ category })),
  ),
  'config/entity_registry/list': reads(),
  'config/entity_registry/list_for_display': reads(),
  'config/entity_registry/get': entity('light', 'group', 'scene', 'camera', 'person', 'automation'),
  'config/entity_registry/get_entries': reads((aim) => [
    { entity_ids: ['light', 'scene', 'group', 'lock', 'sensor'].map((domain) => aim.entity(domain)) },
  ]),
  'config/entity_registry/get_automatic_entity_ids': reads((aim) => [
    { entity_ids: [aim.entity('light'), aim.entity('sensor')] },
  ]),
  'config/entity_registry/settings/get': reads(),
  'config/entity_registry/update': changes((aim) => [
    { entity_id: aim.entity('light'), name: 'Changed' },
    { entity_id: aim.entity('lock'), new_entity_id: 'lock.changed' },
  ]),
  'config/entity_registry/remove': changes((aim) => [{ entity_id: aim.entity('group') }]),
  'entity/source': reads(),
  'config/device_registry/list': reads(),
  'config/device_registry/update': changes((aim) => [
    { device_id: aim.place('device'), name_by_user: 'Changed' },
  ]),
  'config/device_registry/remove': changes((aim) => [{ device_id: aim.place('device') }]),
  'config/device_registry/list_linked_devices': reads((aim) => [{ device_id: aim.place('device') }]),
  'config/device_registry/list_composite_splits': reads(),
  'config/core/update': changes(() => [{ location_name: 'Changed' }]),
  ...placeChanges('area'),
  ...placeChanges('floor'),
  ...placeChanges('label'),
  'config/area_registry/reorder': changes((aim) => [{ area_ids: [aim.place('area')] }]),
  'config/floor_registry/reorder': changes((aim) => [{ floor_ids: [aim.place('floor')] }]),
  'config/category_registry/list': reads(() => [{ scope: 'automation' }]),
  'config/category_registry/create': changes(() => [{ scope: 'automation', name: 'Changed' }]),
  'config/category_registry/update': changes(() => [{ scope: 'automation', category_id: 'x', name: 'Y' }]),
  'config/category_registry/delete': changes(() => [{ scope: 'automation', category_id: 'x' }]),
  'config_entries/get': reads(() => [{}, { domain: 'mqtt' }]),
  'config_entries/subscribe': reads(),
  'manifest/list': reads(() => [{}, { integrations: ['mqtt', 'demo'] }]),
  'manifest/get': reads(() => [{ integration: 'mqtt' }]),
  'integration/setup_info': reads(),
  'integration/wait': reads(() => [{ domain: 'mqtt' }]),
  'integration/descriptions': reads(),
  subscribe_bootstrap_integrations: reads(),
  subscribe_system_state: reads(),
  dismiss_system_state: changes(() => [{}]),
  'search/related': reads((aim) => [
    ...PLACES.map((kind) => ({ item_type: kind, item_id: aim.place(kind) })),
    ...['automation', 'script', 'scene', 'group', 'person'].map((domain) => ({
      item_type: domain,
      item_id: aim.entity(domain),
    })),
    ...['light', 'input_boolean', 'lock'].map((domain) => ({
      item_type: 'entity',
      item_id: aim.entity(domain),
    })),
    { item_type: 'integration', item_id: 'demo' },
  ]),
  'vacuum/get_segments': entity('vacuum'),
  'weather/subscribe_forecast': reads((aim) => [
    { entity_id: aim.entity('weather'), forecast_type: 'daily' },
  ]),
  'sensor/device_class_convertible_units': reads(() => [{ device_class: 'temperature' }]),
  'number/device_class_convertible_units': reads(() => [{ device_class: 'temperature' }]),
  'sensor/numeric_device_classes': reads(),
  'weather/convertible_units': reads(),
  ...Object.fromEntries(HELPER_KINDS.flatMap((kind) => Object.entries(helperProbes(kind)))),
  'persistent_notification/get': reads(),
  'persistent_notification/subscribe': reads(),
  'todo/item/list': entity('todo'),
  'todo/item/subscribe': entity('todo'),
  'todo/item/move': changes((aim) => [
    { entity_id: aim.entity('todo'), uid: aim.uid(aim.entity('todo')), previous_uid: null },
  ]),
  'calendar/event/create': calendar({ event: calendarEvent, uid: undefined }),
  'calendar/event/update': calendar({ event: calendarEvent }),
  'calendar/event/delete': calendar({}),
  'calendar/event/subscribe': reads((aim) => [
    {
      entity_id: aim.entity('calendar'),
      ...{ start: '2026-03-01T00:00:00+00:00', end: '2026-04-01T00:00:00+00:00' },
    },
  ]),
  'config/history/list': reads((aim) =>
    ITEM_DOMAINS.map((domain) => ({ domain, item_id: aim.item(domain) })),
  ),
  'config/history/diff': reads((aim) => [{ domain: 'scene', item_id: aim.item('scene'), version: 1 }]),
  'config/history/restore': changes((aim) => [{ domain: 'scene', item_id: aim.item('scene'), version: 1 }]),
  'trace/list': traced(),
  'trace/get': traced({ run_id: 'x' }),
  'trace/contexts': traced(),
  'trace/debug/breakpoint/set': traced({ node: 'action/0' }),
  'trace/debug/breakpoint/clear': traced({ node: 'action/0' }),
  'trace/debug/breakpoint/list': changes(() => [{}]),
  'trace/debug/breakpoint/subscribe': changes(() => [{}]),
  'trace/debug/continue': traced({ run_id: 'x' }),
  'trace/debug/step': traced({ run_id: 'x' }),
  'trace/debug/stop': traced({ run_id: 'x' }),
  'conversation/process': reads((aim) => [
    { text: `Turn on ${aim.nameOf('device')}` },
    { text: `What is the state of ${aim.entity('light')}` },
  ]),
  subscribe_trigger: changes((aim) => [{ trigger: { trigger: 'state', entity_id: aim.entity() } }]),
  subscribe_condition: reads((aim) => [
    { condition: { condition: 'state', entity_id: aim.entity(), state: 'on' } },
  ]),
  test_condition: reads((aim) => [
    { condition: { condition: 'state', entity_id: aim.entity(), state: 'on' } },
  ]),
  validate_config: reads((aim) => [
    {
      triggers: { trigger: 'state', entity_id: aim.entity() },
      conditions: { condition: 'state', entity_id: aim.entity(), state: 'on' },
      actions: { action: 'light.turn_on', target: { entity_id: aim.entity() } },
    },
  ]),
  'trigger_platforms/subscribe': reads(),
  'condition_platforms/subscribe': reads(),
  ...automationOf('trigger'),
  ...automationOf('condition'),
  ...automationOf('action'),
  'blueprint/list': reads(() => [{ domain: 'automation' }]),
  'blueprint/import': changes(() => [{ url: 'http://127.0.0.1:1/none.yaml' }]),
  'blueprint/save': changes(() => [{ domain: 'automation', path: 'oracle.yaml', yaml: 'blueprint:' }]),
  'blueprint/delete': changes(() => [{ domain: 'automation', path: 'homeassistant/motion_light.yaml' }]),
  'blueprint/substitute': reads(() => [
    { domain: 'automation', path: 'homeassistant/motion_light.yaml', input: {} },
  ]),
  'automation/config': entity('automation'),
  'script/config': entity('script'),
  execute_script: changes((aim) => [
    { sequence: [{ action: 'homeassistant.toggle', target: { entity_id: aim.entity() } }] },
  ]),
  'hearth/cause': entity('light', 'input_boolean', 'lock', 'group', 'automation', 'script'),
  'mqtt/subscribe': reads(() => [{ topic: '#' }]),
  'mqtt/device/debug_info': reads((aim) => [{ device_id: aim.place('device') }]),
  'hearth/system': reads(),
  'hearth/demo/get': reads(),
  'hearth/demo/set': changes(() => [{ enabled: false }]),
  'hearth/mqtt/status': reads(),
  'hearth/mqtt/settings/get': reads(),
  'hearth/mqtt/settings/set': changes(() => [{ discovery_prefix: 'changed' }]),
  'hearth/mqtt/settings/test': changes(() => [{ url: 'mqtt://127.0.0.1:1' }]),
  'hearth/mqtt/broker': reads(),
  'hearth/mqtt/users/list': reads(),
  'hearth/mqtt/users/create': changes(() => [{ username: 'oracle', password: 'long enough words' }]),
  'hearth/mqtt/users/update': changes(() => [{ username: 'oracle', publish: ['#'] }]),
  'hearth/mqtt/users/delete': changes(() => [{ username: 'oracle' }]),
};
