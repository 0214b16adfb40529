import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lookAt, openPage } from '../support/browser.ts';
import { closeDialog, openDialog } from '../support/home-page.ts';
import { logIn, OWNER } from '../support/household.ts';
import { type InsideHome, openInside } from '../support/inside.ts';
import { homeOfFile, startHome } from '../support/served-home.ts';
import { seeds } from '../support/thoroughness.ts';

/** Markup, a script URL, a bidi override, the end of an attribute: names as an attacker chooses them. */
const HOSTILE = '<img src=x onerror="document.title=1"> "\'><script>document.title=2</script> ‮ {{ 1 }}';

/** One page of each kind. */
const PAGES = [
  ...['/history', '/energy', '/logbook', '/dashboards/lovelace', '/map', '/media', '/area/kitchen'],
  ...['/settings/automations/new', '/settings/devices', '/developer/states', '/profile'],
];

/** One home for all tests that leave it home. */
const shared = homeOfFile({ demo: true });

/** Opens the start page of a home. */
async function openHome(home = shared()): Promise<InsideHome> {
  const inside = await openInside(home, '/');
  await inside.page.locator('h1').waitFor();
  return inside;
}

/** Entities without an area come last and are rendered when they approach the window. */
async function scrollDown(page: Page): Promise<void> {
  await page.locator('hearth-room', { hasText: 'Without a room' }).scrollIntoViewIfNeeded();
}

describe('a tile', () => {
  it('switches with a tap, opens with the mouse held or the other button, and with its dots', async () => {
    const { page, home, complaints } = await openHome();
    const tile = page.locator('hearth-tile').filter({ hasText: 'Bedside Lamp' });
    await tile.getByRole('switch').click();
    await expect.poll(async () => (await home.state('light.bedside_lamp')).state).toBe('on');
    await home.call('light.turn_off', { entity_id: 'light.bedside_lamp' });
    await tile.getByRole('switch', { checked: false }).waitFor();
    const dialog = page.locator('hearth-entity-dialog dialog[open]');
    await tile.getByRole('switch').click({ delay: 800 });
    await dialog.getByRole('heading', { name: 'Bedside Lamp' }).waitFor();
    await closeDialog(page);
    await tile.getByRole('switch').click({ button: 'right' });
    await dialog.waitFor();
    await closeDialog(page);
    await tile.getByRole('button', { name: /Bedside Lamp/ }).click();
    await dialog.waitFor();
    await lookAt(page, 'dialog-light');
    await closeDialog(page);
    expect((await home.state('light.bedside_lamp')).state).toBe('off');
    expect(complaints).toEqual([]);
  });

  it('is used with the keyboard alone, and the focus comes back to it', async () => {
    const { page, home } = await openHome();
    const lamp = page.getByRole('switch', { name: /Mirror Light/ });
    await lamp.focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await home.state('light.mirror_light')).state).toBe('on');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.locator('hearth-entity-dialog dialog[open]');
    await dialog.waitFor();
    const slider = dialog.getByRole('slider', { name: 'Brightness' });
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(async () => (await home.state('light.mirror_light')).state).toBe('off');
    await closeDialog(page);
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/Mirror/);
  });

  it('shows the real state again if nothing followed', async () => {
    const { page, home } = await openHome();
    // A state without a device: the call succeeds and nothing happens.
    await home.set('light.nowhere', 'on', { friendly_name: 'Nowhere' });
    await scrollDown(page);
    const ghost = page.locator('hearth-tile').filter({ hasText: 'Nowhere' }).getByRole('switch');
    await ghost.click();
    await expect.poll(() => ghost.getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => ghost.getAttribute('aria-checked'), { timeout: 8000 }).toBe('true');
  });
});

