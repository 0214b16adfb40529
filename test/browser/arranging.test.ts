import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readOut } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });
const cards = async () =>
  (await home().must({ type: 'lovelace/config' })).views[0].sections.map(
    (one: { cards: { entity: string }[] }) => one.cards.map(({ entity }) => entity),
  );
const tile = (entity: string) => ({ type: 'tile', entity, future: { kept: true } });
const [lamp, fan, lock] = ['light.floor_lamp', 'fan.cooker_hood', 'lock.shed_lock'] as const;

async function arrange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.locator('.drag-handle').first().waitFor();
}

it('a page is arranged by keyboard, in forms and by dragging, and two users do not overwrite each other', async () => {
  const sections = [
    { type: 'grid', cards: [tile(lamp), tile(fan)] },
    { type: 'grid', cards: [tile(lock)] },
  ];
  await home().must({
    type: 'lovelace/config/save',
    config: { views: [{ type: 'sections', sections }], own: 1.0 },
  });
  const { page, complaints } = await openInside(home(), '/dashboards/lovelace');
  await arrange(page);
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('Floor Lamp').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(cards).toEqual([[fan, lamp], [lock]]);
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Move Floor Lamp');
  await page.keyboard.press('Control+ArrowRight');
  await expect.poll(cards).toEqual([[fan], [lamp, lock]]);
  await readOut(page, 'arranging');
  // Somebody else removes a card meanwhile: the next change is applied to what is left.
  const theirs = [
    { type: 'grid', cards: [tile(fan)] },
    { type: 'grid', cards: [tile(lamp)] },
  ];
  await home().must({
    type: 'lovelace/config/save',
    config: { views: [{ type: 'sections', sections: theirs }] },
  });
  await page.getByRole('button', { name: 'Edit Floor Lamp' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Reading lamp');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(cards).toEqual([[fan], [lamp]]);
  await page.locator('.edited-card', { hasText: 'Reading lamp' }).waitFor();
  const saved = await home().must({ type: 'lovelace/config' });
  expect(saved.views[0].sections[1].cards[0]).toEqual({ ...tile(lamp), name: 'Reading lamp' });
  const [from, to] = [handle('Cooker Hood'), page.locator('.edited-card', { hasText: 'Reading lamp' })];
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('The cards are not visible');
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + 30, end.y + 20, { steps: 8 });
  await page.locator('[data-drop]').waitFor();
  await page.mouse.up();
  await expect.poll(cards).toEqual([[], [fan, lamp]]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(cards).toEqual([[fan], [lamp]]);
  await page.locator('.add-card').first().click();
  await page.getByRole('button', { name: 'Text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('**Hello** <img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.markdown strong', { hasText: 'Hello' }).waitFor();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page
    .getByRole('button', { name: /^Restore the version/ })
    .first()
    .click();
  await expect.poll(cards).toEqual([[fan], [lamp]]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('.edited-card').first().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
