// The pages of which there are pictures. `prepare` brings one into the state that is worth seeing.

export const PAGES = [
  { name: 'claim', path: '/', isOutside: true },
  { name: 'home', path: '/' },
  { name: 'profile', path: '/profile' },
  { name: 'settings', path: '/settings' },
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
export const CHOSEN = {};
