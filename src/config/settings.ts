import { BlockList, isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isLanguage } from '../core/known-names.ts';
import { schemaError } from '../core/schema-error.ts';
import {
  portSetting,
  type RawSection,
  type SettingsValues,
  switchSetting,
  textSetting,
} from '../core/settings-block.ts';
import { isTimeZone, machineTimeZone } from '../core/time-zone.ts';
import { integrationSections, integrationSettings } from '../integrations/index.ts';
import { backupSettings } from './backup-settings.ts';
import { historySettings, logbookSettings, recorderSettings } from './history-settings.ts';
import { prometheusSettings } from './prometheus-settings.ts';
import { tlsSettings } from './tls-settings.ts';

const FOLDERS = 'expects_folders';
const ORIGINS = 'expects_origins';
const NETWORKS = 'expects_networks';

/**
 * The settings of `hearth.yaml`, each also available as a variable: `HEARTH_HTTP_PORT` for `http.port`. The
 * error message of each schema says what is valid.
 */
export const SETTINGS = {
  home: {
    name: z
      .string(schemaError('expects_name'))
      .min(1, schemaError('expects_name'))
      .max(100, schemaError('expects_at_most_characters', { count: 100 }))
      .default('Home')
      .describe('The name of the home.'),
    latitude: degrees(90).describe('Latitude of the home in degrees.'),
    longitude: degrees(180).describe('Longitude of the home in degrees.'),
    elevation: z
      .number(schemaError('expects_meters'))
      .default(0)
      .describe('Elevation of the home in meters.'),
    time_zone: textSetting(isTimeZone, 'expects_time_zone').default(machineTimeZone).meta({
      description: 'The time zone of the home, an IANA name.',
      shownDefault: 'that of the machine',
    }),
    country: z
      .string(schemaError('expects_country'))
      .regex(/^[A-Z]{2}$/, schemaError('expects_country'))
      .nullable()
      .default(null)
      .describe('ISO 3166 code of the country.'),
    currency: z
      .string(schemaError('expects_currency'))
      .regex(/^[A-Z]{3}$/, schemaError('expects_currency'))
      .default('EUR')
      .describe('ISO 4217 code of the currency.'),
    language: textSetting(isLanguage, 'expects_language').default('en').describe('The language of the home.'),
    unit_system: z
      .enum(['metric', 'us_customary'], schemaError('expects_one_of', { words: 'metric, us_customary' }))
      .default('metric')
      .describe('The units values are shown in. See [units](../guides/units.md).'),
  },
  http: {
    host: z
      .string(schemaError('expects_address'))
      .min(1, schemaError('expects_address'))
      .default('0.0.0.0')
      .describe('The address to listen on. `127.0.0.1` accepts local connections only.'),
    port: portSetting(8123).describe('The TCP port; 0 takes a free one.'),
    announce: switchSetting(true).describe(
      'Whether apps find the server over mDNS; never while `host` is an address of this machine alone.',
    ),
    frontend: z
      .enum(['hearth', 'official'], schemaError('expects_one_of', { words: 'hearth, official' }))
      .default('hearth')
      .describe(
        "The app at `port`: Hearth's own or the official frontend, once it is installed by `bin/hearth frontend add`.",
      ),
    second_port: portSetting(8124).describe(
      'The TCP port of the other app, while the official frontend is installed; 0 takes a free one.',
    ),
    trusted_proxies: z
      .array(textSetting(isNetwork, NETWORKS), schemaError(NETWORKS))
      .default([])
      .describe('Reverse proxies whose `X-Forwarded-*` headers are trusted.'),
    allowed_origins: z
      .array(textSetting(isOrigin, ORIGINS), schemaError(ORIGINS))
      .default([])
      .describe('Origins of other web pages that may open the WebSocket.'),
    services_shape: z
      .enum(['object', 'list'], schemaError('expects_one_of', { words: 'object, list' }))
      .default('object')
      .describe('The form of `GET /api/services`: an object by domain, or a list of domains.'),
  },
  tls: tlsSettings,
  media: {
    folders: z
      .array(textSetting(isAbsolute, FOLDERS), schemaError(FOLDERS))
      .default([])
      .describe('Folders for snapshots and recordings of cameras, besides `media` in the data folder.'),
  },
  log: {
    level: z
      .enum(
        ['debug', 'info', 'warn', 'error'],
        schemaError('expects_one_of', { words: 'debug, info, warn, error' }),
      )
      .default('info')
      .describe('The least severe log lines to write.'),
  },
  backup: backupSettings,
  recorder: recorderSettings,
  history: historySettings,
  logbook: logbookSettings,
  prometheus: prometheusSettings,
  ...integrationSettings,
};

/** Defaults of the home with `--demo`. */
export const DEMO_DEFAULTS: Readonly<Record<string, string | number>> = {
  'home.name': 'Demo home',
  'home.latitude': 52.37,
  'home.longitude': 4.89,
  'home.elevation': 2,
  'home.time_zone': 'Europe/Amsterdam',
  'home.country': 'NL',
};

/** Sections passed on unparsed to the component of that name. */
export const RAW_SECTIONS: ReadonlySet<string> = new Set([
  'frontend',
  'lovelace',
  'input_boolean',
  'input_button',
  'input_datetime',
  'input_number',
  'input_select',
  'input_text',
  'conversation',
  'counter',
  'timer',
  'schedule',
  'zone',
  'person',
  'group',
  'light',
  'switch',
  'binary_sensor',
  'cover',
  'valve',
  'fan',
  'lock',
  'media_player',
  'sensor',
  'event',
  'button',
  'notify',
  'calendar',
  'template',
  'utility_meter',
  'rest',
  'rest_command',
  'command_line',
  'shell_command',
  ...integrationSections,
]);

/** Everything a start needs to know. */
export interface Settings extends SettingsValues<typeof SETTINGS> {
  /** Absolute. */
  readonly dataDir: string;
  /** By name, such as `template` or `mqtt.entities`; only those in the file. */
  readonly sections: ReadonlyMap<string, RawSection>;
}

function degrees(limit: number): z.ZodDefault<z.ZodNumber> {
  const expected = schemaError('expects_number_from_to', { min: -limit, max: limit });
  return z.number(expected).min(-limit, expected).max(limit, expected).default(0);
}

/** Browsers send `null` for pages without an origin, such as local files. */
function isOrigin(value: string): boolean {
  return value === 'null' || (URL.canParse(value) && new URL(value).origin === value.toLowerCase());
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
    return /^\d+$/.test(bits);
  } catch {
    return false;
  }
}
