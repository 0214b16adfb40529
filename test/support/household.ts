import type { Page } from 'playwright-core';
import type { RunningHouse } from './browser.ts';

/** The owner of a test's server. */
export const OWNER = { name: 'Anna Muster', username: 'anna', password: 'seven green lanterns' };

/** Opens the app of a new server and sends the claim of its owner; setup questions follow. */
export async function sendClaim(page: Page, house: RunningHouse): Promise<void> {
  await page.goto(house.url);
  await page.locator('#code').fill(house.claimCode);
  await page.locator('#name').fill(OWNER.name);
  await page.locator('#username').fill(OWNER.username);
  await page.locator('#password').fill(OWNER.password);
  await page.locator('form button.primary').click();
}

/** Opens the app of a new server and claims it, skipping the setup questions; the start page is open then. */
export async function claimHouse(page: Page, house: RunningHouse): Promise<void> {
  await sendClaim(page, house);
  await page.locator('header.bar').waitFor();
  await page.locator('[data-skip]').click();
}

/** Fills in the log-in form that is open and sends it. */
export async function logIn(page: Page, password = OWNER.password, username = OWNER.username): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('form button.primary').click();
}
