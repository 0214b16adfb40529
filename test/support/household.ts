import type { Page } from 'playwright-core';

/** The owner of a test home. */
export const OWNER = { name: 'Anna Muster', username: 'anna', password: 'seven green lanterns' };

/**
 * Opens the app of an unclaimed server and submits the claim of its owner; the onboarding questions follow.
 */
export async function sendClaim(
  page: Page,
  home: { readonly url: string; readonly claimCode: string },
): Promise<void> {
  await page.goto(home.url);
  await page.locator('#code').fill(home.claimCode);
  await page.locator('#name').fill(OWNER.name);
  await page.locator('#username').fill(OWNER.username);
  await page.locator('#password').fill(OWNER.password);
  await page.locator('form button.primary').click();
}

/** Fills in and submits the open login form. */
export async function logIn(page: Page, password = OWNER.password, username = OWNER.username): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('form button.primary').click();
}
