import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { lookAt, type WatchedPage } from '../support/browser.ts';
import { closeDialog, openDialog } from '../support/home-page.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';
import { until } from '../support/until.ts';

const home = homeOfFile({});
const ends: (() => void)[] = [];
let watched: WatchedPage;
const attributes = { unit_of_measurement: '°C', state_class: 'measurement', friendly_name: 'Attic' };
const set = (id: string, state: string, more: object = attributes) =>
  home().rest('POST', `/api/states/${id}`, { state, attributes: more });

beforeAll(async () => {
  for (const state of ['20', '21.5', '19']) await set('sensor.attic', state);
  for (const state of ['on', 'off', 'on']) await set('binary_sensor.hall', state, { device_class: 'motion' });
  watched = await openInside(home(), '/', { atEnd: (end) => ends.push(end) });
  await watched.page.locator('hearth-shell').waitFor();
  return () => {
    for (const end of ends) end();
  };
});

/** How much of what plots need was loaded, as it is sent to browsers. */
async function plotBytes(): Promise<number> {
  const names = await watched.page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
  );
  const files = [...new Set(names)]
    .filter((name) => /\/(?:history-plot|number-chart|plot-columns)-/.test(name))
    .map((name) => join(import.meta.dirname, '../../dist/web', name));
  return files.reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
}

it('a curve appears, follows a change, zooms, and its table has the same values', async () => {
  const { page } = watched;
  expect(await plotBytes()).toBe(0);
  const dialog = await openDialog(page, 'sensor.attic');
  await dialog.locator('.plot-chart canvas').waitFor();
  expect(await plotBytes()).toBeGreaterThan(15_000);
  expect(await plotBytes()).toBeLessThanOrEqual(30_000);
  const [drawn, readout] = [dialog.locator('.plot-chart canvas'), dialog.locator('.plot-readout')];
  const image = () => drawn.evaluate<string, { toDataURL(): string }>((canvas) => canvas.toDataURL());
  const before = await image();
  await set('sensor.attic', '27.25');
  await until(async () => (await image()) !== before, 'the curve follows');
  await dialog.getByRole('button', { name: 'Hour' }).click();
  await dialog.getByRole('button', { name: 'Table' }).click();
  await dialog.locator('td', { hasText: '27.25 °C' }).first().waitFor();
  // Each value can be read by keyboard, the newest one first, and the plot is zoomed around it.
  const area = dialog.getByRole('group', { name: /arrow keys/ });
  await area.press('ArrowRight');
  await until(async () => /27\.25 °C/.test((await readout.textContent()) ?? ''), 'the value is read out');
  const axis = await image();
  await area.press('+');
  await until(async () => (await image()) !== axis, 'the curve is zoomed');
  expect(await dialog.getByRole('button', { name: 'Hour' }).getAttribute('aria-pressed')).toBe('false');
  // Moved away from the cursor, it shows its range instead of a time that is not there.
  for (let page = 0; page < 2; page += 1) await area.press('PageUp');
  await until(async () => /\d.*–.*\d/.test((await readout.textContent()) ?? ''), 'the range is read out');
  const { entities } = await home().must({
    ...{ type: 'hearth/history/query', entity_ids: ['sensor.attic'], points: 100 },
    start_time: new Date(0).toISOString(),
  });
  expect(Math.max(...entities['sensor.attic'].max)).toBe(27.25);
  await lookAt(page, 'a curve');
  await closeDialog(page);
});

it('measured temperature and setpoint are plotted together, and compared', async () => {
  const { page } = watched;
  const climate = { current_temperature: 19.5, temperature: 21 };
  await set('climate.attic', 'heat', climate);
  await set('climate.attic', 'heat', { ...climate, current_temperature: 20.25 });
  const dialog = await openDialog(page, 'climate.attic');
  await dialog.locator('.plot-chart canvas').waitFor();
  expect(await dialog.locator('.plot-chart').count()).toBe(1);
  const legend = dialog.locator('.plot-legend li');
  expect(await legend.allTextContents()).toEqual(['Measured', 'Target']);
  await dialog.getByRole('group', { name: /arrow keys/ }).press('ArrowLeft');
  await legend.getByText('Target: 21°').waitFor();
  await dialog.getByRole('combobox', { name: 'Compare with' }).selectOption({ label: 'Day before' });
  await legend.getByText('Target: 21°').waitFor();
  await dialog.getByRole('button', { name: 'Table' }).click();
  await dialog
    .getByRole('region', { name: /Measured/ })
    .getByText('20.25°')
    .first()
    .waitFor();
  await lookAt(page, 'a plot of attributes');
  await closeDialog(page);
});

it('numbers of any size have an axis and can be read', async () => {
  const { page } = watched;
  const watts = { unit_of_measurement: 'W', state_class: 'measurement', friendly_name: 'Huge' };
  for (const state of ['5e-324', '1.7976931348623157e308', 'NaN', '-1e300', '0.00000012'])
    await set('sensor.huge', state, watts);
  const dialog = await openDialog(page, 'sensor.huge');
  await dialog.locator('.plot-chart canvas').waitFor();
  await dialog.getByRole('button', { name: 'Table' }).click();
  const cells = dialog.locator('.plot-table td');
  await cells.filter({ hasText: /^1\.798E308 W$/ }).waitFor();
  await cells.filter({ hasText: /^-1E300 W$/ }).waitFor();
  await closeDialog(page);
});

it('states are a timeline with a legend', async () => {
  const { page } = watched;
  const dialog = await openDialog(page, 'binary_sensor.hall');
  await dialog.locator('.timeline-legend li').nth(1).waitFor();
  // The sensor is new: most of the day is marked as a time without data, unlike one at rest.
  expect(await dialog.locator('.timeline-legend li').allTextContents()).toEqual([
    'Clear',
    'Detected',
    'No data',
  ]);
  await lookAt(page, 'a timeline');
  await closeDialog(page);
  expect(watched.complaints).toEqual([]);
});
