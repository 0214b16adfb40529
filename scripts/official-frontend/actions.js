// What users do on pages of the official frontend, by its forms; each waits for what the server then has.
import { rest } from '../clients/server.js';

/** Lists that are searched while one types settle in this time, in milliseconds. */
const SETTLING = 1200;

/** By name: the page, what is done there, and whether the server has the result. */
const ACTIONS = {
  'a zone is drawn': {
    path: '/config/zone',
    async act(page) {
      await page.getByText('Create zone').click();
      await page.locator('input[name=name]').fill('Allotment');
      const { x, y, width, height } = await page.locator('ha-selector-location ha-map').boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + 60, y + height / 2 - 40, { steps: 8 });
      await page.mouse.up();
      await create(page);
    },
    async done({ server }) {
      const states = await rest(server, '/api/states');
      const at = (id) => states.find(({ entity_id: one }) => one === id)?.attributes;
      const [zone, home] = [at('zone.allotment'), at('zone.home')];
      return zone !== undefined && Math.abs(zone.longitude - home.longitude) > 0.0005;
    },
  },
  'a dashboard is created, edited and shown after a reload': {
    path: '/config/lovelace/dashboards',
    async act(page) {
      await page.getByText('Add dashboard').click();
      await page.getByText('New dashboard from scratch').click();
      await page.locator('input[name=title]').fill('Evening');
      await create(page);
      await page.getByText('Evening').first().waitFor();
      await page.goto(new URL('/dashboard-evening/0?edit=1', page.url()).href);
      await page.locator('hui-grid-section .add').first().click();
      await page.getByText('By card').click();
      await page.locator('input[placeholder^="Search"]').last().fill('Markdown');
      await page
        .locator('hui-card-picker .card')
        .filter({ hasText: 'Markdown' })
        .first()
        .click({ force: true });
      await type(page, 'Written in the editor');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Done', { exact: true }).click();
      await page.reload();
      await page.getByText('Written in the editor').waitFor();
    },
    async done({ client }) {
      const { result } = await client.ask({ type: 'lovelace/config', url_path: 'dashboard-evening' });
      return JSON.stringify(result).includes('Written in the editor');
    },
  },
  'a helper is created by its flow': {
    path: '/config/helpers',
    async act(page) {
      await page.getByText('Create helper').click();
      await page.getByText('Combined sensors').click();
      await page.locator('input[name=name]').fill('Warmest');
      await page.getByText('Select an entity').click();
      await page.waitForTimeout(SETTLING);
      await page.keyboard.insertText('temperature');
      await page.waitForTimeout(SETTLING);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
    },
    done: ({ server }) => hasState(server, 'sensor.warmest'),
  },
  'an automation is created in its editor and run': {
    path: '/config/automation/edit/new',
    async act(page) {
      await menu(page, 'Edit in YAML');
      await type(
        page,
        'alias: Made in the editor\ntriggers:\n  - trigger: time\n    at: "03:00:00"\nactions:\n' +
          '  - event: made_in_the_editor\n',
      );
      await page.getByText('Save', { exact: true }).first().click();
      await page.getByText('Traces').waitFor();
      await menu(page, 'Run actions');
    },
    async done({ server }) {
      const { attributes } = await rest(server, '/api/states/automation.made_in_the_editor');
      return attributes.last_triggered !== null;
    },
  },
  'a user is added': {
    path: '/config/users',
    async act(page) {
      await page.getByText('Add user').click();
      const password = 'a long enough one';
      // The user name follows from the name.
      const fields = { name: 'Robin', password, passwordConfirm: password };
      for (const [name, value] of Object.entries(fields))
        await page.locator(`input[name=${name}]`).fill(value);
      await create(page);
    },
    async done({ client }) {
      const { result } = await client.ask({ type: 'config/auth/list' });
      return result.some(({ username }) => username === 'robin');
    },
  },
};

/** Adds a device that is not part of the test, by the steps of its integration. */
const wledAt = (address) => ({
  path: '/config/integrations/dashboard',
  async act(page) {
    await page.getByText('Add integration').click();
    await page.getByText('WLED', { exact: true }).click();
    await page.locator('input[name=host]').fill(address);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('button', { name: /^(Finish|Skip and finish)$/ }).click();
  },
  async done({ client }) {
    const { result } = await client.ask({ type: 'config_entries/get', domain: 'wled' });
    return result.some(({ state }) => state === 'loaded');
  },
});

/**
 * Does everything in turn; `problemsOf(name, { path, act, done })` opens a page and resolves to what went wrong.
 */
export async function actAll({ server, client, report, problemsOf, wled }) {
  const added = wled === undefined ? {} : { 'a WLED device is added': wledAt(wled) };
  for (const [name, action] of Object.entries({ ...ACTIONS, ...added }))
    report(name, await problemsOf(name, { ...action, done: () => action.done({ server, client }) }));
  if (wled === undefined) report.skip('a WLED device is added: HEARTH_WLED is not set');
}

/** Replaces the text of a code editor. */
async function type(page, text) {
  await page.locator('.cm-content').last().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await page.waitForTimeout(SETTLING);
}

/** Chooses from the menu of the automation editor. */
async function menu(page, name) {
  await page.locator('ha-automation-editor ha-dropdown').first().click();
  await page.getByText(name).click();
  await page.waitForTimeout(SETTLING);
}

function create(page) {
  return page.getByRole('button', { name: 'Create', exact: true }).click();
}

async function hasState(server, id) {
  const states = await rest(server, '/api/states');
  return states.some(({ entity_id: one }) => one === id);
}
