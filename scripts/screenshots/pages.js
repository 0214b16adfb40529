// The pages of which there are pictures. `prepare` brings one into the state that is worth seeing.

/** Pages that are worth seeing as they open: the name is the address. */
const plain = (...paths) => paths.map((path) => ({ name: path.replaceAll('/', '-'), path: `/${path}` }));

/** The dialog of an entity, above the start page. */
const dialogOf = (id, wait) => ({
  name: `dialog-${id.slice(0, id.indexOf('.')).replaceAll('_', '-')}`,
  path: '/',
  prepare: async (page) => {
    await page.locator('.tile').first().waitFor();
    await page.evaluate((detail) => {
      document.querySelector('hearth-shell').dispatchEvent(new CustomEvent('open-entity', { detail }));
    }, id);
    await page.locator('dialog[open] .control > *').first().waitFor();
    if (wait !== undefined) await page.locator(`dialog[open] ${wait}`).first().waitFor();
  },
});

/** Begins to do something on a page. */
const doing = (name, path, prepare) => ({ name, path, prepare });

export const PAGES = [
  { name: 'claim', path: '/', isOutside: true },
  { name: 'home', path: '/' },
  doing('home-end', '/', (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))),
  doing('home-arranged', '/', (page) => page.getByRole('button', { name: 'Arrange' }).click()),
  doing('home-lights', '/', (page) => page.getByRole('button', { name: /lights? on/ }).click()),
  ...plain('area/living_room', 'area/-'),
  dialogOf('light.floor_lamp', '.wheel'),
  dialogOf('climate.heating'),
  dialogOf('cover.living_room_blind'),
  dialogOf('alarm_control_panel.alarm'),
  dialogOf('media_player.living_room_speaker'),
  dialogOf('camera.garden_camera', 'img'),
  dialogOf('weather.weather', '.forecast li'),
  dialogOf('person.anna'),
  dialogOf('sensor.house_meter_power', 'svg'),
  dialogOf('vacuum.vacuum_cleaner'),
  dialogOf('todo.shopping'),
  dialogOf('script.good_morning', 'form'),
  ...plain('welcome'),
  doing('welcome-phone', '/welcome', async (page) => {
    for (let i = 0; i < 4; i++) {
      await page.locator('form button.primary').click();
      await page.waitForTimeout(300);
    }
    await page.locator('.qr, form p').first().waitFor();
  }),
  ...plain('profile', 'settings', 'settings/areas'),
  doing('settings-area-form', '/settings/areas', async (page) => {
    await page.getByRole('button', { name: 'Edit Living Room' }).click();
    await page.locator('dialog').waitFor();
  }),
  ...plain('settings/devices'),
  doing('settings-device', '/settings/devices', async (page) => {
    await page.getByRole('link', { name: 'Living Room Ceiling' }).first().click();
    await page.getByText('Manufacturer').waitFor();
  }),
  doing('settings-entities', '/settings/entities', async (page) => {
    const boxes = page.getByRole('checkbox', { name: /^Choose/ });
    await boxes.nth(1).check();
    await boxes.nth(2).check();
  }),
  ...plain('settings/helpers'),
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
  doing('settings-trace', '/settings/automations/evening/traces', (page) =>
    page.locator('[data-path="action/0"] summary').click(),
  ),
  doing('settings-versions', '/settings/automations/evening/versions', async (page) => {
    await page.getByRole('button', { name: 'Compare' }).first().click();
    await page.locator('.diff').waitFor();
  }),
  ...plain('settings/scripts'),
  { name: 'settings-script', path: '/settings/scripts/good_morning' },
  ...plain('settings/scenes'),
  { name: 'settings-scene', path: '/settings/scenes/movie_night' },
  ...plain('settings/users'),
  doing('settings-user', '/settings/users', async (page) => {
    await page.getByRole('link', { name: 'Grandma' }).click();
    await page.getByRole('heading', { name: 'Rights' }).evaluate((one) => one.scrollIntoView());
  }),
  ...plain('settings/tokens', 'settings/audit', 'settings/home', 'settings/mqtt', 'settings/system'),
  ...plain('developer', 'developer/states'),
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
  ...plain('developer/template', 'developer/log'),
];

/** Pictures for the README: the name in `screenshots/`, and the name in `docs/screenshots/`. */
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
  'settings-user-desk-dark': 'rights',
  'developer-template-desk-light': 'template',
};
