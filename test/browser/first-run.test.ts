import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lookAt, openPage } from '../support/browser.ts';
import { OWNER, sendClaim } from '../support/household.ts';
import { startUnclaimed } from '../support/served-home.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/**
 * The simulated home is added step by step, and its tiles move to their rooms: waits for the last step, the scenes, and
 * for the lamp in its room, then until nothing moves.
 */
async function untilBuilt(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Scenes and scripts', exact: true }).waitFor();
  await page.locator('hearth-room', { hasText: 'Living Room' }).getByText('Floor Lamp').first().waitFor();
  let last = '';
  await expect
    .poll(
      async () => {
        const now = await page.locator('main').innerText();
        const isSame = now === last;
        last = now;
        return isSame;
      },
      { interval: 400, timeout: 20_000 },
    )
    .toBe(true);
}

/** The state of a light, requested with the login of the page. */
function stateOf(page: Page, entityId: string): Promise<string> {
  return page.evaluate<string>(
    `fetch('/api/states/${entityId}', {
      headers: { Authorization: 'Bearer ' + JSON.parse(localStorage.getItem('hearth.tokens')).access_token },
    }).then((answer) => answer.json()).then(({ state }) => state)`,
  );
}

describe('a new home', () => {
  it('is claimed, named, placed and furnished, and its first light is switched', async () => {
    const home = await startUnclaimed();
    const { page, complaints } = await openPage();
    await sendClaim(page, home);
    await heading(page, 'Your home').waitFor();
    await page.getByLabel('Name of the home').fill('');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('.error').waitFor();
    await lookAt(page, 'welcome-home');
    await page.getByLabel('Name of the home').fill('Harbour 5');
    await page.getByLabel('Units').selectOption('us_customary');
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Location').waitFor();
    await page.getByLabel('Latitude').fill('53.55');
    await page.getByLabel('Longitude').fill('9.99');
    await lookAt(page, 'welcome-place');
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Look around').waitFor();
    await page.getByLabel('Add the simulated home').check();
    await lookAt(page, 'welcome-demo');
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Connect devices').waitFor();
    await lookAt(page, 'welcome-mqtt');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Add the simulated home').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Your phone').waitFor();
    await lookAt(page, 'welcome-phone');
    await page.getByRole('button', { name: 'Open the home' }).click();
    const lamp = page
      .getByRole('button', { name: /Floor Lamp/ })
      .or(page.getByRole('switch', { name: /Floor Lamp/ }));
    await lamp.first().waitFor();
    const before = await stateOf(page, 'light.floor_lamp');
    await lamp.first().click();
    await expect.poll(() => stateOf(page, 'light.floor_lamp')).not.toBe(before);
    expect(complaints).toEqual([]);
  }, 120_000);

  it('is opened by the keyboard alone as well, its first light after eighty presses of Tab at most', async () => {
    const home = await startUnclaimed();
    const { page, complaints } = await openPage({ width: 390 });
    await page.goto(home.url);
    await heading(page, 'Claim this home').waitFor();
    let pressed = 0;
    const isAt = (selector: string): Promise<boolean> =>
      page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`);
    const tabTo = async (name: string, isThere: () => Promise<boolean>): Promise<void> => {
      for (let presses = 0; presses < 200 && !(await isThere()); presses++) {
        await page.keyboard.press('Tab');
        pressed += 1;
      }
      expect([name, await isThere()]).toEqual([name, true]);
    };
    const tab = (selector: string): Promise<void> => tabTo(selector, () => isAt(selector));
    for (const [field, text] of [
      ['#code', home.claimCode],
      ['#name', OWNER.name],
      ['#username', OWNER.username],
      ['#password', OWNER.password],
    ] as const) {
      await tab(field);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await heading(page, 'Your home').waitFor();
    await expect.poll(() => isAt('#content')).toBe(true);
    await tab('#welcome-location_name');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Harbour 5');
    await page.keyboard.press('Enter');
    await heading(page, 'Location').waitFor();
    await tab('#welcome-longitude');
    await page.keyboard.press('Enter');
    await heading(page, 'Look around').waitFor();
    await tab('#demo');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await heading(page, 'Connect devices').waitFor();
    await tab('button.primary');
    await page.keyboard.press('Enter');
    await heading(page, 'Your phone').waitFor();
    await tab('button.primary');
    await page.keyboard.press('Enter');
    await heading(page, 'Home').waitFor();
    await page.getByText('Floor Lamp').first().waitFor();
    await untilBuilt(page);
    const before = await stateOf(page, 'light.floor_lamp');
    await tabTo('the lamp', () =>
      page.evaluate<boolean>(
        "document.activeElement.matches('[role=switch]') && /Floor Lamp/.test(document.activeElement.textContent + document.activeElement.ariaLabel)",
      ),
    );
    expect(
      await page.evaluate<boolean>(
        "document.activeElement.getBoundingClientRect().bottom <= document.querySelector('.bar').getBoundingClientRect().top",
      ),
    ).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => stateOf(page, 'light.floor_lamp')).not.toBe(before);
    // Two a second leave twenty seconds for the names and the password: the first light within a minute.
    expect(pressed).toBeLessThan(80);
    expect(complaints).toEqual([]);
  });

  it('can be entered at once, without the setup', async () => {
    const home = await startUnclaimed();
    const { page, complaints } = await openPage({ language: 'de-DE' });
    await sendClaim(page, home);
    await heading(page, 'Dein Zuhause').waitFor();
    await lookAt(page, 'welcome-de');
    await page.locator('[data-skip]').click();
    await heading(page, 'Zuhause').waitFor();
    expect(complaints).toEqual([]);
  });
});
