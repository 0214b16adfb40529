import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntityEntry } from '../../src/entities/registry/entity-registry.ts';
import { readHome } from '../../src/import/read-home.ts';
import { openSourceFolder } from '../../src/import/source-folder.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HOME = new URL('./home/ha-home', import.meta.url).pathname;
const NOW = Date.UTC(2026, 10, 23);

/** A folder with some files of `.storage`. */
function installation(files: Readonly<Record<string, unknown>>): string {
  const folder = tempFolder();
  mkdirSync(join(folder, '.storage'));
  writeFileSync(join(folder, 'configuration.yaml'), '');
  for (const [key, value] of Object.entries(files))
    writeFileSync(join(folder, '.storage', key), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
}

const read = async (folder: string) => readHome(await openSourceFolder(folder), { now: NOW });

describe('reading a home', () => {
  it('names every file and every config entry', async () => {
    const { report } = await read(HOME);
    const entries = JSON.parse(readFileSync(`${HOME}/.storage/core.config_entries`, 'utf8')).data.entries;
    const names = report.entries.map(({ name }) => name);
    const titles = entries.map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => !names.some((name) => name.includes(title)))).toEqual([]);
    expect(report.entries.some(({ name }) => name === '.storage/repairs.issue_registry')).toBe(true);
  });

  it('contains no secret of the installation', async () => {
    const { report } = await read(HOME);
    const text = JSON.stringify(report.entries);
    const auth = JSON.parse(readFileSync(`${HOME}/.storage/auth`, 'utf8')).data;
    const secrets = auth.refresh_tokens.flatMap(({ token, jwt_key }: Record<string, string>) => [
      token,
      jwt_key,
    ]);
    for (const secret of [...secrets, 'test-only', '4711', 'willow-test-hook', 'TEST-0AAA'])
      expect(text.includes(secret)).toBe(false);
  });

  it('stops at a damaged file and names its sibling', async () => {
    const folder = tempFolder();
    cpSync(HOME, folder, { recursive: true });
    writeFileSync(`${folder}/.storage/core.area_registry`, '{"version": 1, "data": {"are');
    writeFileSync(`${folder}/.storage/core.area_registry.corrupt.2026-11-20T10:00:00`, '{}');
    await expect(read(folder)).rejects.toThrow(/core\.area_registry is damaged.*corrupt\.2026/);
  });

  it('takes a file that is included and missing for empty, and says so', async () => {
    const folder = installation({});
    writeFileSync(
      join(folder, 'configuration.yaml'),
      'homeassistant:\n  name: Here\n  customize: !include customize.yaml\nautomation: !include automations.yaml\n' +
        'template: !include more/templates.yaml\nsensor: !include ../outside.yaml\n',
    );
    const { plan, report } = await read(folder);
    const partial = report.entries.filter(({ kind, outcome }) => kind === 'file' && outcome === 'partial');
    expect(partial.map(({ name }) => name)).toEqual([
      'customize.yaml',
      'automations.yaml',
      'more/templates.yaml',
    ]);
    expect([...plan.files.keys()]).toEqual([
      'customize.yaml',
      'more/templates.yaml',
      'packages/configuration.yaml',
    ]);
  });

  it('leaves sections that only count outside of packages out of them, and reads themes from their folder', async () => {
    const themes = async (section: string) => {
      const folder = installation({});
      mkdirSync(join(folder, 'themes'));
      for (const name of ['themes/a.yaml', 'b.yaml']) writeFileSync(join(folder, name), 'x: {}\n');
      writeFileSync(join(folder, 'configuration.yaml'), `lovelace:\n  mode: storage\n${section}`);
      const { plan, report } = await read(folder);
      const entry = report.entries.find(({ name }) => name.startsWith('frontend'));
      return [entry?.outcome, [...plan.files.keys()].sort()];
    };
    const inFolder = ['imported', ['themes/a.yaml']];
    expect(await themes('frontend:\n  themes: !include_dir_merge_named themes\n')).toEqual(inFolder);
    expect(await themes('frontend:\n  extra_module_url: []\n')).toEqual(inFolder);
    expect(await themes('frontend:\n  themes: !include b.yaml\n')).toEqual([
      ...['partial', ['b.yaml', 'themes/a.yaml']],
    ]);
    expect((await themes('frontend:\n  themes:\n    night: {}\n'))[0]).toBe('partial');
  });

  it('takes the facts of the home that the configuration names, and the stored ones otherwise', async () => {
    const stored = { latitude: 1, longitude: 2, time_zone: 'UTC', unit_system_v2: 'metric', language: 'de' };
    const folder = installation({ 'core.config': { version: 1, minor_version: 4, data: stored } });
    writeFileSync(
      join(folder, 'configuration.yaml'),
      'homeassistant:\n  name: Hütte\n  latitude: !secret lat\n  longitude: 11\n  unit_system: imperial\n' +
        '  time_zone: Europe/Vienna\n  country: AT\n',
    );
    writeFileSync(join(folder, 'secrets.yaml'), 'lat: 47.25\n');
    const { plan } = await read(folder);
    expect(plan.get('home', 'home')).toMatchObject({
      ...{ name: 'Hütte', latitude: 47.25, longitude: 11, time_zone: 'Europe/Vienna' },
      ...{ country: 'AT', language: 'de', unit_system: 'us_customary' },
    });
  });

  it('keeps the whole name of an entity of an older registry', async () => {
    const device = {
      id: 'd1',
      name: 'Flur',
      identifiers: [['mqtt', 'a']],
      config_entries: ['c1'],
      area_id: null,
    };
    const entity = (fields: object) => ({
      platform: 'mqtt',
      device_id: 'd1',
      has_entity_name: false,
      ...fields,
    });
    const folder = installation({
      'core.device_registry': { version: 1, minor_version: 4, data: { devices: [device] } },
      'core.entity_registry': {
        version: 1,
        minor_version: 11,
        data: {
          entities: [
            entity({
              id: 'e1',
              entity_id: 'light.a',
              unique_id: 1,
              name: 'Leselampe',
              original_name: 'Flur 0 battery',
            }),
            entity({
              id: 'e2',
              entity_id: 'light.b',
              unique_id: 'b',
              name: 'flur warm',
              original_name: null,
            }),
            entity({ id: 'e3', entity_id: 'light.c', unique_id: null, name: null, original_name: null }),
          ],
        },
      },
    });
    const { plan, report } = await read(folder);
    const named = (id: string) => plan.get<EntityEntry>('entities', id);
    expect(named('e1')).toMatchObject({
      unique_id: '1',
      name: 'Leselampe',
      compat_name: 'Leselampe',
      original_name: '0 battery',
    });
    expect(named('e2')).toMatchObject({ name: 'Warm', compat_name: null });
    expect(report.entries.find(({ name }) => name === 'light.c')).toMatchObject({ outcome: 'skipped' });
  });
});
