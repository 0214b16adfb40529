import { describe, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile, startHome } from '../support/served-home.ts';
import { until } from '../support/until.ts';

const home = homeOfFile();

describe('the start page', () => {
  it('shows the current states, and switches lights', async () => {
    const { page, complaints } = await openInside(await startHome({ demo: true }), '/');
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

  it('has tabs of the rooms and a short menu on phones, and sliders in tiles', async () => {
    const demo = await startHome({ demo: true });
    const { page, complaints } = await openInside(demo, '/', { width: 390 });
    const lamp = page.locator('hearth-tile', { hasText: 'Bedside Lamp' }).first();
    await lamp.getByRole('slider', { name: 'Bedside Lamp: Brightness' }).fill('40');
    await lamp.getByText('40%').waitFor();
    await expect.poll(async () => (await demo.state('light.bedside_lamp')).state).toBe('on');
    await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Kitchen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Logbook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Logbook' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Profile' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows that a home without devices is empty', async () => {
    const { page } = await openInside(home(), '/', { language: 'de' });
    await page.locator('h1', { hasText: 'Zuhause' }).waitFor();
    await lookAt(page, 'home-de');
  });
});

describe('a lost server', () => {
  it('is shown, and the page recovers by itself afterwards', async () => {
    const home = await startHome();
    const { page } = await openInside(home, '/');
    await page.locator('header.bar').waitFor();
    await home.kill();
    await page.getByText('Not connected since').first().waitFor();
    await lookAt(page, 'lost');
    await page.reload().catch(() => {});
    await home.restart();
    // A page that opened without its server reloads itself, which may interrupt this.
    const open = () =>
      page.goto(home.url).then(
        () => true,
        () => false,
      );
    await until(open, 'the page opened');
    await page.locator('header.bar').waitFor();
    expect(await page.getByText('Not connected since').isVisible()).toBe(false);
  });

  it('is waited for where the page was open', async () => {
    const home = await startHome();
    const { page } = await openInside(home, '/');
    await page.locator('header.bar').waitFor();
    await home.kill();
    await page.getByText('Not connected since').first().waitFor();
    await home.restart();
    await page.locator('.banner').waitFor({ state: 'hidden', timeout: 15_000 });
    expect(await page.locator('header.bar').isVisible()).toBe(true);
  });
});

describe('the addresses of the app', () => {
  it('follow its links, and back and forward, without reloading', async () => {
    const { page, complaints } = await openInside(home(), '/');
    await page.locator('header.bar').waitFor();
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
