import { once } from 'node:events';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lookAt, openPage, type WatchedPage } from '../support/browser.ts';
import { logIn, OWNER } from '../support/household.ts';
import { homeOfFile } from '../support/served-home.ts';
import { TestClient } from '../support/test-client.ts';

/** Markup that would show if it was treated as more than a name. */
const HOSTILE = '<img src=x onerror="document.title=1"> & <b>bold</b>';

const home = homeOfFile({ demo: true });
let users = 0;

/** The open profile page of a new user, who is called as the login name says. */
async function openProfile(): Promise<WatchedPage & { readonly user: string }> {
  users += 1;
  const user = `user${users}`;
  await home().addUser(user);
  const watched = await openPage();
  await enter(watched.page, user);
  await watched.page.getByRole('link', { name: 'Profile' }).click();
  await watched.page.getByRole('heading', { name: user, exact: true }).waitFor();
  return { ...watched, user };
}

/** Logs in to the app. */
async function enter(page: Page, user: string): Promise<void> {
  await page.goto(home().url);
  await logIn(page, OWNER.password, user);
  await page.locator('header.bar').waitFor();
}

async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.locator('dialog #name').fill(name);
  await page.locator('dialog button.primary').click();
  return page.locator('dialog textarea').inputValue();
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

describe('a long-lived token', () => {
  it('is made on the page, works over REST and WebSocket, and ends both when it is revoked', async () => {
    const { page, user, complaints } = await openProfile();
    await page.getByText(`Logs in as ${user}`).waitFor();
    await lookAt(page, 'profile');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('dialog button.primary').click();
    await page.locator('dialog .error').waitFor();
    await lookAt(page, 'token-form');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const token = await makeToken(page, HOSTILE);
    expect(token).toMatch(/^hearth_/);
    await lookAt(page, 'token-made');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);

    expect((await fetch(`${home().url}/api/states`, bearer(token))).status).toBe(200);
    const client = await TestClient.open(home().url, token);
    expect(await client.must({ type: 'get_states' })).not.toEqual([]);
    const closed = once(client.socket, 'close');

    const row = page.locator('hearth-token-card .row');
    await page.reload();
    await row.getByText(/^Used just now from 127\.0\.0\.1/).waitFor();
    expect(await row.locator('.row-name').textContent()).toBe(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await lookAt(page, 'token-revoke');
    await page.locator('dialog button.danger').click();
    await page.getByText('is revoked.').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    expect((await fetch(`${home().url}/api/states`, bearer(token))).status).toBe(401);
    await closed;
    expect(complaints).toEqual([]);
  });

  it('is limited to the chosen permissions', async () => {
    const { page, complaints } = await openProfile();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('dialog #name').fill('Wall display');
    await page.locator('dialog #life').selectOption({ label: '7 days' });
    await page.getByLabel('Read only').check();
    await page.getByLabel('Only what I choose').check();
    await page.locator('dialog button.primary').click();
    await page.getByText('Choose at least one.').waitFor();
    await page.locator('summary', { hasText: 'Domains' }).click();
    await page.locator('dialog').getByLabel('Lights', { exact: true }).check();
    await page.locator('summary', { hasText: 'Single entities' }).click();
    await lookAt(page, 'token-limits');
    await page.locator('dialog button.primary').click();
    const token = await page.locator('dialog textarea').inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.locator('hearth-token-card .row');
    await row.getByText('Access to: Lights').waitFor();
    expect(await row.textContent()).toContain('Read only');
    expect(await row.textContent()).toContain('in 7 days');
    await lookAt(page, 'tokens');
    const states = await fetch(`${home().url}/api/states`, bearer(token));
    const ids = ((await states.json()) as { entity_id: string }[]).map(({ entity_id }) => entity_id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !id.startsWith('light.'))).toEqual([]);
    const [light] = ids;
    const call = { ...bearer(token), method: 'POST', body: JSON.stringify({ entity_id: light }) };
    expect((await fetch(`${home().url}/api/services/light/toggle`, call)).ok).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('needs a name of its own', async () => {
    const { page, complaints } = await openProfile();
    await makeToken(page, 'Tablet');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('dialog #name').fill('Tablet');
    await page.locator('dialog button.primary').click();
    await page.getByText('You already have a token with this name.').waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the person', () => {
  it('changes the name, which stays text whatever it is', async () => {
    const { page, user, complaints } = await openProfile();
    await page.getByRole('button', { name: 'Change name' }).click();
    expect(await page.locator('dialog #name').inputValue()).toBe(user);
    await page.locator('dialog #name').fill(HOSTILE);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('changes the password, which ends all other sessions', async () => {
    const { page, user, complaints } = await openProfile();
    const other = await openPage();
    await enter(other.page, user);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('#current_password').fill('not it at all');
    await page.locator('#new_password').fill('nine blue buckets');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await lookAt(page, 'password');
    await page.locator('#current_password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Password changed.').waitFor();
    await other.page.getByText('Your session has ended.').waitFor();
    await logIn(other.page, 'nine blue buckets', user);
    await other.page.locator('header.bar').waitFor();
    expect([complaints, other.complaints]).toEqual([[], []]);
  });

  it('sees where the account is logged in, and ends sessions one by one or all others', async () => {
    const { page, user, complaints } = await openProfile();
    const others = [await openPage(), await openPage()];
    for (const other of others) {
      await enter(other.page, user);
    }
    await page.reload();
    const rows = page.locator('hearth-session-card .row');
    await rows.nth(2).waitFor();
    expect(await rows.first().textContent()).toContain('This session');
    expect(await rows.first().textContent()).toContain('Chromium on Linux');
    await lookAt(page, 'sessions');
    await rows.nth(1).getByRole('button').click();
    await page.getByText('The session has ended.').waitFor();
    await rows.nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.locator('dialog button.danger').click();
    await page.getByText('All other sessions have ended.').waitFor();
    for (const other of others) await other.page.getByText('Your session has ended.').waitFor();
    expect(await rows.count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('chooses theme and language, which stay', async () => {
    const { page, complaints } = await openProfile();
    await page.getByLabel('Appearance').selectOption('dark');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Langlebige Tokens' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Langlebige Tokens' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.getByLabel('Darstellung').inputValue()).toBe('dark');
    await lookAt(page, 'profile-de');
    expect(complaints).toEqual([]);
  });
});

describe('the second factor', () => {
  it('is set up with an app, required at login, replaced by a recovery code once, and turned off', async () => {
    const { page, user, complaints } = await openProfile();
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = ((await page.locator('dialog .secret').textContent()) ?? '').replaceAll(' ', '');
    const code = (later = 0): string =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later });
    await page.locator('dialog #code').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('dialog .error').waitFor();
    await lookAt(page, 'factor-setup');
    await page.locator('dialog #code').fill(code());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const codes = await page.locator('.codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await lookAt(page, 'factor-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await logIn(page, OWNER.password, user);
    await page.getByText('Enter the six digits').waitFor();
    await lookAt(page, 'login-code');
    await page.locator('#code').fill('123456');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong or was already used.').waitFor();
    // A code works once. That of the next half minute is another one, and valid already.
    await page.locator('#code').fill(code(30));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: user }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await logIn(page, OWNER.password, user);
    await page.locator('#code').fill(codes[3] ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('9 recovery codes left.').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.locator('dialog button.danger').click();
    await page.getByText('The second step is off.').waitFor();
    const other = await openPage();
    await enter(other.page, user);
    expect(complaints).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('reaches everything: a token is made and revoked without a mouse', async () => {
    const { page, complaints } = await openProfile();
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const focusOn = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 40; step += 1) {
        await press('Tab');
        const text = await page.evaluate<string>(
          "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
        );
        if (name.test(text)) return;
      }
      throw new Error(`Nothing called ${name} is reached by Tab`);
    };
    await focusOn(/^Create token$/);
    await press('Enter');
    await page.locator('dialog #name').waitFor();
    await page.keyboard.type('By hand');
    await press('Enter');
    await page.locator('dialog textarea').waitFor();
    await focusOn(/^Done$/);
    await press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await focusOn(/^Revoke By hand$/);
    await press('Enter');
    await focusOn(/^Revoke$/);
    await press('Enter');
    await page.getByText('By hand is revoked.').waitFor();
    expect(complaints).toEqual([]);
  });
});
