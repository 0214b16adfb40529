import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lookAt, readOut } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile, type ServedHome } from '../support/served-home.ts';

const home = homeOfFile({ demo: 'with past', settings: 'home:\n  time_zone: UTC\n  currency: EUR\n' });

const DAY = 86_400_000;
/** Generating the past of the demo takes a second, on a busy machine many. */
const PATIENT = { timeout: 45_000 };
const METERS = {
  imported: 'sensor.house_meter_imported_energy',
  exported: 'sensor.house_meter_exported_energy',
  solar: 'sensor.solar_roof_energy',
  charged: 'sensor.home_battery_charged_energy',
  discharged: 'sensor.home_battery_discharged_energy',
} as const;
const GAS = 'sensor.gas_meter_consumption';
const KITCHEN = 'sensor.kitchen_circuit_energy';
const WALLBOX = 'sensor.wallbox_energy';

type Changes = Readonly<Record<string, readonly number[]>>;

/** What the meters counted in each hour of a day, from the statistics. */
async function hoursOf(served: ServedHome, from: number): Promise<Changes> {
  const rows: Record<string, { change: number }[]> = await served.must({
    type: 'recorder/statistics_during_period',
    start_time: new Date(from).toISOString(),
    end_time: new Date(from + DAY).toISOString(),
    statistic_ids: [...Object.values(METERS), GAS, KITCHEN, WALLBOX],
    period: 'hour',
    types: ['change'],
    units: { energy: 'kWh' },
  });
  return Object.fromEntries(Object.entries(rows).map(([id, list]) => [id, list.map(({ change }) => change)]));
}

const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0);

/** An amount as the page shows it in English. */
function shown(value: number, unit = 'kWh'): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

/** The figure under a term of the overview. */
const figure = (page: Page, term: string): Promise<string> =>
  page
    .locator('.energy-totals > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('b')
    .innerText();

const card = (page: Page, heading: string): Locator =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** Opens yesterday and returns the time at which it begins, as the page names it. */
async function showYesterday(page: Page): Promise<number> {
  const name = page.locator('.energy-period');
  const today = await name.innerText();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect.poll(() => name.innerText()).not.toBe(today);
  const from = Date.parse(`${await name.innerText()} UTC`);
  expect(from).toBe(Date.parse(`${today} UTC`) - DAY);
  return from;
}

test('energy is set up from what is found, and its numbers are those of the statistics', async () => {
  // The history of the meters is generated in the background, one after the other.
  const yesterday = Math.floor(Date.now() / DAY - 1) * DAY;
  await expect
    .poll(async () => Object.values(await hoursOf(home(), yesterday)).map(({ length }) => length), PATIENT)
    .toEqual(Array.from({ length: Object.keys(METERS).length + 3 }, () => 24));
  const { page, complaints } = await openInside(home(), '/energy');
  await page.getByRole('link', { name: 'Set up energy' }).click();
  await page.getByText('Fridge Energy · part of Kitchen Circuit Energy').waitFor();
  await page.getByText('No price of electricity').waitFor();
  await lookAt(page, 'energy-setup');
  await page.getByRole('button', { name: 'Use these' }).click();
  const from = await showYesterday(page);
  const hours = await hoursOf(home(), from);
  expect(hours[METERS.imported]).toHaveLength(24);
  const of = (key: keyof typeof METERS): number => sum(hours[METERS[key]]);
  const used = of('imported') + of('solar') + of('discharged') - of('exported') - of('charged');
  await expect.poll(() => figure(page, 'Used at home')).toBe(shown(used));
  expect(await figure(page, 'From the grid')).toBe(shown(of('imported')));
  expect(await figure(page, 'Solar production')).toBe(shown(of('solar')));
  // In the demo the grid never charges the battery, and the battery never feeds the grid.
  const share = Math.round((1 - of('imported') / used) * 100);
  expect(await figure(page, 'Self-sufficiency')).toBe(`${share}%`);

  // Every bar is in the table, and the table opens and scrolls with the keyboard alone.
  const bars = card(page, 'Sources and uses');
  await bars.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.className')).toBe('energy-table');
  const rows = bars.locator('tbody tr');
  expect(await rows.count()).toBe(24);
  for (const hour of [0, 8, 12, 23]) {
    const at = (key: keyof typeof METERS): number => hours[METERS[key]]?.[hour] ?? Number.NaN;
    const solarUsed = at('solar') - at('exported') - at('charged');
    expect(await rows.nth(hour).locator('td').allInnerTexts()).toEqual(
      [Math.max(0, solarUsed), at('discharged'), at('imported'), at('charged'), at('exported')].map((value) =>
        shown(value),
      ),
    );
  }

  // Devices: those of the kitchen are below its circuit, and what no device measured is “Other”.
  const devices = card(page, 'Devices');
  const other = used - sum(hours[KITCHEN]) - sum(hours[WALLBOX]);
  expect(await devices.locator('.energy-share', { hasText: 'Other' }).locator('b').innerText()).toBe(
    shown(other),
  );
  const kitchen = devices.locator('li', { hasText: 'Kitchen Circuit' }).first();
  expect(await kitchen.locator('b').first().innerText()).toBe(shown(sum(hours[KITCHEN])));
  const parts = await kitchen.locator('li span').allInnerTexts();
  expect(parts.sort()).toEqual(['Coffee Machine', 'Dishwasher', 'Fridge', 'Oven']);
  expect(await card(page, 'Gas').locator('.energy-sum b').innerText()).toBe(shown(sum(hours[GAS]), 'm³'));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  const column = head.split(',').indexOf('imported (kWh)');
  expect(sum(lines.map((line) => Number(line.split(',')[column])))).toBeCloseTo(of('imported'), 4);
  await lookAt(page, 'energy');
  expect(complaints).toEqual([]);
});

test('a price from a day on is entered, applied to the past, and taken back', async () => {
  const sources = [{ type: 'grid', stat_energy_from: METERS.imported, cost_adjustment_day: 0 }];
  await home().must({ type: 'energy/save_prefs', energy_sources: sources });
  const { page, complaints } = await openInside(home(), '/energy/setup');
  await page.getByRole('button', { name: 'Prices by date: House Meter Imported Energy' }).click();
  const dialog = page.locator('hearth-form-dialog dialog[open]');
  await dialog.getByRole('button', { name: 'Add a price' }).click();
  await dialog.getByLabel('Valid from').fill('2020-01-01');
  await dialog.getByLabel('Price', { exact: true }).fill('0.3');
  await readOut(page, 'energy-prices');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Apply to the past: House Meter Imported Energy' }).click();
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const preview = page.locator('dialog[open]', { hasText: /the cost of \d+ hours changes from €/ });
  expect(await home().must({ type: 'hearth/statistics/changes' })).toEqual([]);
  await preview.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/the cost of \d+ hours is now €/).waitFor();

  await page.getByRole('link', { name: 'To the energy page' }).click();
  const from = await showYesterday(page);
  const bought = sum((await hoursOf(home(), from))[METERS.imported]);
  await expect.poll(() => figure(page, 'Cost')).toBe(`€${(bought * 0.3).toFixed(2)}`);

  await page.goBack();
  const [{ change_id }] = await home().must({ type: 'hearth/statistics/changes' });
  await home().must({ type: 'hearth/statistics/undo', change_id });
  await page.goto(`${home().url}/energy`);
  await showYesterday(page);
  await expect.poll(() => figure(page, 'Used at home')).toBe(shown(bought));
  expect(await page.locator('.energy-totals').innerText()).not.toContain('€');
  expect(complaints).toEqual([]);
});
