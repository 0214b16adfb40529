// The pages to take screenshots of. `prepare` brings one into the desired state.
import { DIALOGS } from './dialogs.js';

/** Pages that need no preparation; the name is the address. */
const plain = (...paths) => paths.map((path) => ({ name: path.replaceAll('/', '-'), path: `/${path}` }));

/** Pages for users who are not logged in. */
const OUTSIDE = new Set(['claim', 'login', 'authorize', 'authorize-refused', 'home-limited']);

/** The parameters of an app that requests access. */
const ASKING = new URLSearchParams({
  ...{ client_id: 'https://calendar.example/', redirect_uri: 'https://calendar.example/back' },
  ...{ response_type: 'code', state: 'there' },
});

/** Claims the home if it is unclaimed, and reloads the page. */
async function claimed(page, { url, output }) {
  const answer = await fetch(`${url}/auth/claim`);
  if (!(await answer.json()).claimed) {
    const code = /Claim code: (\S+)/.exec(output())?.[1];
    const owner = { name: 'Anna', username: 'anna', password: 'seven green lanterns' };
    const app = { client_id: `${url}/`, redirect_uri: `${url}/` };
    const claim = await fetch(`${url}/auth/claim`, {
      method: 'POST',
      body: JSON.stringify({ ...app, ...owner, code }),
    });
    if (!claim.ok) throw new Error(`not claimed: ${await claim.text()}`);
  }
  await page.reload();
  await page.locator('.entry-page').waitFor();
}

/** Starts an action on a page. */
const doing = (name, path, prepare) => ({ name, path, prepare });

/** Sets energy up where it is not, from what is found. */
async function showEnergy(page) {
  const invitation = page.getByRole('link', { name: 'Set up energy' });
  await invitation.waitFor();
  if ((await page.locator('.energy-tools').count()) === 0) {
    await invitation.click();
    await page.getByRole('button', { name: 'Use these' }).click();
  }
  await page.locator('.energy-bars').first().waitFor();
}