describe('the start page', () => {
  it('is arranged, and looks the same on every device of this user', async () => {
    const { page, home } = await openHome();
    await page.getByRole('button', { name: 'Arrange' }).click();
    const tool = (name: string) => page.getByRole('button', { name, exact: true }).first();
    await tool('Add Bedside Lamp to the favorites').click();
    await page.getByRole('heading', { name: 'Favorites' }).waitFor();
    await tool('Hide String Lights').click();
    await tool('Move Bedroom back').click();
    await tool('Move Bedroom Shutter forward').click();
    await lookAt(page, 'arranging');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('String Lights').waitFor({ state: 'detached' });
    const other = await openPage();
    await other.page.goto(home.url);
    await logIn(other.page);
    await other.page.getByRole('heading', { name: 'Favorites' }).waitFor();
    expect(await other.page.getByText('String Lights').count()).toBe(0);
    const rooms = await other.page.locator('hearth-room h3').allInnerTexts();
    expect(rooms.indexOf('Bathroom')).toBeLessThan(rooms.indexOf('Bedroom'));
    await other.page
      .locator('section', { hasText: 'Favorites' })
      .getByRole('switch', { name: /Bedside Lamp/ })
      .first()
      .click();
    await expect.poll(async () => (await home.state('light.bedside_lamp')).state).toBe('on');
    expect(other.complaints).toEqual([]);
  });

  it('shows at the top what is on, and turns it off', async () => {
    const { page, home } = await openHome();
    await home.call('light.turn_on', { entity_id: 'light.kitchen_ceiling' });
    await page.getByRole('button', { name: 'All closed' }).click();
    await page.getByRole('dialog', { name: 'Doors and windows' }).getByText('Front Door').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /lights? on/ }).click();
    const dialog = page.locator('hearth-group-dialog dialog');
    await dialog.getByRole('switch', { name: /Kitchen Ceiling/ }).waitFor();
    await lookAt(page, 'group');
    await dialog.getByRole('button', { name: 'Turn all off' }).click();
    await expect.poll(async () => (await home.state('light.kitchen_ceiling')).state).toBe('off');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('All lights off').waitFor();
    await home.set('binary_sensor.cellar_smoke', 'on', {
      device_class: 'smoke',
      friendly_name: 'Cellar smoke',
    });
    await page.getByRole('button', { name: 'Cellar smoke: Detected' }).waitFor();
  });

  it('shows a room with all its entities', async () => {
    const { page, complaints } = await openHome();
    await page.getByRole('link', { name: 'Living Room' }).click();
    await page.getByRole('heading', { level: 1, name: 'Living Room' }).waitFor();
    expect(await page.title()).toBe('Living Room · Hearth');
    await page.getByRole('switch', { name: /Ceiling/ }).waitFor();
    await page.getByRole('heading', { name: 'Sensors' }).waitFor();
    await page.locator('.home-head', { hasText: /\d° · \d+%/ }).waitFor();
    await lookAt(page, 'room');
    await page.setViewportSize({ width: 390, height: 844 });
    const [first, second] = await page.locator('hearth-virtual-grid').first().getByRole('listitem').all();
    await expect.poll(async () => (await second?.boundingBox())?.y).toBe((await first?.boundingBox())?.y);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the notification center', () => {
  it('lists messages and failures on every page, thousands of them, until they are dismissed', async () => {
    const { page, home, complaints } = await openHome();
    const broken = {
      ...{ alias: HOSTILE, triggers: [{ trigger: 'event', event_type: 'break' }] },
      actions: [{ action: 'light.turn_onn', target: { entity_id: 'light.gone' } }],
    };
    await home.rest('POST', '/api/config/automation/config/broken', broken);
    await home.must({ type: 'fire_event', event_type: 'break' });
    const message = '# Done\n**The** [machine](/area/kitchen) <img src="x"> [here](javascript:alert(1))';
    const message_of = { title: 'Laundry', notification_id: 'laundry', message };
    await home.call('persistent_notification.create', message_of);
    await page.getByRole('button', { name: /^Notifications [1-9] open$/ }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Alerts [1-9] open$/ }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const center = page.locator('hearth-notices dialog[open]');
    const laundry = center.locator('.notice-entry', { hasText: 'Laundry' });
    await laundry.locator('strong', { hasText: 'The' }).waitFor();
    expect(await laundry.locator('img, a[href^="javascript"]').count()).toBe(0);
    await center.getByRole('heading', { name: `${HOSTILE} failed` }).waitFor();
    await lookAt(page, 'notices');
    await center.getByRole('button', { name: 'Dismiss: Laundry' }).click();
    await laundry.waitFor({ state: 'detached' });

    const create = {
      action: 'persistent_notification.create',
      data: { message: 'No. {{ repeat.index }}', notification_id: 'n{{ repeat.index }}' },
    };
    const sequence = [{ repeat: { count: seeds(1000, 5000), sequence: [create] } }];
    await home.must({ type: 'execute_script', sequence });
    await center.getByRole('button', { name: /^Show \d+ more$/ }).waitFor();
    expect(await center.locator('.notice-entry').count()).toBeLessThan(40);
    // What leaves the list leaves nothing behind.
    const comments =
      "[...document.querySelector('.notices:last-of-type').childNodes].filter((one) => one.nodeType === 8).length";
    expect(await page.evaluate<number>(comments)).toBeLessThan(80);
    await center.getByRole('button', { name: 'Dismiss all' }).last().click();
    await center.getByText('No. 1', { exact: true }).waitFor({ state: 'detached' });
    await center.getByRole('link', { name: 'See why' }).click();
    await page.getByRole('heading', { level: 1, name: /^Traces of/ }).waitFor();
    expect(page.url()).toContain('/settings/automations/broken/traces?run=');
    expect(complaints).toEqual([]);
  });
});

