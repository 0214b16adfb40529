import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({});
const WATTS = { unit_of_measurement: 'W', device_class: 'power', state_class: 'measurement' };

it('a helper that computes is made in forms with a preview, changed and deleted', async () => {
  for (const state of ['10', '20']) await home().set('sensor.boiler', state, WATTS);
  const { page, complaints } = await openInside(home(), '/settings/helpers');
  const card = page.locator('[data-kind="computed"]');
  const dialog = page.locator('dialog[open]');
  await card.getByRole('button', { name: 'Add' }).click();
  await lookAt(page, 'kinds of computed helpers');
  await dialog.getByRole('button', { name: 'Statistics', exact: true }).click();
  await dialog.getByLabel('Name').fill('Usual power');
  await dialog.getByRole('combobox', { name: 'Entity' }).fill('boiler');
  await page.getByRole('option', { name: /sensor.boiler/ }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('combobox', { name: 'Statistical value' }).fill('Mean');
  await page.getByRole('option', { name: 'Mean', exact: true }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  // What an earlier form decided is only shown.
  await dialog.locator('output', { hasText: 'Mean' }).waitFor();
  // The last form says what is missing, and then what the helper would show.
  await dialog.locator('.notice', { hasText: 'Enter the largest number of values' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByRole('alert')
    .getByText('Enter the largest number of values, the greatest age, or both.')
    .waitFor();
  await dialog.getByLabel('Largest number of values').fill('5');
  await dialog.getByText('Preview: 15.0 W').waitFor();
  await lookAt(page, 'a flow with a preview');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Usual power').waitFor();
  expect((await home().state('sensor.usual_power')).state).toBe('15.0');

  await card.getByRole('button', { name: 'Edit Usual power' }).click();
  await dialog.getByLabel('Decimal places').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await home().state('sensor.usual_power')).state).toBe('15');

  await card.getByRole('button', { name: 'Delete Usual power' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Usual power is deleted.').waitFor();
  expect(complaints).toEqual([]);
});
