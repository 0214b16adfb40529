import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser.ts';
import { sendClaim } from '../support/household.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile, startUnclaimed } from '../support/served-home.ts';
import { isThorough, seeds } from '../support/thoroughness.ts';

const home = homeOfFile({ demo: true });

/** A user with a phone: counts each tap, and each text typed into a field as one. */
class Thumb {
  taps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]');
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.first().click();
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    return this.tap(within.getByRole('button', { name }));
  }

  async type(field: Locator, text: string): Promise<void> {
    this.taps += 1;
    await field.first().fill(text);
  }

  /** Selects an option of a list that the phone draws: one tap opens it, another one chooses. */
  async select(list: Locator, label: RegExp): Promise<void> {
    this.taps += 2;
    const option = list.first().locator('option', { hasText: label }).first();
    await option.waitFor({ state: 'attached' });
    await list.first().selectOption((await option.getAttribute('value')) ?? '');
  }

  /** Types the beginning of a name and chooses what is found. */
  async find(field: Locator, text: string): Promise<void> {
    this.taps += 2;
    await field.first().fill(text);
    await this.page.locator('.combobox-list [role="option"]').first().click();
  }
}

/** What people want of a home, on which page they begin, and how many taps it may take on a phone. */
interface Task {
  readonly name: string;
  readonly path: string;
  readonly taps: number;
  do(thumb: Thumb): Promise<void>;
}

/** Two taps are the most for what is done every day; settings may take longer. */
const TASKS: readonly Task[] = [
  {
    name: 'switch on the lamp beside the bed',
    path: '/',
    taps: 1,
    async do(thumb) {
      await thumb.tap(thumb.page.getByRole('switch', { name: /^Bedside Lamp/ }));
      await expect.poll(async () => (await home().state('light.bedside_lamp')).state).toBe('on');
    },
  },
  {
    name: 'make it warm white at 30 percent',
    path: '/',
    taps: 3,
    async do(thumb) {
      await thumb.button('Bedside Lamp, details');
      await thumb.button('Warm white', thumb.dialog);
      await thumb.type(thumb.dialog.getByRole('slider', { name: 'Brightness' }), '30');
      await expect
        .poll(async () => (await home().state('light.bedside_lamp')).attributes.brightness)
        .toBe(76);
    },
  },
  {
    name: 'see which door is unlocked, and lock it',
    path: '/',
    taps: 2,
    async do(thumb) {
      await home().call('lock.unlock', { entity_id: 'lock.shed_lock' });
      await thumb.button(/unlocked$/);
      await thumb.button(/^Shed Lock Unlocked/, thumb.dialog);
      await expect.poll(async () => (await home().state('lock.shed_lock')).state).toMatch(/^lock/);
    },
  },
  {
    name: 'see who was at the door',
    path: '/',
    taps: 3,
    async do(thumb) {
      await thumb.button('Search');
      await thumb.type(thumb.dialog.getByRole('combobox'), 'last visitor');
      await thumb.tap(thumb.dialog.getByRole('option', { name: /Last Visitor/ }));
      await thumb.dialog.locator('.stream img').waitFor();
    },
  },
  {
    name: 'learn that the code of the alarm was wrong',
    path: '/',
    taps: 6,
    async do(thumb) {
      await thumb.button('Alarm: Disarmed');
      for (const digit of '9999')
        await thumb.tap(thumb.dialog.getByRole('button', { name: digit, exact: true }));
      await thumb.tap(thumb.dialog.getByRole('button', { name: 'Home', exact: true }));
      const toast = thumb.page.locator('.toast[data-kind="trouble"]');
      await toast.waitFor();
      expect(await toast.innerText()).toContain('The code is wrong.');
    },
  },
  {
    name: 'see how much energy today took',
    path: '/',
    taps: 1,
    async do(thumb) {
      await thumb.tap(thumb.page.getByRole('link', { name: 'Energy' }));
      await thumb.page.getByRole('heading', { level: 1, name: 'Energy' }).waitFor();
    },
  },
  {
    name: 'leave a note on a phone',
    path: '/',
    taps: 5,
    async do(thumb) {
      await thumb.button('Search');
      await thumb.type(thumb.dialog.getByRole('combobox'), 'anna phone');
      await thumb.tap(thumb.dialog.getByRole('option', { name: /Notifications?|notify/i }));
      await thumb.type(thumb.dialog.getByLabel('Message'), 'Milk, please');
      await thumb.button('Send', thumb.dialog);
      await expect.poll(async () => (await home().state('notify.anna_phone')).state).not.toBe('unknown');
    },
  },
  {
    name: 'let a guest control the living room',
    path: '/settings/users',
    taps: 13,
    async do(thumb) {
      const { page, dialog } = thumb;
      await thumb.button('Add user');
      await thumb.type(dialog.getByLabel('Name', { exact: true }), 'Gast');
      await thumb.type(dialog.getByLabel('User name'), 'gast');
      await thumb.type(dialog.getByLabel('Password'), 'seven green lanterns');
      await thumb.button('Save', dialog);
      await page.getByRole('heading', { level: 1, name: 'Gast' }).waitFor();
      await thumb.button('Use a preset');
      await thumb.select(dialog.getByLabel('For whom'), /^Guest/);
      await thumb.select(dialog.getByLabel('Areas'), /^Living Room/);
      await thumb.button('Use a preset', dialog);
      await thumb.button('Save permissions');
      await page.getByText('Saved.').waitFor();
    },
  },
  {
    name: 'let motion switch on the hall, wait, and switch it off again',
    path: '/settings/automations/new',
    taps: 20,
    async do(thumb) {
      const { page } = thumb;
      await thumb.type(page.getByLabel('Name', { exact: true }), 'Hall at night');
      await thumb.select(page.getByLabel('Add trigger…'), /^State$/);
      const triggers = page.locator('[data-part="triggers"]');
      await thumb.find(triggers.getByLabel('Entities'), 'hall motion');
      const actions = page.locator('[data-part="actions"]');
      await thumb.select(page.getByLabel('Add action…'), /^Perform action$/);
      await thumb.find(actions.getByLabel('Target'), 'hall light');
      await thumb.button('Save');
      await page.getByRole('heading', { level: 1, name: 'Hall at night' }).waitFor();
    },
  },
];

it.each(seeds(TASKS.slice(0, 3), TASKS))('$name, with $taps taps', async ({ path, taps, do: work }) => {
  const { page, complaints } = await openInside(home(), path, { width: 390 });
  const thumb = new Thumb(page);
  await work(thumb);
  expect(thumb.taps).toBeLessThanOrEqual(taps);
  expect(complaints).toEqual([]);
});

it.runIf(isThorough)('from the claim to the first page in twelve taps', async () => {
  const { page } = await openPage({ width: 390 });
  await sendClaim(page, await startUnclaimed());
  // Four fields and a button.
  const thumb = new Thumb(page);
  thumb.taps = 5;
  await page.getByRole('heading', { level: 1, name: 'Your home' }).waitFor();
  for (let step = 0; step < 4; step++) await thumb.button('Next');
  await thumb.button('Open the home');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(thumb.taps).toBeLessThanOrEqual(12);
});