export const PAGES = [
  { name: 'claim', path: '/' },
  { name: 'home', path: '/' },
  doing('home-end', '/', (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))),
  doing('home-arranged', '/', (page) => page.getByRole('button', { name: 'Arrange' }).click()),
  doing('home-lights', '/', (page) => page.getByRole('button', { name: /lights? on/ }).click()),
  ...plain('area/living_room', 'area/-'),
  ...DIALOGS,
  doing('energy-setup', '/energy/setup', (page) => page.locator('.card').first().waitFor()),
  doing('energy', '/energy', showEnergy),
  ...['.energy-bars', '.energy-flows', '.energy-shares'].map((part) =>
    doing(`energy${part.replace('.energy', '')}`, '/energy', async (page) => {
      await showEnergy(page);
      await page
        .locator(part)
        .first()
        .evaluate((element) => element.scrollIntoView());
    }),
  ),
  doing('energy-week', '/energy', async (page) => {
    await showEnergy(page);
    await page.getByRole('button', { name: 'Week' }).click();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.waitForTimeout(800);
  }),
  doing('energy-year', '/energy', async (page) => {
    await showEnergy(page);
    await page.getByRole('button', { name: 'Year' }).click();
    await page.waitForTimeout(800);
  }),
  doing('energy-month', '/energy', async (page) => {
    await showEnergy(page);
    await page.getByRole('button', { name: 'Month' }).click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForTimeout(800);
  }),
  ...plain('welcome'),
  doing('welcome-phone', '/welcome', async (page) => {
    for (let i = 0; i < 4; i++) {
      await page.locator('form button.primary').click();
      await page.waitForTimeout(300);
    }
    await page.locator('.qr, form p').first().waitFor();
  }),
  doing('history', '/history?area_id=living_room', (page) =>
    page.locator('.plot-chart canvas').first().waitFor(),
  ),
  { name: 'history-none', path: '/history' },
  {
    name: 'history-week',
    path: '/history?entity_id=sensor.house_meter_power,sensor.solar_roof_power,sensor.gas_meter_consumption&last=604800',
  },
  doing('logbook', '/logbook', (page) => page.locator('.log-page li, .log-page .hint').first().waitFor()),
  doing('developer-statistics', '/developer/statistics', (page) =>
    page.locator('.card:visible').first().waitFor(),
  ),
  ...plain('profile', 'settings', 'settings/areas'),
  doing('settings-area-form', '/settings/areas', async (page) => {
    await page.getByRole('button', { name: 'Edit Living Room' }).click();
    await page.locator('dialog').waitFor();
  }),
  doing('settings-area-delete', '/settings/areas', async (page) => {
    await page.getByRole('button', { name: 'Delete Hall' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  ...plain('settings/devices'),
  doing('settings-devices-found', '/settings/devices', (page) =>
    page.getByRole('searchbox').first().fill('living room'),
  ),
  doing('settings-device', '/settings/devices', async (page) => {
    await page.getByRole('link', { name: 'Living Room Ceiling' }).first().click();
    await page.getByText('Manufacturer').waitFor();
  }),
  doing('settings-device-edit', '/settings/devices', async (page) => {
    await page.getByRole('link', { name: 'Doorbell' }).first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  doing('settings-device-remove', '/settings/devices', async (page) => {
    await page.getByRole('link', { name: 'Doorbell' }).first().click();
    await page.getByRole('button', { name: 'Remove device' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  doing('settings-entities-none', '/settings/entities', (page) =>
    page.getByRole('searchbox').first().fill('nothing is called this'),
  ),
  doing('settings-entity-edit', '/settings/entities', async (page) => {
    await page.getByRole('searchbox').first().fill('front_door_lock');
    await page.getByRole('button', { name: 'Edit Front Door Lock' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  doing('settings-entities', '/settings/entities', async (page) => {
    const boxes = page.getByRole('checkbox', { name: /^Choose/ });
    await boxes.nth(1).check();
    await boxes.nth(2).check();
  }),
  ...plain('settings/helpers'),
  ...[
    ...['input_boolean', 'input_button', 'input_number', 'input_select', 'input_text', 'input_datetime'],
    ...['counter', 'timer', 'schedule', 'group', 'person', 'zone', 'tag', 'calendar', 'todo'],
  ].map((kind) =>
    doing(`settings-helper-${kind.replace('_', '-')}`, '/settings/helpers', async (page) => {
      await page.locator(`[data-kind="${kind}"]`).getByRole('button', { name: 'Add', exact: true }).click();
      await page.locator('dialog[open]').waitFor();
    }),
  ),
  doing('settings-template-form', '/settings/helpers', async (page) => {
    await page.locator('[data-kind="template"] .card-head button').click();
    await page.locator('dialog select').selectOption('light');
  }),
  ...plain('settings/labels', 'settings/blueprints'),
  doing('settings-blueprint-form', '/settings/blueprints', async (page) => {
    await page.locator('[data-domain="template"] .row button').first().click();
    await page.locator('dialog[open] input').first().waitFor();
  }),
  {
    name: 'settings-blueprint-inputs',
    path: '/settings/automations/new?blueprint=homeassistant%2Fmotion_light.yaml',
  },
  ...plain('settings/automations', 'settings/automations/new'),
  { name: 'settings-automation', path: '/settings/automations/evening' },
  doing('settings-automation-steps', '/settings/automations/night', async (page) => {
    const steps = page.locator('.step-fold[aria-expanded="false"]');
    // Elements inside a step appear once it is expanded.
    for (let i = 0; i < 12 && (await steps.count()) > 0; i++) await steps.first().click();
    await page
      .getByRole('heading', { name: 'Then' })
      .first()
      .evaluate((one) => one.scrollIntoView());
  }),
  doing('settings-automation-delete', '/settings/automations/evening', async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  doing('settings-trace', '/settings/automations/evening/traces', (page) =>
    page.locator('[data-path="action/0"] summary').click(),
  ),
  doing('settings-versions', '/settings/automations/evening/versions', async (page) => {
    await page.getByRole('button', { name: 'Compare' }).first().click();
    await page.locator('.diff').waitFor();
  }),
  ...plain('settings/scripts'),
  { name: 'settings-script', path: '/settings/scripts/good_morning' },
  doing('settings-script-fields', '/settings/scripts/good_morning', async (page) => {
    const part = page.locator('[data-part="inputs"]');
    await part.evaluate((one) => one.scrollIntoView());
  }),
  doing('settings-script-run', '/settings/scripts', async (page) => {
    await page.getByRole('button', { name: 'Run Good morning' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  ...plain('settings/scenes'),
  { name: 'settings-scene', path: '/settings/scenes/movie_night' },
  ...plain('settings/users'),
  doing('settings-user', '/settings/users', async (page) => {
    await page.getByRole('link', { name: 'Grandma' }).click();
    await page.getByRole('heading', { name: 'Permissions' }).evaluate((one) => one.scrollIntoView());
  }),
  doing('settings-user-form', '/settings/users', async (page) => {
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  ...plain('settings/tokens', 'settings/audit', 'settings/home', 'settings/mqtt'),
  doing('settings-mqtt-form', '/settings/mqtt', async (page) => {
    await page.getByLabel('Which broker').selectOption('far');
    await page.getByRole('heading', { name: 'Settings' }).evaluate((one) => one.scrollIntoView());
  }),
  ...plain('settings/system'),
  doing('settings-restart', '/settings/system', async (page) => {
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  doing('profile-token', '/profile', async (page) => {
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('dialog[open]').waitFor();
  }),
  ...plain('developer', 'developer/states'),
  doing('developer-states-found', '/developer/states', async (page) => {
    await page.getByRole('searchbox').first().fill('floor_lamp');
    await page.getByText('Attributes (').first().click();
  }),
  doing('developer-services', '/developer/services', (page) =>
    page.locator('#service-brightness_pct').fill('60'),
  ),
  doing('developer-events', '/developer/events', async (page, { url, token }) => {
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByText(/^Listening/).waitFor();
    const body = JSON.stringify({ entity_id: 'light.floor_lamp' });
    const headers = { authorization: `Bearer ${token}` };
    for (let i = 0; i < 3; i++)
      await fetch(`${url}/api/services/light/toggle`, { method: 'POST', headers, body });
  }),
  ...plain('developer/template', 'developer/log', 'area/nowhere'),
  // From here on the home is claimed.
  doing('login', '/', claimed),
  doing('authorize', `/auth/authorize?${ASKING}`, claimed),
  doing('authorize-refused', '/auth/authorize?client_id=nobody', claimed),
  doing('home-limited', '/', async (page, server) => {
    await claimed(page, server);
    await page.locator('#username').fill('grandma');
    await page.locator('#password').fill('seven green lanterns');
    await page.locator('form button.primary').click();
    await page.locator('.tile').first().waitFor();
    await page.evaluate(() => localStorage.clear());
  }),
].map((page) => (OUTSIDE.has(page.name) ? { ...page, isOutside: true } : page));

/** Screenshots for the README: the name in `screenshots/`, and the name in `docs/screenshots/`. */
export const CHOSEN = {
  'home-desk-light': 'home',
  'home-tablet-dark': 'home-tablet',
  'home-phone-dark': 'home-phone',
  'welcome-phone-light': 'welcome-phone',
  'settings-phone-light': 'settings-phone',
  'developer-services-phone-light': 'services-phone',
  'settings-automation-desk-light': 'automation',
  'settings-trace-desk-dark': 'trace',
  'settings-versions-desk-light': 'versions',
  'settings-entities-desk-light': 'entities',
  'energy-week-desk-light': 'energy',
  'history-week-desk-light': 'plot',
  'logbook-desk-light': 'logbook',
  'settings-user-desk-dark': 'rights',
  'developer-template-desk-light': 'template',
};
