// The pages of the official frontend that need no radio, cloud, add-on or backup.

const CONFIG = [
  ...['ai', 'analytics', 'application_credentials', 'areas/dashboard', 'automation/dashboard'],
  ...['voice-assistants/assistants', 'voice-assistants/expose', 'connectivity', 'entity-id-format'],
  ...['backup/overview', 'backup/backups', 'backup/settings', 'hardware/overview', 'hardware/all'],
  ...['automation/edit/new', 'blueprint/dashboard', 'dashboard', 'devices/dashboard', 'energy', 'entities'],
  ...['general', 'hardware', 'helpers', 'info', 'integrations/dashboard', 'labels', 'labs', 'logs'],
  ...['lovelace/dashboards', 'lovelace/resources', 'network', 'person', 'repairs', 'scene/dashboard'],
  ...[
    'scene/edit/new',
    'script/dashboard',
    'script/edit/new',
    'storage',
    'system',
    'tags',
    'updates',
    'users',
  ],
  'zone',
];
const TOOLS = [
  'action',
  'action-history',
  'assist',
  'debug',
  'event',
  'state',
  'statistics',
  'template',
  'yaml',
];
const PANELS = [
  ...['', 'home/overview', 'light', 'security', 'climate', 'maintenance', 'energy', 'history', 'logbook'],
  ...[
    'calendar',
    'todo',
    'media-browser/browser',
    'lovelace',
    'profile',
    ...['profile/browser', 'profile/localization', 'profile/preferences', 'profile/security'],
  ],
];

/** Entities of the demo home, one of each domain: their dialogs are pages, too. */
const DOMAINS = [
  ...[
    'alarm_control_panel',
    'automation',
    'binary_sensor',
    'button',
    'calendar',
    'camera',
    'climate',
    'cover',
  ],
  ...[
    'date',
    'datetime',
    'device_tracker',
    'event',
    'fan',
    'humidifier',
    'image',
    'input_boolean',
    'lawn_mower',
  ],
  ...[
    'light',
    'lock',
    'media_player',
    'notify',
    'number',
    'person',
    'remote',
    'scene',
    'select',
    'sensor',
    'siren',
  ],
  ...[
    'sun',
    'switch',
    'text',
    'time',
    'todo',
    'update',
    'vacuum',
    'valve',
    'water_heater',
    'weather',
    'zone',
  ],
];

/** The addresses to visit in a home with these states and registries. */
export function pagesOf({ states, devices, areas }) {
  const dialogs = DOMAINS.flatMap((domain) => {
    const found = states.find(({ entity_id: id }) => id.startsWith(`${domain}.`));
    return found === undefined ? [] : [`/home/overview?more-info-entity-id=${found.entity_id}`];
  });
  return [
    ...PANELS.map((path) => `/${path}`),
    ...CONFIG.map((path) => `/config/${path}`),
    ...TOOLS.map((path) => `/config/tools/${path}`),
    ...areas.slice(0, 3).map(({ area_id: id }) => `/config/areas/area/${id}`),
    ...devices.slice(0, 5).map(({ id }) => `/config/devices/device/${id}`),
    '/config/integrations/integration/demo',
    ...dialogs,
  ];
}

/** Commands that Home Assistant refuses in such a home as well, and the code of the refusal. */
export const REFUSED_THERE_TOO = {
  'energy/get_prefs': 'not_found',
  'lovelace/config': 'config_not_found',
  'config/entity_registry/get': 'not_found',
};
