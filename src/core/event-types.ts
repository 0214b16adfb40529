/** The documentation of an event type. */
export interface EventType {
  readonly summary: string;
  /** The fields of `data`, each with its meaning; a field marked `?` may be missing. */
  readonly data: Readonly<Record<string, string>>;
  /**
   * What callers limited to some entities receive. Without it, only administrators may subscribe to the type.
   */
  readonly limited?: string;
}

const ACTION = '`create`, `update` or `remove`';
const REORDERED = `${ACTION}; \`reorder\` with a null ID`;
const TIMER = { entity_id: 'the timer' };
const SERVICE = { domain: 'the domain of the service', service: 'its name' };
const ANYTHING = 'everything';
const ACTION_ONLY = 'the `action` only, so that they reload their list';
const SCRIPTS = 'all but services of scripts they may not read';

/** All events that the server itself fires, by type. The reference is generated from it. */
export const EVENT_TYPES = {
  area_registry_updated: {
    summary: 'An area was changed',
    data: { action: REORDERED, area_id: 'the area' },
    limited: ACTION_ONLY,
  },
  automation_reloaded: { summary: 'The automations were read from their files', data: {} },
  automation_triggered: {
    summary: 'An automation started a run',
    data: {
      name: 'the name of the automation',
      entity_id: 'its entity',
      'source?': 'a description of the trigger',
      'item_id?': 'the `id` of the automation in its file',
      'run_id?': 'the ID of the run, as in traces',
    },
  },
  call_service: {
    summary: 'A service was called',
    data: { ...SERVICE, service_data: 'the data of the call, with its target' },
  },
  category_registry_updated: {
    summary: 'A category was changed',
    data: { action: ACTION, scope: 'the scope', category_id: 'the category' },
    limited: ACTION_ONLY,
  },
  core_config_updated: {
    summary: 'Settings of the home were changed',
    data: { '<setting>': 'the new value of each changed setting' },
    limited: ANYTHING,
  },
  device_registry_updated: {
    summary: 'A device was changed',
    data: {
      action: ACTION,
      device_id: 'the device',
      'changes?': 'for `update`: the previous values of the changed fields',
    },
    limited: ACTION_ONLY,
  },
  entity_registry_updated: {
    summary: 'A registered entity was changed',
    data: {
      action: ACTION,
      entity_id: 'the entity',
      'old_entity_id?': 'the previous ID of a renamed entity',
      'changes?': 'for `update`: the previous values of the changed fields',
    },
    limited:
      'those of entities they may read; `create` for one that becomes readable, `remove` for one that no longer is',
  },
  floor_registry_updated: {
    summary: 'A floor was changed',
    data: { action: REORDERED, floor_id: 'the floor' },
    limited: ACTION_ONLY,
  },
  homeassistant_final_write: { summary: 'The last event of a stop', data: {} },
  homeassistant_start: { summary: 'The server begins to start', data: {} },
  homeassistant_started: { summary: 'The server has started', data: {} },
  homeassistant_stop: { summary: 'The server begins to stop', data: {} },
  label_registry_updated: {
    summary: 'A label was changed',
    data: { action: REORDERED, label_id: 'the label' },
    limited: ACTION_ONLY,
  },
  logbook_entry: {
    summary: 'An entry was written to the logbook',
    data: {
      name: 'what the entry is about',
      message: 'what happened',
      domain: 'the domain, for the icon',
      'entity_id?': 'the entity',
    },
  },
  logging_changed: { summary: 'The level of the log of a part was changed', data: {} },
  lovelace_updated: {
    summary: 'The cards of a dashboard were changed',
    data: { url_path: 'the dashboard; null for the default one' },
    limited: 'that one was changed, with null',
  },
  mobile_app_notification_action: {
    summary: 'A button of a notification was pressed; the user of its context pressed it',
    data: {
      action: 'the `action` of the button',
      'tag?': 'the tag of the notification',
      action_data: ANYTHING,
    },
  },
  panels_updated: {
    summary: 'The pages of the official frontend were changed',
    data: {},
    limited: ANYTHING,
  },
  recorder_5min_statistics_generated: {
    summary: 'Statistics of five minutes were compiled',
    data: {},
    limited: ANYTHING,
  },
  recorder_hourly_statistics_generated: {
    summary: 'Statistics of an hour were compiled',
    data: {},
    limited: ANYTHING,
  },
  repairs_issue_registry_updated: {
    summary: 'Something to repair was found or repaired, or a user chose to ignore it',
    data: { action: ACTION, domain: 'whom it concerns', issue_id: 'the issue' },
  },
  scene_reloaded: { summary: 'The scenes were read from their files', data: {} },
  script_started: {
    summary: 'A script was called, even if its run mode refuses the run',
    data: {
      name: 'the name of the script',
      entity_id: 'its entity',
      item_id: 'its key in its file',
      run_id: 'the ID of the run, as in traces',
    },
  },
  service_registered: { summary: 'A service became available', data: SERVICE, limited: SCRIPTS },
  service_removed: { summary: 'A service is no longer available', data: SERVICE, limited: SCRIPTS },
  state_changed: {
    summary: 'A state or its attributes changed',
    data: {
      entity_id: 'the entity',
      old_state: 'the state before; null for a new entity',
      new_state: 'the state now; null for a removed entity',
    },
    limited: 'those of entities they may read, without the IDs of others',
  },
  state_reported: {
    summary:
      'An entity reported the state it already had. For automations; WebSocket subscriptions do not receive it',
    data: {
      entity_id: 'the entity',
      last_reported: 'the time of this report',
      old_last_reported: 'the time of the report before',
      new_state: 'the state',
    },
  },
  themes_updated: {
    summary: 'Themes were read again, or another one became the default',
    data: {},
    limited: ANYTHING,
  },
  tag_scanned: {
    summary: 'A tag was scanned',
    data: { tag_id: 'the tag', name: 'its name, or null', device_id: 'the scanner, or null' },
  },
  tasmota_event: {
    summary: 'A button or switch of a Tasmota device was used',
    data: { mac: 'the MAC address', source: 'the input, such as `button_1`', event: 'such as `SINGLE`' },
  },
  'timer.cancelled': { summary: 'A timer was canceled', data: TIMER },
  'timer.changed': { summary: 'The remaining time of a timer was changed', data: TIMER },
  'timer.finished': {
    summary: 'A timer finished',
    data: { ...TIMER, finished_at: 'the time it was due' },
  },
  'timer.paused': { summary: 'A timer was paused', data: TIMER },
  'timer.restarted': { summary: 'A running or paused timer was started again', data: TIMER },
  'timer.started': { summary: 'A timer was started', data: TIMER },
} as const satisfies Record<string, EventType>;

/** The type of an event that the server fires. */
export type EventTypeName = keyof typeof EVENT_TYPES;

/** Whether the server itself fires events of this type. */
export function isEventType(name: unknown): name is EventTypeName {
  return typeof name === 'string' && Object.hasOwn(EVENT_TYPES, name);
}
