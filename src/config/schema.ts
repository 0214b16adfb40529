import { BlockList, isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isLanguage } from '../core/known-names.ts';
import { portSetting, type RawSection, type SettingsValues, textSetting } from '../core/settings-block.ts';
import { isTimeZone, machineTimeZone } from '../core/time-zone.ts';
import { integrationSections, integrationSettings } from '../integrations/index.ts';
import { historySettings, recorderSettings } from './history-settings.ts';

const FOLDERS = 'a list of absolute paths of folders';
const ORIGINS = 'a list of origins of pages such as https://dashboard.example';
const NETWORKS = 'a list of addresses or networks such as 10.0.0.0/8';

/**
 * The settings of `hearth.yaml`, each also available as a variable: `HEARTH_HTTP_PORT` for `http.port`. The
 * error message of each schema says what is valid.
 */
export const SETTINGS = {
  home: {
    name: z
      .string('a name')
      .min(1, 'a name')
      .max(100, 'at most 100 characters')
      .default('Home')
      .describe('The name of the home.'),
    latitude: degrees(90).describe('Latitude of the home in degrees.'),
    longitude: degrees(180).describe('Longitude of the home in degrees.'),
    elevation: z.number('a number of meters').default(0).describe('Elevation of the home in meters.'),
    time_zone: textSetting(isTimeZone, 'a time zone such as Europe/Amsterdam').default(machineTimeZone).meta({
      description: 'The time zone of the home, an IANA name.',
      shownDefault: 'that of the machine',
    }),
    country: z
      .string('two capital letters')
      .regex(/^[A-Z]{2}$/, 'two capital letters')
      .nullable()
      .default(null)
      .describe('ISO 3166 code of the country.'),
    currency: z
      .string('three capital letters')
      .regex(/^[A-Z]{3}$/, 'three capital letters')
      .default('EUR')
      .describe('ISO 4217 code of the currency.'),
    language: textSetting(isLanguage, 'a language such as en or pt-BR')
      .default('en')
      .describe('The language of the home.'),
    unit_system: z
      .enum(['metric', 'us_customary'], 'metric or us_customary')
      .default('metric')
      .describe('The units values are shown in. See [units](../guides/units.md).'),
  },
  http: {
    host: z
      .string('an address')
      .min(1, 'an address')
      .default('0.0.0.0')
      .describe('The address to listen on. `127.0.0.1` accepts local connections only.'),
    port: portSetting(8123).describe('The TCP port; 0 takes a free one.'),
    trusted_proxies: z
      .array(textSetting(isNetwork, NETWORKS), NETWORKS)
      .default([])
      .describe('Reverse proxies whose `X-Forwarded-*` headers are trusted.'),
    allowed_origins: z
      .array(textSetting(isOrigin, ORIGINS), ORIGINS)
      .default([])
      .describe('Origins of other web pages that may open the WebSocket.'),
    services_shape: z
      .enum(['object', 'list'], 'object or list')
      .default('object')
      .describe('The form of `GET /api/services`: an object by domain, or a list of domains.'),
  },
  media: {
    folders: z
      .array(textSetting(isAbsolute, FOLDERS), FOLDERS)
      .default([])
      .describe('Folders for snapshots and recordings of cameras, besides `media` in the data folder.'),
  },
  log: {
    level: z
      .enum(['debug', 'info', 'warn', 'error'], 'debug, info, warn or error')
      .default('info')
      .describe('The least severe log lines to write.'),
  },
  recorder: recorderSettings,
  history: historySettings,
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
  'input_boolean',
  'input_button',
  'input_datetime',
  'input_number',
  'input_select',
  'input_text',
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
  const expected = `a number from -${limit} to ${limit}`;
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
