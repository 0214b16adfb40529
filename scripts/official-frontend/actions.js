// What users do on pages of the official frontend, by its forms; each waits for what the server then has.
import { rest } from '../clients/server.js';

/** By name: the page, what is done there, and whether the server has the result. */
const ACTIONS = {
  'a zone is created': {
    path: '/config/zone',
    async act(page) {
      await page.getByText('Create zone').click();
      await page.locator('input[name=name]').fill('Allotment');
      await create(page);
    },
    done: ({ server }) => hasState(server, 'zone.allotment'),
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

/** Does everything in turn; `problemsOf(path, act, done)` opens a page and resolves to what went wrong. */
export async function actAll({ server, client, report, problemsOf }) {
  for (const [name, { path, act, done }] of Object.entries(ACTIONS))
    report(name, await problemsOf(path, act, () => done({ server, client })));
}

function create(page) {
  return page.getByRole('button', { name: 'Create', exact: true }).click();
}

async function hasState(server, id) {
  const states = await rest(server, '/api/states');
  return states.some(({ entity_id: one }) => one === id);
}