describe('the way back', () => {
  it('closes a dialog before it leaves the page, and opens it again on the way forward', async () => {
    const { page, complaints } = await openHome();
    await page.getByRole('link', { name: 'Utility Room' }).scrollIntoViewIfNeeded();
    const left = await page.evaluate<number>('scrollY');
    expect(left).toBeGreaterThan(100);
    await page.getByRole('link', { name: 'Kitchen' }).dispatchEvent('click');
    await page.getByRole('button', { name: /Counter/ }).click();
    const dialog = page.locator('hearth-entity-dialog dialog[open]');
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/area\/kitchen$/);
    await page.goForward();
    await dialog.getByRole('heading', { name: 'Kitchen Counter' }).waitFor();
    await closeDialog(page);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    // Areas not rendered before may differ a little from their estimated size.
    await expect.poll(() => page.evaluate<number>(`Math.abs(scrollY - ${left})`)).toBeLessThan(150);
    expect(complaints).toEqual([]);
  });
});

describe('the first load of the start page', () => {
  it('takes at most 110 kB and twenty requests', async () => {
    const { page, home } = await openHome();
    const other = await openPage();
    const state = await page.context().storageState();
    await other.page.goto(`${home.url}/icon.svg`);
    await other.page.evaluate(
      `localStorage.setItem('hearth.tokens', ${JSON.stringify(
        state.origins[0]?.localStorage.find(({ name }) => name === 'hearth.tokens')?.value,
      )})`,
    );
    const paths: string[] = [];
    other.page.on('response', (response) => paths.push(new URL(response.url()).pathname));
    await other.page.goto(home.url);
    await other.page.locator('.tile').first().waitFor();
    let bytes = 0;
    for (const path of new Set(paths)) {
      const response = await fetch(home.url + path, { headers: { 'Accept-Encoding': 'br' } });
      bytes += Number(response.headers.get('content-length'));
      await response.arrayBuffer();
    }
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.length).toBeLessThanOrEqual(20);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(110_000);
  });
});

