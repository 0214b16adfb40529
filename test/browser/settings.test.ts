import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { lookAt, readOut } from '../support/browser.ts';
import { type InsideHome, insideOfFile, openInside } from '../support/inside.ts';
import { startHome } from '../support/served-home.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';

const inSettings = insideOfFile('/settings/');

/** Opens a page of the settings; it runs no markup of names. */
const settings = (path: string, work: (inside: InsideHome) => Promise<void>): Promise<void> =>
  inSettings(path, async (inside) => {
    await work(inside);
    expect(await inside.page.locator('img').count()).toBe(0);
  });

const dialog = (page: Page) => page.locator('dialog');

async function save(page: Page): Promise<void> {
  await dialog(page).locator('button.primary').click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('the settings', () => {
  it('lead to all their pages', () =>
    settings('', async ({ page, home }) => {
      const links = page.locator('.section-list a');
      await links.first().waitFor();
      await lookAt(page, 'settings');
      const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      expect(paths.length).toBeGreaterThan(9);
      for (const path of paths) {
        await page.goto(`${home.url}${path}`);
        await page.locator('.section h1').waitFor();
        expect(await page.locator('.alert:not(.empty)').count()).toBe(0);
      }
    }));
});

describe('areas and floors', () => {
  it('are made, changed, put in order and deleted', () =>
    settings('areas', async ({ page, home }) => {
      const areas = () => home.must({ type: 'config/area_registry/list' });
      await page.getByRole('button', { name: 'Add area' }).click();
      await dialog(page).locator('button.primary').click();
      await dialog(page).locator('.error').waitFor();
      await lookAt(page, 'settings-area-form');
      await dialog(page).getByLabel('Name', { exact: true }).fill(HOSTILE);
      await dialog(page).getByLabel('Floor').selectOption({ label: 'Upper Floor' });
      await save(page);
      const row = page.locator('hearth-record-list').first().locator('.row', { hasText: HOSTILE });
      await row.waitFor();
      expect((await areas()).at(-1)).toMatchObject({ name: HOSTILE, floor_id: 'upper_floor' });
      await page.getByRole('button', { name: `Move ${HOSTILE} up` }).click();
      await expect.poll(async () => (await areas()).at(-2)?.name).toBe(HOSTILE);
      await page.getByRole('button', { name: `Edit ${HOSTILE}` }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Kitchen');
      await dialog(page).locator('button.primary').click();
      await dialog(page).getByText('already in use').waitFor();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Attic');
      await save(page);
      await page.getByRole('button', { name: 'Delete Attic' }).click();
      await dialog(page).locator('button.danger').click();
      await page.getByText('Attic is deleted.').waitFor();
      expect((await areas()).map(({ name }: { name: string }) => name)).not.toContain('Attic');
      await home.must({ type: 'config/floor_registry/create', name: 'Roof' });
      await page.locator('.row', { hasText: 'Roof' }).waitFor();
      await lookAt(page, 'settings-areas');
    }));
});

describe('labels and categories', () => {
  it('are made and shown', () =>
    settings('labels', async ({ page, home }) => {
      await page.getByRole('button', { name: 'Add label' }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Winter');
      await dialog(page).getByRole('radio', { name: 'Blue', exact: true }).check();
      await dialog(page).getByLabel('Icon').fill('mdi:snowflake');
      await lookAt(page, 'settings-label-form');
      await save(page);
      await page.locator('.row', { hasText: 'Winter' }).waitFor();
      expect(await home.must({ type: 'config/label_registry/list' })).toContainEqual(
        expect.objectContaining({ name: 'Winter', color: 'blue', icon: 'mdi:snowflake' }),
      );
      await home.must({
        ...{ type: 'config/label_registry/update', label_id: 'winter', color: 'deep-orange' },
      });
      const mark = page.locator('.row', { hasText: 'Winter' }).locator('.made-icon');
      await expect
        .poll(() => mark.evaluate<string, string>((one) => one.style.getPropertyValue('--made')))
        .toBe('#ff6f22');
      await page.getByRole('button', { name: 'Edit Winter' }).click();
      expect(await dialog(page).getByRole('radio', { name: 'Deep orange' }).isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add category' }).first().click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Lighting');
      await save(page);
      await page.locator('.row', { hasText: 'Lighting' }).waitFor();
      expect(await home.must({ type: 'config/category_registry/list', scope: 'automation' })).toHaveLength(1);
      await lookAt(page, 'settings-labels');
    }));
});

describe('devices', () => {
  it('are found, renamed, moved, and so are their entities', () =>
    settings('devices', async ({ page, home, rest }) => {
      await page.getByRole('searchbox').fill('ceiling aura');
      await lookAt(page, 'settings-devices');
      await rest('POST', '/api/services/light/turn_off', { entity_id: 'light.living_room_ceiling' });
      await page
        .locator('.row', { hasText: 'Living Room Ceiling' })
        .getByText('Off', { exact: true })
        .waitFor();
      await page.getByRole('link', { name: 'Living Room Ceiling' }).click();
      await page.getByRole('heading', { level: 1, name: 'Living Room Ceiling' }).waitFor();
      await page.getByRole('region', { name: 'Logbook' }).waitFor();
      await page.getByText('Related', { exact: true }).click();
      await page.getByRole('link', { name: 'Living Room', exact: true }).waitFor();
      await page.getByRole('button', { name: /^Living Room Ceiling: / }).click();
      await page
        .locator('hearth-entity-dialog dialog[open]')
        .getByRole('slider', { name: 'Brightness' })
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Big lamp');
      await dialog(page).getByLabel('Area').selectOption({ label: 'Kitchen' });
      await save(page);
      await page.getByRole('heading', { level: 1, name: 'Big lamp' }).waitFor();
      expect(await rest('GET', '/api/states/light.living_room_ceiling')).toMatchObject({
        attributes: { friendly_name: 'Big lamp' },
      });
      await page.locator('.row').getByRole('button', { name: 'Edit Big lamp' }).click();
      await dialog(page).getByLabel('Entity ID').fill('light.big_lamp');
      await save(page);
      await page.locator('code', { hasText: 'light.big_lamp' }).waitFor();
      expect(await rest('GET', '/api/states/light.big_lamp')).toMatchObject({ entity_id: 'light.big_lamp' });
      await lookAt(page, 'settings-device');
      const entry = await home.must({ type: 'config/entity_registry/get', entity_id: 'light.big_lamp' });
      expect(entry.device_id).toMatch(/^[\da-f]{32}$/);
    }));
});

describe('entities', () => {
  it('are filtered, hidden, moved and switched off, many at once', () =>
    settings('entities', async ({ page, home, rest }) => {
      const entry = (entity_id: string) => home.must({ type: 'config/entity_registry/get', entity_id });
      await page.getByRole('combobox', { name: 'Domain' }).selectOption('switch');
      await page.getByRole('checkbox', { name: 'Choose Coffee Machine' }).check();
      await page.getByRole('checkbox', { name: 'Choose Washing Machine' }).check();
      await page.getByText('2 selected').waitFor();
      await lookAt(page, 'settings-entities');
      await page.getByRole('button', { name: 'Hide', exact: true }).click();
      await page.getByText('2 entities changed.').waitFor();
      await expect.poll(async () => (await entry('switch.coffee_machine')).hidden_by).toBe('user');
      await page.getByRole('checkbox', { name: 'Choose Coffee Machine' }).check();
      await page.getByRole('combobox', { name: 'Add label…' }).selectOption({ label: 'Security' });
      await page.getByText('1 entity changed.').waitFor();
      expect((await entry('switch.coffee_machine')).labels).toContain('security');
      await page.getByRole('checkbox', { name: 'Choose Coffee Machine' }).check();
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.locator('.row', { hasText: 'Disabled' }).waitFor();
      await expect(rest('GET', '/api/states/switch.coffee_machine')).rejects.toThrow('404');
      await home.must({
        type: 'config/entity_registry/update',
        entity_id: 'switch.washing_machine',
        name: HOSTILE,
      });
      await page.locator('.row', { hasText: HOSTILE }).waitFor();
    }));
});

describe('helpers', () => {
  it('of every kind are made over the page, changed and deleted', () =>
    settings('helpers', async ({ page, home, rest }) => {
      const fills: Readonly<Record<string, () => Promise<void>>> = {
        input_select: () => dialog(page).getByLabel('Options').fill('One\nTwo'),
        zone: async () => {
          await dialog(page).getByLabel('Latitude').fill('52.1');
          await dialog(page).getByLabel('Longitude').fill('4.2');
        },
        group: async () => {
          await dialog(page).getByLabel('Group of').selectOption('light');
          for (const id of ['light.floor_lamp', 'light.kitchen_counter']) {
            await dialog(page).getByLabel('Members').fill(id);
            await dialog(page).getByLabel('Members').press('Enter');
          }
        },
        template: async () => {
          await dialog(page).getByLabel('Entity type').selectOption('sensor');
          await dialog(page).getByLabel('State, as a template').fill('{{ 20 + 1 }}');
          await dialog(page).getByLabel('Unit', { exact: true }).fill('°C');
          await dialog(page).getByLabel('Device class').fill('Temperature');
          await dialog(page).getByLabel('Device class').press('Enter');
        },
        schedule: async () => {
          await dialog(page).getByRole('button', { name: 'Add a time on Monday' }).click();
          await dialog(page).getByLabel('Monday, until').fill('18:30');
        },
      };
      const kinds = page.locator('hearth-record-list');
      await kinds.first().waitFor();
      const domains = await kinds.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind') ?? ''));
      expect(domains.length).toBeGreaterThan(10);
      for (const domain of domains.filter((one) => one !== 'tag')) {
        const kind = page.locator(`hearth-record-list[data-kind="${domain}"]`);
        await kind.getByRole('button', { name: 'Add', exact: true }).click();
        await dialog(page).getByLabel('Name', { exact: true }).fill('Made here');
        await fills[domain]?.();
        if (domain === 'schedule' || domain === 'template') await lookAt(page, `settings-${domain}-form`);
        else await readOut(page, `settings-${domain}-form`);
        await save(page);
        await kind.locator('.row', { hasText: 'Made here' }).waitFor();
        const made = domain === 'group' ? 'light' : domain === 'template' ? 'sensor' : domain;
        expect(await rest('GET', `/api/states/${made}.made_here`)).toMatchObject({
          attributes: { friendly_name: 'Made here' },
        });
      }
      const [schedule] = (await home.must({ type: 'schedule/list' })).filter(
        ({ id }: { id: string }) => id === 'made_here',
      );
      expect(schedule.monday).toEqual([{ from: '08:00:00', to: '18:30:00' }]);
      await lookAt(page, 'settings-helpers');
      const timer = page.locator('hearth-record-list[data-kind="timer"]');
      await timer.getByRole('button', { name: 'Edit Made here' }).click();
      await dialog(page).getByLabel('Minutes').fill('10');
      await save(page);
      expect(await home.must({ type: 'timer/list' })).toContainEqual(
        expect.objectContaining({ id: 'made_here', duration: '0:10:00' }),
      );
      await timer.getByRole('button', { name: 'Delete Made here' }).click();
      await dialog(page).locator('button.danger').click();
      await page.getByText('Made here is deleted.').waitFor();
      await expect(rest('GET', '/api/states/timer.made_here')).rejects.toThrow('404');
    }));
});

describe('users', () => {
  it('are made with a login, limited by rules, and kept out', () =>
    settings('users', async ({ page, home }) => {
      const users = (): Promise<{ name: string; policy: unknown; is_active: boolean; id: string }[]> =>
        home.must({ type: 'config/auth/list' });
      const grandma = async () => (await users()).find(({ name }) => name === 'Grandma');
      await page.getByRole('button', { name: 'Add user' }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('Grandma');
      await dialog(page).getByLabel('User name').fill('grandma');
      await dialog(page).getByLabel('Password').fill('seven green lanterns');
      await save(page);
      await page.getByRole('heading', { level: 1, name: 'Grandma' }).waitFor();
      await page.getByLabel('Only what rules allow').check();
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByLabel('Areas').selectOption({ label: 'Kitchen' });
      await page.getByLabel('From', { exact: true }).fill('08:00');
      await page.getByLabel('Until', { exact: true }).fill('20:00');
      await lookAt(page, 'settings-user');
      await page.getByRole('button', { name: 'Save permissions' }).click();
      await page.getByText('Saved.').waitFor();
      expect((await grandma())?.policy).toMatchObject({
        rules: [
          {
            effect: 'allow',
            actions: ['read', 'control'],
            areas: ['kitchen'],
            hours: { from: '08:00', until: '20:00' },
          },
        ],
      });
      await page.getByText('Sees and controls Kitchen daily from 08:00 to 20:00.').waitFor();
      await page.getByRole('button', { name: 'Use a preset' }).click();
      await dialog(page).getByLabel('For whom').selectOption('child');
      await dialog(page).getByRole('button', { name: 'Use a preset' }).click();
      await page
        .getByText(/^Sees everything\. Sees and controls .*Never sees Cameras\. Never controls /)
        .waitFor();
      await page.getByRole('button', { name: 'Save permissions' }).click();
      await expect.poll(async () => Object((await grandma())?.policy).rules?.length).toBe(4);
      await page.getByLabel('Can log in').uncheck();
      await page.getByRole('button', { name: 'Save', exact: true }).first().click();
      await expect.poll(async () => (await grandma())?.is_active).toBe(false);
      await page.goto(`${home.url}/settings/users`);
      await page.locator('.row', { hasText: 'Login disabled' }).waitFor();
      await lookAt(page, 'settings-users');
      await page.goto(`${home.url}/settings/audit`);
      await page.locator('.row', { hasText: 'User created' }).waitFor();
      await lookAt(page, 'settings-audit');
    }));
});

describe('tokens', () => {
  it('of all users are listed and revoked', () =>
    settings('tokens', async ({ page, home }) => {
      const made = await home.must({ type: 'hearth/token/create', name: 'Old tablet' });
      await page.reload();
      const row = page.locator('.row', { hasText: 'Old tablet' });
      await row.getByRole('button').click();
      await row.waitFor({ state: 'detached' });
      await lookAt(page, 'settings-tokens');
      const tokens: { id: string }[] = await home.must({ type: 'hearth/token/list' });
      expect(tokens.map(({ id }) => id)).not.toContain(made.id);
      // What is never undone is created again, in a form that is filled in.
      await page.goto(`${home.url}/settings/changes`);
      const change = page.locator('.row', { hasText: 'Old tablet' });
      await change.getByRole('link', { name: 'Create again' }).first().click();
      await expect
        .poll(() => dialog(page).getByLabel('Name', { exact: true }).inputValue())
        .toBe('Old tablet');
      await lookAt(page, 'settings-changes-again');
      await dialog(page).locator('button.primary').click();
      await dialog(page).getByText('Old tablet').waitFor();

      await page.goto(`${home.url}/settings/users?again=Grandpa`);
      await expect.poll(() => dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Grandpa');
      // A reload does not open the form again.
      expect(new URL(page.url()).search).toBe('');
    }));
});

describe('MQTT', () => {
  it('shows the broker, adds an account for a device, and shows its messages', async () => {
    const settings = 'mqtt:\n  broker:\n    enabled: true\n    port: 0\n';
    const home = await startHome({ settings });
    const { page, complaints } = await openInside(home, '/settings/mqtt');
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByLabel('User name').fill('sensor');
    await dialog(page).getByLabel('Password').fill('seven green lanterns');
    await save(page);
    await page.locator('.row', { hasText: 'sensor' }).waitFor();
    await page.getByLabel('Topic filter').fill('cellar/#');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByRole('button', { name: 'Stop listening' }).waitFor();
    const { port } = await home.must({ type: 'hearth/mqtt/broker' });
    const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: 'sensor',
      password: 'seven green lanterns',
    });
    const config = {
      name: 'Temperature',
      unique_id: 'cellar_1',
      state_topic: 'cellar/temperature',
      device: { identifiers: ['cellar'], name: HOSTILE },
    };
    await device.publishAsync('homeassistant/sensor/cellar/config', JSON.stringify(config));
    await device.publishAsync('cellar/temperature', '<b>12</b>');
    await page.locator('pre', { hasText: '<b>12</b>' }).waitFor();
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    await lookAt(page, 'settings-mqtt-broker');
    await device.endAsync();
    expect(complaints).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
  });
});

describe('encryption', () => {
  it('is turned on with one click, and each device is told how to trust it', () =>
    settings('encryption', async ({ page, home }) => {
      await page.getByText('HTTPS is off').waitFor();
      await page.getByRole('button', { name: 'Turn on HTTPS' }).click();
      await page.getByText('HTTPS is on').waitFor();
      const { fingerprint } = await home.must({ type: 'hearth/tls/info' });
      expect(await page.locator('.fingerprint').textContent()).toBe(fingerprint);
      await page.getByRole('img', { name: 'QR code of http' }).waitFor();
      await lookAt(page, 'settings-encryption');
      await page.goto(`${home.url}/trust`);
      await page.getByText('1. Compare').waitFor();
      expect(await page.locator('.fingerprint').textContent()).toBe(fingerprint);
      await page.locator('summary', { hasText: 'iPhone' }).click();
      await page.getByText('Certificate Trust Settings').waitFor();
      await lookAt(page, 'trust');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download certificate' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('hearth.crt');
      await page.goto(`${home.url}/settings/encryption`);
      await page.getByRole('button', { name: 'Turn off HTTPS' }).click();
      await dialog(page).locator('button.danger').click();
      await page.getByText('HTTPS is off').waitFor();
    }));
});

describe('the home and the server', () => {
  it('are named, placed, checked and restarted; the simulated home is removed and added', async () => {
    const home = await startHome({ demo: true });
    const { page, rest, complaints } = await openInside(home, '/settings/home');
    await page.getByLabel('Name of the home').fill('Harbour 5');
    await page.getByLabel('Latitude').fill('53.55');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Units').selectOption('us_customary');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await rest('GET', '/api/config')).toMatchObject({
      location_name: 'Harbour 5',
      latitude: 53.55,
      time_zone: 'Europe/Berlin',
      unit_system: { length: 'mi' },
    });
    await lookAt(page, 'settings-home');
    await page.goto(`${home.url}/settings/system`);
    await page.getByText('Uptime').waitFor();
    await lookAt(page, 'settings-system');
    await page.getByRole('button', { name: 'Check settings' }).click();
    await page.getByText('The settings are valid.').waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await dialog(page).locator('button.danger').click();
    await page.getByText('The simulated home was removed.').waitFor();
    await expect(rest('GET', '/api/states/light.floor_lamp')).rejects.toThrow('404');
    await page.getByRole('button', { name: 'Add the simulated home' }).click();
    await page.getByText('The simulated home was added.').waitFor();
    expect(await rest('GET', '/api/states/light.floor_lamp')).toMatchObject({
      entity_id: 'light.floor_lamp',
    });
    await page.goto(`${home.url}/settings/mqtt`);
    await page.locator('h1', { hasText: 'MQTT' }).waitFor();
    await lookAt(page, 'settings-mqtt');
    await page.goto(`${home.url}/settings/system`);
    await page.getByRole('button', { name: 'Restart', exact: true }).click();
    await dialog(page).locator('button.danger').click();
    // The port was a free one: the new server has another, and this page waits.
    await page.locator('.banner:not([hidden])').waitFor();
    // The browser itself reports that a server is unreachable.
    expect(complaints.filter((text) => !text.startsWith('WebSocket connection to'))).toEqual([]);
  });
});
