import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({});
const METER = 'sensor.meter';
const KWH = { unit_of_measurement: 'kWh', device_class: 'energy', state_class: 'total_increasing' };
const HOUR = 3_600_000;

it('a spike is found on the plot, corrected after a preview, and the correction is undone', async () => {
  await home().set(METER, '24', { ...KWH, friendly_name: 'Meter' });
  const { last_changed } = await home().rest('GET', `/api/states/${METER}`);
  const first = Math.floor(Date.parse(last_changed) / HOUR) * HOUR - 24 * HOUR;
  let sum = 0;
  const stats = Array.from({ length: 20 }, (_, hour) => {
    sum += hour === 12 ? 500 : 1;
    return { start: new Date(first + hour * HOUR).toISOString(), state: sum, sum };
  });
  const unit = { unit_class: 'energy', unit_of_measurement: 'kWh' };
  const metadata = {
    has_sum: true,
    mean_type: 0,
    name: null,
    source: 'recorder',
    statistic_id: METER,
    ...unit,
  };
  await home().must({ type: 'recorder/import_statistics', metadata, stats });
  const total = async (): Promise<number> => {
    const rows = await home().must({
      ...{ type: 'recorder/statistics_during_period', statistic_ids: [METER], period: 'hour' },
      ...{ start_time: new Date(first).toISOString(), types: ['change'] },
    });
    return rows[METER].reduce((all: number, { change }: { change: number }) => all + change, 0);
  };
  const before = await total();

  const { page, complaints } = await openInside(home(), '/developer/statistics');
  await page.getByRole('button', { name: 'Correct statistics of Meter' }).click();
  await page.getByRole('button', { name: 'Find a spike' }).click();
  const plot = page.getByRole('img', { name: /Plot of the values around this time/ });
  const chosen = plot.locator('[data-chosen]');
  expect(await chosen.locator('title').textContent()).toMatch(/: 500 kWh$/);
  await page.locator('#statistics-value').fill('1');
  await page.getByText('The change becomes 1 kWh instead of 500 kWh').waitFor();
  const heightOf = async (part: string) => Number(await chosen.locator(part).getAttribute('height'));
  expect(await heightOf('.preview')).toBeLessThan(await heightOf('.own'));
  expect(await total()).toBe(before);
  await lookAt(page, 'statistics-spike');
  await page.getByRole('button', { name: 'Correct the value' }).click();
  await page.getByText('The value was corrected.').waitFor();
  expect(await total()).toBe(before - 499);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(total).toBe(before);
  // Another row is chosen with a click on its bar.
  await plot.locator('g').first().click();
  await page.locator('#statistics-value').waitFor();
  expect(complaints).toEqual([]);
});
