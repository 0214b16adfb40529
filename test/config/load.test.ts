import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings, type SettingSources, SettingsError } from '../../src/config/load.ts';
import type { Settings } from '../../src/config/settings.ts';
import { englishText } from '../../src/core/messages.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

type Given = Partial<SettingSources> & { readonly file?: string };

async function load({ file, flags = {}, variables = {} }: Given): Promise<Settings> {
  const dataDir = tempFolder();
  if (file !== undefined) writeFileSync(join(dataDir, 'hearth.yaml'), file);
  return (await loadSettings({ flags: { dataDir, ...flags }, variables })).settings;
}

async function problems(given: Given): Promise<readonly string[]> {
  const failure: unknown = await load(given).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof SettingsError)) throw new Error(`no settings error but ${failure}`);
  return failure.problems.map(englishText);
}

describe('settings', () => {
  it('point to where other sections of Home Assistant files belong', async () => {
    const file = 'homeassistant:\n  packages: {}\npackages: {}\nautomation: []\n';
    expect(await problems({ file })).toEqual([
      'hearth.yaml:1: homeassistant is not a setting. Its name, location, time zone and units belong under home. Each file in the packages folder is a package.',
      'hearth.yaml:3: packages is not a setting. Each file in the packages folder is a package.',
      'hearth.yaml:4: automation is not a setting. automations belong in automations.yaml, or in files in the packages folder.',
    ]);
    expect(
      await problems({ file: 'mqtt:\n  password: !env_var broker\ntemplate: !include t.yaml\n' }),
    ).toEqual([
      'hearth.yaml:2: !env_var is not supported in the settings. Use an environment variable such as HEARTH_MQTT_PASSWORD.',
      'hearth.yaml:3: !include is not supported in the settings. Write the content here, or put helpers, groups, automations, scripts and scenes into files in the packages folder.',
    ]);
  });

  it('take values from secrets.yaml, and show none of them', async () => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'secrets.yaml'), 'password: 0012\nport: 99999\nurl: mqtt://broker\n');
    const read = async (file: string) => {
      writeFileSync(join(dataDir, 'hearth.yaml'), file);
      return loadSettings({ flags: { dataDir }, variables: {} }).then(
        ({ settings }) => settings.mqtt,
        (error: SettingsError) => error.problems.map(englishText),
      );
    };
    expect(await read('mqtt: { url: !secret url, password: !secret password }')).toMatchObject({
      url: 'mqtt://broker',
      password: '0012',
    });
    expect(await read('http:\n  port: !secret port\nmqtt:\n  password: !secret missing')).toEqual([
      'hearth.yaml:4: There is no secret missing in secrets.yaml',
      'hearth.yaml:2: http.port must be a whole number from 0 to 65535',
    ]);
    expect(await read('http:\n  allowed_origins:\n    - !secret url\ntemplate:\n  - a: !secret url')).toEqual(
      [
        'hearth.yaml:3: !secret is not supported in the settings. Use an environment variable such as HEARTH_MQTT_PASSWORD.',
        'hearth.yaml:5: !secret is not supported in the settings. Use an environment variable such as HEARTH_MQTT_PASSWORD.',
      ],
    );
  });

  it('show no password of an address that is refused', async () => {
    for (const secret of ['hush', 'hu/sh', 'hu@sh', 'hu?sh#x', 'hu%sh'])
      for (const file of [
        `history: { store: 'postgres://me:${secret}@db/home' }`,
        `mqtt: { url: 'x://me:${secret}@b' }`,
      ]) {
        const [problem] = await problems({ file });
        expect(problem).toMatch(/(history.store|mqtt.url) is "\w+:\/\/\*\*\*@(db\/home|b)", but must be/);
      }
  });

  it('have defaults, without a file and with an empty one', async () => {
    for (const file of [undefined, '', '# nothing\n', 'http:\nmqtt:\n', 'null']) {
      const settings = await load(file === undefined ? {} : { file });
      expect(settings.http).toEqual({
        host: '0.0.0.0',
        port: 8123,
        trusted_proxies: [],
        allowed_origins: [],
        services_shape: 'object',
        announce: true,
        frontend: 'hearth',
        second_port: 8124,
      });
      expect(settings.mqtt).toMatchObject({
        discovery_prefix: 'homeassistant',
        max_discovered: 20_000,
        broker: { enabled: false, port: 1883 },
      });
      expect(settings.mqtt.url).toBeUndefined();
      expect(settings.home).toMatchObject({
        latitude: 0,
        longitude: 0,
        country: null,
        unit_system: 'metric',
      });
      expect(settings.demo).toBe(false);
      expect(settings.sections.size).toBe(0);
    }
  });

  it('place the demo home in Amsterdam unless the file sets a location', async () => {
    const { home } = await load({ flags: { demo: true }, file: 'home: { elevation: 7 }' });
    expect(home).toMatchObject({
      latitude: 52.37,
      longitude: 4.89,
      elevation: 7,
      time_zone: 'Europe/Amsterdam',
      country: 'NL',
      currency: 'EUR',
      language: 'en',
      unit_system: 'metric',
    });
  });

  it('follow the order flag, variable, file, default', async () => {
    const file = 'http: { port: 1, host: 10.0.0.1 }\nlog: { level: warn }';
    const variables = { HEARTH_HTTP_PORT: '2', HEARTH_HTTP_HOST: '10.0.0.2' };
    const flags = { 'http.port': '3' };
    const settings = await load({ file, variables, flags });
    expect(settings.http.port).toBe(3);
    expect(settings.http.host).toBe('10.0.0.2');
    expect(settings.log.level).toBe('warn');
  });

  it('read variables as what the setting is', async () => {
    const { http, mqtt, home, demo } = await load({
      variables: {
        HEARTH_HTTP_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        HEARTH_MQTT_PASSWORD: '123456',
        HEARTH_MQTT_BROKER_ENABLED: 'on',
        HEARTH_HOME_LATITUDE: '-33.9',
        HEARTH_HOME_COUNTRY: 'NO',
        HEARTH_HTTP_HOST: '',
        HEARTH_DEMO: '1',
      },
    });
    expect(http).toMatchObject({ trusted_proxies: ['10.0.0.0/8', '::1'], host: '0.0.0.0' });
    expect(mqtt).toMatchObject({ password: '123456', broker: { enabled: true } });
    expect(home).toMatchObject({ latitude: -33.9, country: 'NO' });
    expect(demo).toBe(true);
  });

  it('read YAML 1.1, but keep "no" as a country and numeric passwords as texts', async () => {
    const { home, mqtt } = await load({
      file: 'home: { country: NO, name: 42 }\nmqtt: { password: 0123, broker: { enabled: yes } }',
    });
    expect(home).toMatchObject({ country: 'NO', name: '42' });
    expect(mqtt).toMatchObject({ password: '0123', broker: { enabled: true } });
  });

  it('hand sections on raw, with their lines, keys as written and times as text', async () => {
    const file = [
      'input_boolean:',
      '  guests:',
      '    initial: off',
      'schedule:',
      '  work:',
      '    monday:',
      '      - from: 07:30:00',
      '        on: 2026-11-20',
      'template:',
      '  - sensor: &one { name: One }',
      '  - sensor: *one',
      '  - y: [y, n, yes]',
      'mqtt:',
      '  entities:',
      '    - sensor: { name: Wind }',
    ].join('\n');
    const { sections } = await load({ file });
    expect([...sections.keys()]).toEqual(['input_boolean', 'schedule', 'template', 'mqtt.entities']);
    expect(sections.get('input_boolean')?.value).toEqual({ guests: { initial: false } });
    const schedule = sections.get('schedule');
    expect(schedule?.value).toEqual({ work: { monday: [{ from: '07:30:00', on: '2026-11-20' }] } });
    expect(schedule?.place()).toBe('hearth.yaml:4');
    expect(schedule?.place(['work', 'monday', 0, 'on'])).toBe('hearth.yaml:8');
    expect(schedule?.place(['work', 'monday', 0, 'nothing'])).toBe('hearth.yaml:7');
    expect(sections.get('template')?.value).toEqual([
      { sensor: { name: 'One' } },
      { sensor: { name: 'One' } },
      { y: ['y', 'n', true] },
    ]);
    expect(sections.get('mqtt.entities')?.place([0, 'sensor', 'name'])).toBe('hearth.yaml:15');
  });

  it('list every problem with its place, value and expected value', async () => {
    const file = [
      'http:',
      '  port: 99999',
      '  prot: 5',
      'home:',
      '  time_zone: Europe/Amsterdm',
      '  latitude: north',
      'mqtt: mqtt://broker',
      'lights: {}',
      'log: { level: loud }',
    ].join('\n');
    expect(
      await problems({ file, variables: { HEARTH_HOME_ELEVATION: 'high' }, flags: { 'http.host': '' } }),
    ).toEqual([
      'hearth.yaml:3: http.prot is not a setting. Expected one of: host, port, announce, frontend, second_port, trusted_proxies, allowed_origins, services_shape',
      'hearth.yaml:7: mqtt is a block of settings: url, username, password, discovery_prefix, max_discovered, tls, broker, entities',
      expect.stringMatching(
        /^hearth\.yaml:8: lights is not a setting. Expected one of: home, http, tls, media, log, backup, recorder, history, logbook, prometheus, programs, mqtt, demo, frontend, lovelace, input_boolean/,
      ),
      'hearth.yaml:6: home.latitude is "north", but must be a number from -90 to 90',
      'HEARTH_HOME_ELEVATION: home.elevation is "high", but must be a number of meters',
      'hearth.yaml:5: home.time_zone is "Europe/Amsterdm", but must be a time zone such as Europe/Amsterdam',
      'command line: http.host is "", but must be an address',
      'hearth.yaml:2: http.port is 99999, but must be a whole number from 0 to 65535',
      'hearth.yaml:9: log.level is "loud", but must be one of debug, info, warn, error',
    ]);
  });

  it.each(cases<[string, string][]>('invalid settings'))('refuse %s', async (file, message) => {
    const found = await problems({ file });
    expect(found.join('\n')).toContain(message);
    expect(found.every((problem) => problem.startsWith('hearth.yaml:'))).toBe(true);
  });

  it('never show a password in a problem', async () => {
    const file = 'mqtt:\n  password: [hunter2]\n  url: ftp://me:hunter2@host';
    const found = (await problems({ file })).join('\n');
    expect(found).toContain('mqtt.password');
    expect(found).toContain('mqtt.url');
    expect(found).not.toContain('hunter2');
  });

  it('report unknown variables without failing: containers set such variables', async () => {
    const variables = { HEARTH_MQTT_ULR: 'mqtt://x', HEARTH_PORT: 'tcp://10.0.0.1:8123', OTHER: '5' };
    const { warnings } = await loadSettings({ flags: { dataDir: tempFolder() }, variables });
    expect(warnings).toEqual([
      'the variable HEARTH_MQTT_ULR is not a setting',
      'the variable HEARTH_PORT is not a setting',
    ]);
  });

  it('report a list that the parser would drop silently', async () => {
    const file = 'http:\n  ? trusted_proxies\n  - 10.0.0.1\n';
    expect((await problems({ file })).join()).toContain(':3: A list below an explicit key');
  });

  it('report a file that cannot be read', async () => {
    const dataDir = tempFolder();
    mkdirSync(join(dataDir, 'hearth.yaml'));
    await expect(loadSettings({ flags: { dataDir }, variables: {} })).rejects.toThrow(
      /cannot be read: EISDIR/,
    );
  });
});
