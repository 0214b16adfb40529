import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  installedFrontend,
  removeFrontend,
  unpackFrontend,
  wheelVersion,
} from '../../src/storage/frontend-wheel.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { zipOf } from '../support/wheel.ts';

const VERSION = '20261028.4';
const PAGE = { 'hass_frontend/index.html': '<html>' };

function aWheel(files: Record<string, string>): { readonly folder: string; readonly wheel: string } {
  const folder = tempFolder(onTestFinished);
  const wheel = join(folder, 'a.whl');
  writeFileSync(wheel, zipOf(files));
  return { folder, wheel };
}

it('unpacks what modern browsers need, compressed where it can', async () => {
  const { folder, wheel } = aWheel({
    ...PAGE,
    'hass_frontend/static/a.js': 'a',
    'hass_frontend/static/a.js.br': 'compressed',
    'hass_frontend/static/a.js.gz': 'x',
    'hass_frontend/static/a.js.map': 'x',
    'hass_frontend/static/b.png': 'b',
    'hass_frontend/frontend_es5/old.js': 'x',
    'hass_frontend/__init__.py': 'x',
    'other/static/x.js': 'x',
  });
  const installed = await unpackFrontend(wheel, folder, VERSION);
  expect(await installedFrontend(folder)).toEqual(installed);
  expect(readdirSync(installed.folder).sort()).toEqual(['index.html', 'static', 'version.txt']);
  expect(readdirSync(join(installed.folder, 'static')).sort()).toEqual(['a.js.br', 'b.png']);
  expect(await removeFrontend(folder)).toBe(true);
  expect(readdirSync(folder)).toEqual(['a.whl']);
  expect(await removeFrontend(folder)).toBe(false);
});

it.each([
  ['a name above the folder', { ...PAGE, 'hass_frontend/static/../../../evil.js': 'x' }],
  ['an absolute name', { ...PAGE, '/hass_frontend/static/a.js': 'x' }],
  ['a backslash', { ...PAGE, 'hass_frontend/static\\a.js': 'x' }],
  ['no frontend', { 'hass_frontend/static/a.js': 'x' }],
])('keeps the installed one if a wheel has %s', async (_, files) => {
  const good = aWheel(PAGE);
  await unpackFrontend(good.wheel, good.folder, VERSION);
  writeFileSync(good.wheel, zipOf(files));
  await expect(unpackFrontend(good.wheel, good.folder, '1')).rejects.toThrow();
  expect((await installedFrontend(good.folder))?.version).toBe(VERSION);
  expect(readFileSync(join(good.folder, 'official-frontend', 'index.html'), 'utf8')).toBe('<html>');
  expect(readdirSync(good.folder).sort()).toEqual(['a.whl', 'official-frontend']);
  expect(existsSync(join(good.folder, '..', 'evil.js'))).toBe(false);
});

it('refuses a file that is no archive', async () => {
  const { folder, wheel } = aWheel(PAGE);
  writeFileSync(wheel, 'not a wheel');
  await expect(unpackFrontend(wheel, folder, VERSION)).rejects.toThrow();
  expect(await installedFrontend(folder)).toBeUndefined();
});

it('reads the version from the published name', () => {
  expect(wheelVersion('home_assistant_frontend-20261028.4-py3-none-any.whl')).toBe(VERSION);
  expect(wheelVersion('other-1.0-py3-none-any.whl')).toBeUndefined();
});
