import type { Page } from 'playwright-core';
import type { RunningHouse } from './browser.ts';

/** The owner of a test home. */
export const OWNER = { name: 'Anna Muster', username: 'anna', password: 'seven green lanterns' };

/**
 * Opens the app of an unclaimed server and submits the claim of its owner; the onboarding questions follow.
 */
export async function sendClaim(page: Page, house: RunningHouse): Promise<void> {
  await page.goto(house.url);
  await page.locator('#code').fill(house.claimCode);
  await page.locator('#name').fill(OWNER.name);
  await page.locator('#username').fill(OWNER.username);
  await page.locator('#password').fill(OWNER.password);
  await page.locator('form button.primary').click();
}

/**
 * Opens the app of an unclaimed server, claims it and skips the onboarding questions, up to the start page.
 */
export async function claimHouse(page: Page, house: RunningHouse): Promise<void> {
  await sendClaim(page, house);
  await page.locator('header.bar').waitFor();
  await page.locator('[data-skip]').click();
}

/** Fills in and submits the open login form. */
export async function logIn(page: Page, password = OWNER.password, username = OWNER.username): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('form button.primary').click();
}
