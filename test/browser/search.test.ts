import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });

it('the search finds rooms, entities and settings by keyboard, and does what is typed', async () => {
  const { page, complaints } = await openInside(home(), '/');
  await page.locator('.tile').first().waitFor();
  const input = page.getByRole('combobox', { name: 'Search the home' });
  await page.keyboard.press('/');
  await input.fill('bedside lamp 30 %');
  await page.getByRole('option', { name: 'Bedside Lamp: 30%' }).waitFor();
  await lookAt(page, 'search');
  await page.keyboard.press('Enter');
  await page.locator('hearth-tile', { hasText: 'Bedside Lamp' }).getByText('30%').first().waitFor();
  await page.keyboard.press('Control+k');
  await input.fill('floor lamp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Floor Lamp' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await input.fill('label');
  await page.getByRole('option', { name: 'Labels' }).click();
  await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the search keeps what is typed while it is loaded', async () => {
  const { page, complaints } = await openInside(home(), '/');
  await page.locator('.tile').first().waitFor();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/command-palette*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('floox');
  await page.keyboard.press('Backspace');
  release();
  const input = page.getByRole('combobox', { name: 'Search the home' });
  await input.waitFor();
  await page.keyboard.type('r lamp');
  expect(await input.inputValue()).toBe('floor lamp');
  await page.getByRole('option', { name: /^Floor Lamp.*Lights/ }).waitFor();
  // What is found moves in the list with each letter.
  await input.fill('');
  await page.keyboard.type('lamp', { delay: 200 });
  await page
    .getByRole('option', { name: /^Bedside Lamp/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
