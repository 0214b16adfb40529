import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const COUNT = 300;

const home = homeOfFile();
beforeAll(async () => {
  for (let i = 1; i <= COUNT; i += 1)
    await home().set(`light.lamp_${i}`, 'off', { friendly_name: `Lamp ${i}` });
});

/** Opens the page of an area with so many lights that most are out of view. */
async function openLongRoom() {
  const inside = await openInside(home(), '/area/-');
  await lamp(inside.page, 1).waitFor();
  return inside;
}

function lamp(page: Page, number: number) {
  return page.getByRole('switch', { name: new RegExp(`^Lamp ${number} `) });
}

function scrollTo(page: Page, top: string): Promise<void> {
  return page.evaluate(`scrollTo(0, ${top})`);
}

/** The number of items a screen reader announces. */
async function sizeOfList(page: Page): Promise<number> {
  return Number(await page.getByRole('listitem').first().getAttribute('aria-setsize'));
}

/** Whether a screen reader and the Tab key follow the visual order. */
function isInOrder(page: Page): Promise<boolean> {
  return page.evaluate(`[...document.querySelectorAll('[aria-posinset]')]
    .map((one) => Number(one.getAttribute('aria-posinset')))
    .every((place, i, places) => i === 0 || places[i - 1] < place)`);
}

describe('a room of hundreds of entities', () => {
  it('has those near the window in the document, in order, at any scroll position', async () => {
    const { page, complaints } = await openLongRoom();
    expect(await sizeOfList(page)).toBeGreaterThanOrEqual(COUNT);
    await scrollTo(page, 'document.body.scrollHeight');
    await lamp(page, COUNT).waitFor();
    expect(await lamp(page, 1).count()).toBe(0);
    for (const top of ['1500', '1700', '900', '0', '400']) {
      await scrollTo(page, top);
      await expect.poll(() => isFilled(page)).toBe(true);
      await expect.poll(() => isInOrder(page)).toBe(true);
      expect(await page.getByRole('listitem').count()).toBeLessThan(COUNT / 2);
    }
    await home().set('light.lamp_60', 'on', { friendly_name: 'Lamp 60' });
    await lamp(page, 60)
      .and(page.getByRole('switch', { checked: true }))
      .waitFor();
    await lookAt(page, 'long-room');
    expect(complaints).toEqual([]);
  });

  it('leaves the keyboard where it is when its thing is scrolled away, and what comes and goes', async () => {
    const { page } = await openLongRoom();
    await lamp(page, 9).focus();
    const before = await sizeOfList(page);
    await scrollTo(page, 'document.body.scrollHeight');
    await lamp(page, COUNT).waitFor();
    await home().set('light.lamp_0', 'off', { friendly_name: 'Lamp 0' });
    await expect.poll(() => sizeOfList(page)).toBe(before + 1);
    await page.keyboard.press('Space');
    await lamp(page, 9)
      .and(page.getByRole('switch', { checked: true }))
      .waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Lamp 9');
    await scrollTo(page, '0');
    await lamp(page, 0).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Lamp 10');
  });

  it('is searched', async () => {
    const { page } = await openLongRoom();
    await scrollTo(page, 'document.body.scrollHeight');
    await lamp(page, COUNT).waitFor();
    await page.locator('#filter').fill('lamp 29');
    await expect.poll(() => page.getByRole('listitem').count()).toBe(11);
    await page.locator('#filter').fill('');
    await lamp(page, 2).waitFor();
  });
});

/** Whether tiles fill the window below the page's header. */
function isFilled(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll('[aria-posinset]')].map((one) => one.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top));
    return top < 300 && Math.max(...boxes.map((box) => box.bottom)) > innerHeight;
  })()`);
}
