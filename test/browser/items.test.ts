import { describe, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { insideOfFile } from '../support/inside.ts';

const settings = insideOfFile('/settings/');

describe('an automation', () => {
  it('keeps unsaved changes when its page is left, and reports a run that fails at once', () =>
    settings('automations/new', async ({ page, rest }) => {
      await page.getByLabel('Name', { exact: true }).fill('Half done');
      await page.getByLabel('Add trigger…').selectOption('event');
      await page.getByRole('link', { name: 'Scripts' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Scripts' }).waitFor();
      await page.goBack();
      await page.getByText(/^Your unsaved changes were restored/).waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half done');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
      await page.reload();
      await page.getByLabel('Name', { exact: true }).waitFor();
      expect(await page.getByText(/^Your unsaved changes/).count()).toBe(0);

      const broken = { alias: 'Broken', triggers: [], actions: [{ action: 'light.turn_onn' }] };
      await rest('POST', '/api/config/automation/config/broken', broken);
      await page.getByRole('link', { name: 'Automations' }).first().click();
      await page.getByRole('link', { name: 'Broken' }).click();
      await page.getByText('The home does not have light.turn_onn.').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Run Broken' }).click();
      await page.getByText(/^That did not work: .*light\.turn_onn/).waitFor();
      await rest('DELETE', '/api/config/automation/config/broken');
    }));

  it('says why it did not run, live', () =>
    settings('automations/refused/traces', async ({ page, rest, home }) => {
      await rest('POST', '/api/config/automation/config/refused', {
        alias: 'For guests',
        triggers: [{ trigger: 'event', event_type: 'guest_asked' }],
        conditions: [{ condition: 'state', entity_id: 'input_boolean.guest_mode', state: 'on' }],
        actions: [{ action: 'light.turn_on', target: { entity_id: 'light.floor_lamp' } }],
      });
      await page.reload();
      const card = page.getByRole('region', { name: 'Why did it not run?' });
      await card.getByText('None of its triggers has fired yet.').waitFor();
      await card.getByText('Not met now').waitFor();
      await rest('POST', '/api/events/guest_asked', {});
      await card.getByText(/^Triggered .* It did not run because of: State: Guest mode\.$/).waitFor();
      await lookAt(page, 'why-not');
      await home.call('input_boolean.turn_on', { entity_id: 'input_boolean.guest_mode' });
      await card.getByText('Now: Guest mode: On').waitFor();
      await expect.poll(() => card.getByText('Not met now').count()).toBe(0);
      await home.call('input_boolean.turn_off', { entity_id: 'input_boolean.guest_mode' });
      await rest('DELETE', '/api/config/automation/config/refused');
    }));

  it('has steps that are tested one by one and copied between automations, and comes back after deletion', () =>
    settings('automations/first', async ({ page, rest, home }) => {
      await rest('POST', '/api/config/automation/config/first', {
        alias: 'First',
        triggers: [],
        conditions: [{ condition: 'state', entity_id: 'input_boolean.guest_mode', state: 'off' }],
        actions: [{ action: 'light.turn_on', target: { entity_id: 'light.hall_light' } }],
      });
      await page.reload();
      await page.locator('[data-part="conditions"]').getByText('Met now').waitFor();
      const actions = page.locator('[data-part="actions"]');
      await actions.getByRole('button', { name: 'Copy', exact: true }).click();
      await actions.getByRole('button', { name: 'Run step' }).click();
      await page.getByText('The step ran.').waitFor();
      await expect.poll(async () => (await home.state('light.hall_light')).state).toBe('on');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('First is deleted.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
      expect(await rest('GET', '/api/config/automation/config/first')).toMatchObject({ alias: 'First' });
      const [last] = await home.must({ type: 'hearth/changes/list', limit: 1 });
      expect(last.name).toBe('First');
      await page.getByRole('link', { name: 'Changes' }).first().click();
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      const lines = page.getByRole('dialog').locator('.diff span');
      await expect.poll(() => lines.allTextContents()).toContain('-   alias: First\n');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Scripts' }).first().click();
      await page.getByRole('link', { name: 'Add script' }).click();
      await page.getByLabel('Add action…').selectOption('paste');
      await expect.poll(() => page.locator('#item-yaml').inputValue()).toContain('light.hall_light');
      await rest('DELETE', '/api/config/automation/config/first');
    }));

  it('is made with forms, runs, shows its path, is changed as YAML, and an older version comes back', () =>
    settings('automations', async ({ page, rest, home }) => {
      await page.getByText('No automations yet.').waitFor();
      await page.getByRole('link', { name: 'Add automation' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Lamp with the test');
      await page.getByLabel('Add trigger…').selectOption('event');
      const triggers = page.locator('[data-part="triggers"]');
      await triggers.getByLabel('Event type').fill('lamp_wanted');
      await page.getByLabel('Add condition…').selectOption('state');
      const conditions = page.locator('[data-part="conditions"]');
      await conditions.getByLabel('Entities').fill('input_boolean.guest_mode');
      await conditions.getByLabel('Entities').press('Enter');
      await conditions.getByLabel('Is', { exact: true }).fill('off');
      await conditions.getByLabel('Is', { exact: true }).press('Enter');
      await page.getByLabel('Add action…').selectOption('action');
      const actions = page.locator('[data-part="actions"]');
      await actions.getByLabel('Target').fill('light.floor_lamp');
      await actions.getByLabel('Target').press('Enter');
      await actions.getByText(/^More fields/).click();
      await actions.getByLabel('Brightness percentage').fill('30');
      expect(await page.locator('#item-yaml').inputValue()).toContain('brightness_pct: 30');
      await lookAt(page, 'automation-editor');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Lamp with the test' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/settings\/automations\/\d+$/);
      const id = new URL(page.url()).pathname.split('/').at(-1);
      const config = () => rest('GET', `/api/config/automation/config/${id}`);
      expect(await config()).toMatchObject({
        alias: 'Lamp with the test',
        triggers: [{ trigger: 'event', event_type: 'lamp_wanted' }],
        conditions: [{ condition: 'state', entity_id: ['input_boolean.guest_mode'], state: ['off'] }],
        actions: [
          {
            action: 'light.turn_on',
            target: { entity_id: ['light.floor_lamp'] },
            data: { brightness_pct: 30 },
          },
        ],
      });

      await rest('POST', '/api/events/lamp_wanted', {});
      await expect
        .poll(async () => (await rest('GET', '/api/states/light.floor_lamp')) as object)
        .toMatchObject({ state: 'on', attributes: { brightness: 76 } });
      await page.getByRole('link', { name: 'Traces' }).click();
      const node = (path: string, mood: string) =>
        page.locator(`[data-path="${path}"] > .graph-node[data-mood="${mood}"]`);
      await node('trigger/0', 'done').waitFor();
      await node('action/0', 'done').click();
      await page
        .getByRole('region', { name: 'Step', exact: true })
        .locator('pre', { hasText: 'brightness_pct' })
        .waitFor();
      await lookAt(page, 'automation-trace');
      await page.getByRole('button', { name: 'Timeline' }).click();
      await page.getByRole('list', { name: 'Timeline' }).getByRole('button').nth(1).waitFor();
      await lookAt(page, 'automation-timeline');
      await page.getByRole('button', { name: 'List' }).click();
      await page.locator('[data-path="action/0"] summary').click();
      await page.locator('[data-path="action/0"] pre', { hasText: 'brightness_pct' }).waitFor();
      await rest('POST', '/api/services/input_boolean/turn_on', { entity_id: 'input_boolean.guest_mode' });
      await rest('POST', '/api/events/lamp_wanted', {});
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.locator('[data-path="condition/0"][data-mood="failed"]').waitFor();
      await page.locator('[data-path="action/0"][data-mood="skipped"]').waitFor();

      await page.getByRole('link', { name: 'Back to the editor' }).click();
      const yaml = page.locator('#item-yaml');
      await yaml.waitFor();
      const text = await yaml.inputValue();
      await yaml.fill(text.replace('event_type: lamp_wanted', 'event_type: [1'));
      await page.getByText(/^Line \d+/).waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await yaml.fill(text.replace('brightness_pct: 30', 'brightness_pct: 60'));
      expect(await page.getByLabel('Brightness percentage').inputValue()).toBe('60');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();

      await page.getByRole('link', { name: 'Versions' }).click();
      await page.getByRole('button', { name: 'Compare' }).first().click();
      await page.locator('.diff [data-op="+"]', { hasText: 'brightness_pct: 60' }).waitFor();
      await lookAt(page, 'automation-versions');
      await page.getByRole('button', { name: 'Restore' }).first().click();
      await page.locator('dialog button.danger').click();
      await page.locator('.row', { hasText: 'Restored' }).waitFor();
      expect(JSON.stringify(await config())).toContain('"brightness_pct":30');

      await page.goto(`${home.url}/settings/automations`);
      const enabler = page.getByRole('switch', { name: 'Lamp with the test is active' });
      await lookAt(page, 'automations');
      await enabler.click();
      await expect
        .poll(
          async () =>
            ((await rest('GET', '/api/states')) as { entity_id: string; state: string }[]).find(
              ({ entity_id }) => entity_id.startsWith('automation.'),
            )?.state,
        )
        .toBe('off');
      await page.getByRole('link', { name: 'Lamp with the test' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.locator('dialog button.danger').click();
      await page.getByText('No automations yet.').waitFor();
      await expect(config()).rejects.toThrow('404');
    }));
});

describe('a script', () => {
  it('is made, run from the list, and what cannot be used is refused', () =>
    settings('scripts/new', async ({ page, rest, home }) => {
      await rest('POST', '/api/services/light/turn_off', { entity_id: 'light.floor_lamp' });
      await page.getByLabel('Name', { exact: true }).fill('Good morning');
      await page.getByLabel('Add action…').selectOption('delay');
      const delay = page.locator('[data-part="actions"] [data-step="0"]');
      await delay.getByRole('button', { name: 'As YAML' }).click();
      await delay.locator('textarea').fill('delay: nonsense');
      await delay.locator('.error', { hasText: 'nonsense' }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.save-bar .alert:not(.empty)').waitFor();
      await delay.locator('textarea').fill('delay: 00:00:00');
      await delay.locator('.error').waitFor({ state: 'detached' });
      await delay.getByRole('button', { name: 'As a form' }).click();
      expect(await delay.getByLabel('Seconds').inputValue()).toBe('0');
      await page.getByLabel('Add action…').selectOption('scene');
      await page.locator('[data-step="1"]').getByLabel('Scene', { exact: true }).fill('scene.bright');
      await page.locator('[data-step="1"]').getByLabel('Scene', { exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Good morning' }).waitFor();
      expect(await rest('GET', '/api/config/script/config/good_morning')).toMatchObject({
        alias: 'Good morning',
        sequence: [{ delay: '00:00:00' }, { scene: 'scene.bright' }],
      });
      await page.goto(`${home.url}/settings/scripts`);
      await page.getByRole('button', { name: 'Run Good morning' }).click();
      await page.getByText('Good morning started').waitFor();
      await expect
        .poll(async () => (await rest('GET', '/api/states/light.floor_lamp')) as object)
        .toMatchObject({ state: 'on' });
    }));
});

describe('a scene', () => {
  it('saves the current states, and restores them', () =>
    settings('scenes/new', async ({ page, rest }) => {
      await rest('POST', '/api/services/light/turn_on', { entity_id: 'light.floor_lamp', brightness: 50 });
      await page.getByLabel('Name', { exact: true }).fill('Reading');
      await page.locator('#scene-entities').fill('light.floor_lamp');
      await page.locator('#scene-entities').press('Enter');
      await lookAt(page, 'scene-editor');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Reading' }).waitFor();
      await rest('POST', '/api/services/light/turn_off', { entity_id: 'light.floor_lamp' });
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect
        .poll(async () => (await rest('GET', '/api/states/light.floor_lamp')) as object)
        .toMatchObject({ state: 'on', attributes: { brightness: 50 } });
    }));
});

describe('what a script asks for', () => {
  it('is declared in the editor, and asked for wherever the script is run', () =>
    settings('scripts/new', async ({ page, rest, home }) => {
      await page.getByLabel('Name', { exact: true }).fill('Reading light');
      const inputs = page.locator('[data-part="inputs"]');
      await inputs.getByRole('button', { name: 'Add field' }).click();
      const first = inputs.locator('.branch').nth(0);
      await first.getByLabel('Name', { exact: true }).fill('Wie hell');
      expect(await first.getByLabel('Variable').inputValue()).toBe('wie_hell');
      await first.getByLabel('Variable').fill('1 bad');
      await first.getByText('Letters, digits and underscores').waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await first.getByLabel('Variable').fill('level');
      await first.getByLabel('Kind').selectOption('number');
      await first.getByLabel('Minimum').fill('1');
      await first.getByLabel('Maximum').fill('100');
      await first.getByLabel('Unit').fill('%');
      await first.getByLabel('Default').fill('40');
      await inputs.getByRole('button', { name: 'Add field' }).click();
      const second = inputs.locator('.branch').nth(1);
      await second.getByLabel('Name', { exact: true }).fill('Which one');
      await second.getByLabel('Kind').selectOption('entity');
      await second.getByLabel('Only this domain').fill('light');
      await second.getByLabel('Required').check();
      await lookAt(page, 'script-inputs');
      const yaml = page.locator('#item-yaml');
      await yaml.fill(
        `${(await yaml.inputValue()).replace('sequence: []', '')}
sequence:
  - action: light.turn_on
    target:
      entity_id: "{{ which_one }}"
    data:
      brightness_pct: "{{ level }}"`,
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Reading light' }).waitFor();
      expect(await rest('GET', '/api/config/script/config/reading_light')).toMatchObject({
        fields: {
          level: {
            ...{ name: 'Wie hell', default: 40 },
            selector: { number: { min: 1, max: 100, unit_of_measurement: '%' } },
          },
          which_one: { name: 'Which one', required: true, selector: { entity: { domain: 'light' } } },
        },
      });
      const lamp = () => rest('GET', '/api/states/light.floor_lamp');

      await page.goto(`${home.url}/settings/scripts`);
      await page.getByRole('button', { name: 'Run Reading light' }).click();
      const task = page.locator('dialog[open]');
      expect(await task.getByRole('spinbutton', { name: 'Wie hell' }).inputValue()).toBe('40');
      await task.getByRole('button', { name: 'Run', exact: true }).click();
      await task.getByText('This field is required').waitFor();
      await task.getByLabel('Which one').fill('light.floor_lamp');
      await task.getByLabel('Which one').press('Enter');
      await lookAt(page, 'script-asks');
      await task.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByText('Reading light started').waitFor();
      await expect.poll(lamp).toMatchObject({ state: 'on', attributes: { brightness: 102 } });

      await page.goto(home.url);
      await page.getByRole('button', { name: 'Reading light', exact: true }).click();
      const dialog = page.locator('hearth-entity-dialog dialog[open]');
      await dialog.getByRole('spinbutton', { name: 'Wie hell' }).fill('80');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await dialog.getByText('This field is required').waitFor();
      await dialog.getByLabel('Which one').fill('light.floor_lamp');
      await dialog.getByLabel('Which one').press('Enter');
      await lookAt(page, 'script-dialog');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      await expect.poll(lamp).toMatchObject({ state: 'on', attributes: { brightness: 204 } });

      await page.goto(`${home.url}/developer/services`);
      await page.getByLabel('Action', { exact: true }).fill('script.reading_light');
      await page.getByLabel('Action', { exact: true }).press('Tab');
      await expect.poll(() => page.getByRole('spinbutton', { name: 'Wie hell' }).inputValue()).toBe('40');
    }));

  it('is found by the name of the script, whatever its entity is called', () =>
    settings('scripts', async ({ page, home, rest }) => {
      const write = (key: string, label: string) =>
        rest('POST', `/api/config/script/config/${key}`, {
          alias: label,
          fields: { what: { name: label, required: true, selector: { text: {} } } },
          sequence: [{ event: key, event_data: { what: '{{ what }}' } }],
        });
      await write('first', 'Of the first');
      const rename = { type: 'config/entity_registry/update', entity_id: 'script.first' };
      await home.must({ ...rename, new_entity_id: 'script.second' });
      await write('second', 'Of the second');
      await page.getByRole('link', { name: 'Of the first' }).waitFor();
      await page.getByRole('link', { name: 'Of the second' }).waitFor();
      await page.getByRole('button', { name: 'Run Of the first' }).click();
      await page.locator('dialog[open]').getByLabel('Of the first').waitFor();
      await page.keyboard.press('Escape');
      const link = page.getByRole('link', { name: 'Of the first' });
      // The page reads the registry a moment after it received the change.
      await expect.poll(() => link.getAttribute('href')).toBe('/settings/scripts/first');
      await page.goto(`${home.url}/settings/scripts/first`);
      await page.getByRole('heading', { level: 1, name: 'Of the first' }).waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('dialog[open]').getByLabel('Of the first').fill('bell');
      await page.locator('dialog[open]').getByRole('button', { name: 'Run' }).click();
      await page.getByText('Of the first started').waitFor();
      await page.goto(home.url);
      await page.getByRole('button', { name: 'Of the first', exact: true }).click();
      const dialog = page.locator('hearth-entity-dialog dialog[open]');
      await dialog.getByLabel('Of the first').fill('bell');
      await dialog.getByRole('button', { name: 'Run', exact: true }).click();
      const last = async () =>
        ((await rest('GET', '/api/states/script.second')) as { attributes: { last_triggered: unknown } })
          .attributes.last_triggered;
      await expect.poll(last).not.toBeNull();
    }));
});
