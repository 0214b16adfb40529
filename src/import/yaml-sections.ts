import { RAW_SECTIONS } from '../config/settings.ts';
import { isObject } from '../core/coerce.ts';
import { reasonOf } from '../core/errors.ts';
import { englishText, message } from '../core/messages.ts';
import { integrationSections } from '../integrations/index.ts';
import type { Configuration, Section } from './configuration.ts';
import type { ImportContext } from './import-plan.ts';

/** Sections that run programs. */
const PROGRAMS: ReadonlySet<string> = new Set(['shell_command', 'command_line', 'pyscript']);
/** Sections that only turn something on which is always on here, or which concern the other server. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...[
    'api',
    'auth',
    'backup',
    'config',
    'default_config',
    'energy',
    'frontend',
    'history',
    'homeassistant_alerts',
  ],
  ...[
    'image_upload',
    'logbook',
    'logger',
    'mobile_app',
    'my',
    'search',
    'sun',
    'system_health',
    'system_log',
    'tag',
  ],
  ...[
    'todo',
    'trace',
    'webhook',
    'websocket_api',
    'person',
    'zone',
    'ssdp',
    'zeroconf',
    'usb',
    'stream',
    'tts',
    'map',
  ],
  ...[
    'cloud',
    'discovery',
    'introduction',
    'updater',
    'dhcp',
    'bluetooth',
    'assist_pipeline',
    'conversation',
    'file',
  ],
  ...[
    'media_source',
    'analytics',
    'hardware',
    'repairs',
    'diagnostics',
    'application_credentials',
    'automation',
    'go2rtc',
  ],
]);
/** Platforms of list sections that this server has. */
const PLATFORMS: ReadonlySet<string> = new Set([
  ...[
    'derivative',
    'filter',
    'group',
    'history_stats',
    'integration',
    'min_max',
    'rest',
    'statistics',
    'threshold',
    'trend',
  ],
]);
const PLATFORM_SECTIONS: ReadonlySet<string> = new Set([
  ...[
    'binary_sensor',
    'button',
    'calendar',
    'cover',
    'event',
    'fan',
    'light',
    'lock',
    'media_player',
    'notify',
  ],
  ...['sensor', 'switch', 'valve'],
]);
/** Sections that only count outside of packages; what they name is read by its folder, or by other parts of the import. */
const OUTSIDE_PACKAGES: ReadonlySet<string> = new Set(['frontend', 'lovelace', ...integrationSections]);
/** The sections of packages. */
export const PACKAGE_SECTIONS: ReadonlySet<string> = new Set([
  ...['automation', 'script', 'scene'],
  ...[...RAW_SECTIONS].filter((name) => !OUTSIDE_PACKAGES.has(name)),
]);

/** Names a section, and the items in it that this server does not have. */
export async function reportSection(
  { report }: ImportContext,
  configuration: Configuration,
  section: Section,
): Promise<void> {
  const { key, name, place, isEmpty } = section;
  const label = `${key} (${place})`;
  if (PROGRAMS.has(name))
    report.needsApproval(
      'section',
      label,
      message(name === 'pyscript' ? 'reason_never_run' : 'reason_programs_allowed'),
    );
  else if (isEmpty)
    report.skipped(
      'section',
      label,
      BUILT_IN.has(name) ? message('reason_always_on') : message('reason_empty'),
    );
  else if (PACKAGE_SECTIONS.has(name)) {
    report.imported('section', label);
    if (!PLATFORM_SECTIONS.has(name)) return;
    for (const platform of await missingPlatforms(configuration, section).catch((error: unknown) => [
      textOf(error),
    ]))
      report.waiting('platform', `${name}: ${platform} (${place})`, message('reason_no_platform'));
  } else if (BUILT_IN.has(name)) report.skipped('section', label, message('reason_only_other_server'));
  else report.waiting('section', label, message('reason_no_integration'));
}

async function missingPlatforms(configuration: Configuration, section: Section): Promise<string[]> {
  const value = await configuration.value(section);
  const items = Array.isArray(value) ? value : [value];
  const platforms = items.flatMap((item) => (isObject(item) ? [String(item.platform)] : []));
  return [...new Set(platforms)].filter((platform) => !PLATFORMS.has(platform));
}

function textOf(error: unknown): string {
  const reason = reasonOf(error);
  return typeof reason === 'string' ? reason : englishText(reason);
}
