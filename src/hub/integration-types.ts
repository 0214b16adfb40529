import { domains } from '../domains/index.ts';

/** Parts of the server, and domains that clients do not show as integrations. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...['api', 'auth', 'config', 'device_automation', 'energy', 'frontend', 'hardware', 'history'],
  ...['homeassistant', 'logbook', 'logger', 'lovelace', 'network', 'recorder', 'search', 'system_health'],
  ...[
    'system_log',
    'blueprint',
    'trace',
    'usage_prediction',
    'diagnostics',
    'image_upload',
    'media_source',
    'repairs',
    'stream',
    'webhook',
    'websocket_api',
    'automation',
    'script',
    'person',
    'zone',
    'conversation',
    'assist_pipeline',
  ],
]);
/** Domains whose entities users create. */
const HELPERS: ReadonlySet<string> = new Set([
  ...['counter', 'derivative', 'filter', 'generic_hygrostat', 'generic_thermostat', 'group', 'history_stats'],
  ...['input_boolean', 'input_button', 'input_datetime', 'input_number', 'input_select', 'input_text'],
  ...['integration', 'min_max', 'mold_indicator', 'random', 'schedule', 'statistics', 'switch_as_x'],
  ...['template', 'threshold', 'timer', 'tod', 'trend', 'utility_meter'],
]);
const SERVICES: ReadonlySet<string> = new Set(['backup', 'mqtt', 'sun']);
const ENTITIES: ReadonlySet<string> = new Set(domains.map(({ name }) => name));

/** How clients group an integration: the pages of integrations and of helpers, and the automation editor. */
export function integrationType(domain: string): 'entity' | 'helper' | 'hub' | 'service' | 'system' {
  if (SYSTEM.has(domain)) return 'system';
  if (HELPERS.has(domain)) return 'helper';
  if (SERVICES.has(domain)) return 'service';
  return ENTITIES.has(domain) ? 'entity' : 'hub';
}
