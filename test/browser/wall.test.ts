import { expect, it } from 'vitest';
import { readOut } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });
const MINUTE = 60_000;

it('a display on the wall dims, wakes on a sensor, survives a restart, and is left with a code', async () => {
  const { page, complaints } = await openInside(home(), '/dashboards/lovelace', {
    prepare: (context) => context.clock.install(),
  });
  await page.getByRole('button', { name: 'Wall mode' }).click();
  const sensor = page.getByRole('combobox', { name: 'Wake when this turns on' });
  await sensor.fill('Hall Motion');
  await page
    .getByRole('option', { name: /Hall Motion/ })
    .first()
    .click();
  await page.getByLabel('Code to leave').fill('2580');
  await page.getByRole('button', { name: 'Start' }).click();
  const exit = page.getByRole('button', { name: 'Leave wall mode' });
  await exit.waitFor();
  await expect(page.locator('header.bar').isVisible()).resolves.toBe(false);
  await readOut(page, 'wall');
  await page.clock.runFor(2 * MINUTE + 1000);
  const shade = page.locator('.wall-shade');
  await shade.waitFor();
  const shift = () => page.evaluate("document.documentElement.style.getPropertyValue('--wall-x')");
  const first = await shift();
  await page.clock.runFor(MINUTE);
  expect(await shift()).not.toBe(first);
  await home().set('binary_sensor.hall_motion', 'off', { friendly_name: 'Hall Motion' });
  await home().set('binary_sensor.hall_motion', 'on', { friendly_name: 'Hall Motion' });
  await page.clock.runFor(1000);
  await shade.waitFor({ state: 'detached' });
  await page.goto(`${home().url}/settings`);
  await exit.click();
  expect(new URL(page.url()).pathname).toBe('/dashboards/lovelace');
  await page.getByLabel('Code to leave').fill('1111');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('This code is wrong.').waitFor();
  await page.getByLabel('Code to leave').fill('2580');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).first().waitFor();
  await exit.waitFor({ state: 'detached' });
  // The jumps of the clock look like silent connections, which the app opens again.
  expect(complaints.filter((text) => !text.startsWith('WebSocket connection'))).toEqual([]);
});
