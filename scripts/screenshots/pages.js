// The pages of which there are pictures. `prepare` brings one into the state that is worth seeing.

export const PAGES = [
  { name: 'claim', path: '/', isOutside: true },
  { name: 'home', path: '/' },
  { name: 'welcome', path: '/welcome' },
  {
    name: 'welcome-phone',
    path: '/welcome',
    prepare: async (page) => {
      for (let i = 0; i < 4; i++) {
        await page.locator('form button.primary').click();
        await page.waitForTimeout(300);
      }
      await page.locator('.qr, form p').first().waitFor();
    },
  },
  { name: 'profile', path: '/profile' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-areas', path: '/settings/areas' },
  {
    name: 'settings-area-form',
    path: '/settings/areas',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit Living Room' }).click();
      await page.locator('dialog').waitFor();
    },
  },
  { name: 'settings-devices', path: '/settings/devices' },
  {
    name: 'settings-device',
    path: '/settings/devices',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Living Room Ceiling' }).first().click();
      await page.getByText('Manufacturer').waitFor();
    },
  },
  {
    name: 'settings-entities',
    path: '/settings/entities',
    prepare: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Choose/ })
        .nth(1)
        .check();
      await page
        .getByRole('checkbox', { name: /^Choose/ })
        .nth(2)
        .check();
    },
  },
  { name: 'settings-helpers', path: '/settings/helpers' },
  { name: 'settings-labels', path: '/settings/labels' },
  { name: 'settings-automations', path: '/settings/automations' },
  { name: 'settings-automation', path: '/settings/automations/evening' },
  {
    name: 'settings-trace',
    path: '/settings/automations/evening/traces',
    prepare: async (page) => {
      await page.locator('[data-path="action/0"] summary').click();
    },
  },
  {
    name: 'settings-versions',
    path: '/settings/automations/evening/versions',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Compare' }).first().click();
      await page.locator('.diff').waitFor();
    },
  },
  { name: 'settings-scripts', path: '/settings/scripts' },
  { name: 'settings-scenes', path: '/settings/scenes' },
  { name: 'settings-scene', path: '/settings/scenes/movie_night' },
  { name: 'settings-users', path: '/settings/users' },
  {
    name: 'settings-user',
    path: '/settings/users',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Grandma' }).click();
      await page.getByRole('heading', { name: 'Rights' }).evaluate((one) => one.scrollIntoView());
    },
  },
  { name: 'settings-tokens', path: '/settings/tokens' },
  { name: 'settings-audit', path: '/settings/audit' },
  { name: 'settings-home', path: '/settings/home' },
  { name: 'settings-mqtt', path: '/settings/mqtt' },
  { name: 'settings-system', path: '/settings/system' },
  { name: 'developer', path: '/developer' },
  { name: 'developer-states', path: '/developer/states' },
  {
    name: 'developer-services',
    path: '/developer/services',
    prepare: async (page) => {
      await page.locator('#service-brightness_pct').fill('60');
    },
  },
  {
    name: 'developer-events',
    path: '/developer/events',
    prepare: async (page, { url, token }) => {
      await page.getByRole('button', { name: 'Start listening' }).click();
      await page.getByText(/^Listening/).waitFor();
      const body = JSON.stringify({ entity_id: 'light.floor_lamp' });
      const headers = { authorization: `Bearer ${token}` };
      for (let i = 0; i < 3; i++)
        await fetch(`${url}/api/services/light/toggle`, { method: 'POST', headers, body });
    },
  },
  { name: 'developer-template', path: '/developer/template' },
  { name: 'developer-log', path: '/developer/log' },
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
