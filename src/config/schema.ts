import { BlockList, isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { isLanguage, isTimeZone } from '../core/known-names.ts';
import { MOST_TOPIC_LEVELS } from '../core/mqtt-topic.ts';

const FOLDERS = 'a list of absolute paths of folders';
const PEM = 'the absolute path of a PEM file';
const ORIGINS = 'a list of origins of pages such as https://dashboard.example';
const NETWORKS = 'a list of addresses or networks such as 10.0.0.0/8';

/**
 * The settings of `hearth.yaml`, each also available as a variable: `HEARTH_HTTP_PORT` for `http.port`. The
 * error message of each schema says what is valid.
 */
export const SETTINGS = {
  demo: z.boolean('true or false').default(false),
  home: {
    name: z.string('a name').min(1, 'a name').max(100, 'at most 100 characters').default('Home'),
    latitude: degrees(90),
    longitude: degrees(180),
    elevation: z.number('a number of metres').default(0),
    time_zone: text(isTimeZone, 'a time zone such as Europe/Amsterdam').default(ownTimeZone),
    country: z
      .string('two capital letters')
      .regex(/^[A-Z]{2}$/, 'two capital letters')
      .nullable()
      .default(null),
    currency: z
      .string('three capital letters')
      .regex(/^[A-Z]{3}$/, 'three capital letters')
      .default('EUR'),
    language: text(isLanguage, 'a language such as en or pt-BR').default('en'),
    unit_system: z.enum(['metric', 'us_customary'], 'metric or us_customary').default('metric'),
  },
  http: {
    host: z.string('an address').min(1, 'an address').default('0.0.0.0'),
    port: port(8123),
    trusted_proxies: z.array(text(isNetwork, NETWORKS), NETWORKS).default([]),
    allowed_origins: z.array(text(isOrigin, ORIGINS), ORIGINS).default([]),
    services_shape: z.enum(['object', 'list'], 'object or list').default('object'),
  },
  mqtt: {
    url: text(
      isMqttUrl,
      'an address such as mqtt://host:1883 or mqtts://host, a % in it written as %25',
    ).optional(),
    username: z.string('text').optional(),
    password: z.string('text').optional(),
    discovery_prefix: z
      .string('a topic')
      .regex(/^[^\s+#/][^\s+#]*$/, 'a topic without wildcards')
      .default('homeassistant'),
    tls: {
      ca: text(isAbsolute, PEM).optional(),
      cert: text(isAbsolute, PEM).optional(),
      key: text(isAbsolute, PEM).optional(),
      insecure: z.boolean('true or false').default(false),
    },
    broker: {
      enabled: z.boolean('true or false').default(false),
      host: z.string('an address').min(1, 'an address').default('127.0.0.1'),
      port: port(1883),
      anonymous: z.boolean('true or false').default(false),
      max_clients: count(1, 100_000).default(500),
      max_packet: count(1024, 64 * 1024 * 1024).default(4 * 1024 * 1024),
      max_topic_levels: count(MOST_TOPIC_LEVELS, 100).default(MOST_TOPIC_LEVELS),
      max_queue: count(64 * 1024, 1024 * 1024 * 1024).default(8 * 1024 * 1024),
    },
  },
  media: {
    folders: z.array(text(isAbsolute, FOLDERS), FOLDERS).default([]),
  },
  log: {
    level: z.enum(['debug', 'info', 'warn', 'error'], 'debug, info, warn or error').default('info'),
  },
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
  'camera',
  'mqtt.entities',
]);

/** A block of settings and nested blocks. */
export interface SettingsBlock {
  readonly [key: string]: z.ZodType | SettingsBlock;
}

/** The values of a block of schemas. */
export type Values<T> = {
  readonly [K in keyof T]: T[K] extends z.ZodType<infer Output> ? Output : Values<T[K]>;
};

/** A section of `hearth.yaml` in Home Assistant's format, validated by the component that uses it. */
export interface RawSection {
  readonly value: unknown;
  /** The location of a value, such as `hearth.yaml:12`. The path is relative to the section. */
  place(path?: readonly (string | number)[]): string;
}

/** All settings of a server. */
export interface Settings extends Values<typeof SETTINGS> {
  /** An absolute path. */
  readonly dataDir: string;
  /** By name, such as `template` or `mqtt.entities`; only those in the file. */
  readonly sections: ReadonlyMap<string, RawSection>;
}

function degrees(limit: number): z.ZodDefault<z.ZodNumber> {
  const expected = `a number from -${limit} to ${limit}`;
  return z.number(expected).min(-limit, expected).max(limit, expected).default(0);
}

function port(standard: number): z.ZodDefault<z.ZodInt> {
  const expected = 'a whole number from 0 to 65535';
  return z.int(expected).min(0, expected).max(65535, expected).default(standard);
}

function count(least: number, most: number): z.ZodInt {
  const expected = `a whole number from ${least} to ${most}`;
  return z.int(expected).min(least, expected).max(most, expected);
}

function text(check: (value: string) => boolean, expected: string): z.ZodString {
  return z.string(expected).refine(check, expected);
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
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

function isMqttUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^(mqtts?|tcp|ssl|tls|wss?):$/.test(protocol) && isEscaped(username) && isEscaped(password);
}

function isEscaped(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