describe('a home full of hostile names', () => {
  it('shows them as text, in tiles, dialogs, chips and attributes', async () => {
    const { page, home, complaints } = await openHome();
    const { area_id: area } = await home.must({
      type: 'config/area_registry/create',
      name: HOSTILE,
      icon: 'mdi:"><b>',
    });
    await home.must({
      type: 'config/entity_registry/update',
      entity_id: 'light.bedside_lamp',
      name: HOSTILE,
      area_id: area,
      icon: HOSTILE,
    });
    const attributes = {
      friendly_name: HOSTILE,
      [HOSTILE]: HOSTILE,
      icon: 'mdi:__proto__',
      entity_picture: 'javascript:document.title=3',
      options: [HOSTILE],
      unit_of_measurement: HOSTILE,
      device_class: HOSTILE,
      effect_list: [HOSTILE, { evil: true }, null],
      supported_color_modes: 'hs',
      hs_color: [HOSTILE],
      supported_features: 1e308,
    };
    const domains = [
      'light',
      'select',
      'sensor',
      'media_player',
      'image',
      'person',
      'climate',
      'todo',
      'cover',
    ];
    for (const domain of domains) await home.set(`${domain}.hostile`, HOSTILE.slice(0, 200), attributes);
    await page.locator('hearth-room', { hasText: 'onerror' }).first().waitFor();
    for (const domain of domains) {
      const dialog = await openDialog(page, `${domain}.hostile`);
      await dialog.getByRole('heading', { name: HOSTILE }).waitFor();
      await dialog.getByText('Attributes').click();
      await dialog.getByText('entity picture').first().or(dialog.locator('.facts')).first().waitFor();
      await closeDialog(page);
    }
    expect(await page.title()).toBe('Home · Hearth');
    expect(await page.locator('img[src="x"], script:not([src]), b').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('a user with limited permissions', () => {
  it('sees what the user may see, and no disabled controls', async () => {
    const { home } = await openHome();
    await home.addUser('guest', 'system-read-only');
    const { page, complaints } = await openPage();
    await page.goto(home.url);
    await logIn(page, OWNER.password, 'guest');
    const lamp = page.locator('hearth-tile').filter({ hasText: 'Mirror Light' }).getByRole('button');
    await lamp.waitFor();
    await expect.poll(() => page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Developer' }).count()).toBe(0);
    await lamp.click();
    const dialog = page.locator('hearth-entity-dialog dialog[open]');
    await dialog.getByText('You can view this, but not change it.').waitFor();
    expect(await dialog.locator('.control :is(button, input, select):not(:disabled)').count()).toBe(0);
    expect(await dialog.getByText('Settings').count()).toBe(0);
    await home.call('light.turn_on', { entity_id: 'light.mirror_light', brightness_pct: 55 });
    await dialog.locator('.entity-state', { hasText: '55%' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('a server that is silent with its socket open', () => {
  it('is noticed: tiles look stale, a tap changes nothing, and the page recovers', async () => {
    const { page, home } = await openHome(await startHome({ demo: true }));
    const lamp = page.getByRole('switch', { name: /Bedside Lamp/ });
    await lamp.waitFor();
    // Its script is loaded when it is first opened.
    await (await openDialog(page, 'light.bedside_lamp')).getByRole('slider').first().waitFor();
    await closeDialog(page);
    const others = await Promise.all(
      PAGES.map(async (path) => {
        const other = await page.context().newPage();
        await other.goto(home.url + path);
        await other.locator('h1').first().waitFor();
        return other;
      }),
    );
    await page.bringToFront();
    home.freeze(true);
    await lamp.click();
    await expect.poll(() => lamp.getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => lamp.getAttribute('aria-checked'), { timeout: 5000 }).toBe('false');
    await page.getByText('Not connected since').waitFor({ timeout: 10_000 });
    for (const other of others) await other.getByText('Not connected since').first().waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.tile')).filter")).toBe(
      'grayscale(1)',
    );
    await lookAt(page, 'stale');
    const dialog = await openDialog(page, 'light.bedside_lamp');
    await dialog.getByText('Not connected since').waitFor();
    expect(await dialog.getByRole('slider').first().isDisabled()).toBe(true);
    await closeDialog(page);
    home.freeze(false);
    for (const one of [page, ...others])
      await one.locator('.banner').waitFor({ state: 'hidden', timeout: 20_000 });
    await home.call('light.turn_on', { entity_id: 'light.bedside_lamp' });
    await page.getByRole('switch', { name: /Bedside Lamp/, checked: true }).waitFor();
  });
});

describe('a server that is away for some seconds', () => {
  it('comes back under an open page, which is right again', async () => {
    const { page, home } = await openHome(await startHome({ demo: true }));
    const lamp = page.getByRole('switch', { name: /Bedside Lamp/ });
    await lamp.waitFor();
    await page.evaluate("document.body.dataset.kept = 'yes'");
    const other = await page.context().newPage();
    await other.goto(home.url);
    await other.locator('.tile').first().waitFor();
    const picture = (await openDialog(other, 'camera.garden_camera')).locator('.stream img');
    const width = () => picture.evaluate<number, { naturalWidth: number }>((one) => one.naturalWidth);
    await expect.poll(width, { timeout: 20_000 }).toBe(320);
    const before = await picture.getAttribute('src');
    await home.kill();
    await page.getByText('Not connected since').first().waitFor();
    await page.waitForTimeout(seeds(500, 5000));
    await home.restart();
    await home.call('light.turn_on', { entity_id: 'light.bedside_lamp' });
    await home.set('light.new_one', 'on', { friendly_name: 'New one' });
    await page.locator('.banner').waitFor({ state: 'hidden', timeout: 15_000 });
    await page.getByRole('switch', { name: /Bedside Lamp/, checked: true }).waitFor();
    await scrollDown(page);
    await page.locator('hearth-tile', { hasText: 'New one' }).waitFor();
    await lamp.click();
    await expect.poll(async () => (await home.state('light.bedside_lamp')).state).toBe('off');
    expect(await page.evaluate('document.body.dataset.kept')).toBe('yes');
    // Videos resume with a token of the new server.
    await expect.poll(() => picture.getAttribute('src'), { timeout: 20_000 }).not.toBe(before);
    await expect.poll(width, { timeout: 20_000 }).toBe(320);
  });
});

describe('the app in the browser’s cache', () => {
  it('opens without its server, says so, and continues once the server is back', async () => {
    const { page, home } = await openHome(await startHome());
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await home.kill();
    await page.goto(`${home.url}/profile`);
    await page.getByRole('heading', { name: 'Hearth cannot be reached' }).waitFor();
    await home.restart();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    const kept = await page.evaluate<string[]>(
      'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((store) => store.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))',
    );
    expect(kept).toContain('/');
    expect(kept.filter((path) => /^\/(api|auth)/.test(path))).toEqual([]);
  });

  it('can be installed', async () => {
    const { home } = await openHome();
    const manifest = (await (await fetch(`${home.url}/manifest.json`)).json()) as {
      readonly icons: readonly { readonly src: string; readonly type: string; readonly sizes: string }[];
    };
    for (const { src, type, sizes } of manifest.icons) {
      const response = await fetch(home.url + src);
      expect([src, response.headers.get('content-type')]).toEqual([src, type]);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});
