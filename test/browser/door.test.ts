import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, isTooWide, keepShot, openBrowser, openPage, startHouse } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('the first page of an empty house', () => {
  it.each([
    { theme: 'light', language: 'en', width: 1280 },
    { theme: 'dark', language: 'de', width: 360 },
  ] as const)('is for everybody to read: $theme, $language, $width px', async (taste) => {
    const house = await startHouse();
    const { page, complaints } = await openPage(browser, taste);
    await page.goto(house.url);
    await page.locator('h1').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(taste.language);
    expect(await accessFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await keepShot(page, `first-${taste.theme}-${taste.width}`);
    expect(complaints).toEqual([]);
  });
});
