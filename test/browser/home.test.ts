import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, lookAt, openBrowser, openPage, startHouse } from '../support/browser.ts';
import { claimHouse } from '../support/household.ts';
import { tempFolder } from '../support/temp-folder.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

describe('the start page', () => {
  it('shows the current states, and switches lights', async () => {
    const house = await startHouse({ demo: true });
    const { page, complaints } = await openPage(browser);
    await claimHouse(page, house);
    const lamp = page.getByRole('switch').first();
    await lamp.waitFor();
    await lookAt(page, 'home');
    const before = await lamp.getAttribute('aria-checked');
    await lamp.click();
    await page
      .locator(`[role="switch"][aria-checked="${before === 'true' ? 'false' : 'true'}"]`)
      .first()
      .waitFor();
    await expect.poll(() => lamp.getAttribute('aria-checked')).not.toBe(before);
    await page.keyboard.press('Space');
    await expect.poll(() => lamp.getAttribute('aria-checked')).toBe(before);
    expect(complaints).toEqual([]);
  });

  it('shows that a home without devices is empty', async () => {
    const house = await startHouse();
    const { page } = await openPage(browser, { language: 'de' });
    await claimHouse(page, house);
    await page.locator('h1', { hasText: 'Zuhause' }).waitFor();
    await lookAt(page, 'home-de');
  });
});

describe('a lost server', () => {
  it('is shown, and the page recovers by itself afterwards', async () => {
    const folder = tempFolder();
    const house = await startHouse({ folder });
    const { page } = await openPage(browser);
    await claimHouse(page, house);
    await house.kill();
    await page.getByText('Connection lost. Trying again…').waitFor();
    await lookAt(page, 'lost');
    await page.reload().catch(() => {});
    const { port } = house;
    await startHouse({ folder, port, isClaimed: true });
    await page.goto(house.url);
    await page.locator('header.bar').waitFor();
    expect(await page.getByText('Connection lost').isVisible()).toBe(false);
  });

  it('is waited for where the page was open', async () => {
    const folder = tempFolder();
    const house = await startHouse({ folder });
    const { page } = await openPage(browser);
    await claimHouse(page, house);
    await house.kill();
    await page.getByText('Connection lost. Trying again…').waitFor();
    await startHouse({ folder, port: house.port, isClaimed: true });
    await page.locator('.banner').waitFor({ state: 'hidden', timeout: 15_000 });
    expect(await page.locator('header.bar').isVisible()).toBe(true);
  });
});

describe('the addresses of the app', () => {
  it('follow its links, and back and forward, without reloading', async () => {
    const house = await startHouse();
    const { page, complaints } = await openPage(browser);
    await claimHouse(page, house);
    await page.evaluate("document.body.dataset.kept = 'yes'");
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(await page.title()).toBe('Profile · Hearth');
    expect(await page.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(await page.evaluate('document.body.dataset.kept')).toBe('yes');
    await page.keyboard.press('Tab');
    expect(complaints).toEqual([]);
  });
});
