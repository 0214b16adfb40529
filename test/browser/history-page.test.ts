import { beforeAll, expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside, openLimited } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';
import { until } from '../support/until.ts';

const home = homeOfFile({});
const attributes = { unit_of_measurement: '°C', state_class: 'measurement' };
const set = (name: string, state: string) =>
  home().rest('POST', `/api/states/sensor.${name.toLowerCase()}`, {
    state,
    attributes: { ...attributes, friendly_name: name },
  });

beforeAll(async () => {
  const names = ['Attic', 'Cellar'];
  for (const name of names) await set(name, '19');
  // Earlier hours, since the curves of a new home have a single point.
  const now = Date.parse((await home().rest('GET', '/api/states/sensor.attic')).last_changed);
  const past = names.flatMap((name) =>
    [4, 3, 2, 1].map((hours) => {
      const time = new Date(now - hours * 3_600_000).toISOString();
      const ids = { context_id: null, context_parent_id: null, context_user_id: null };
      const times = { last_changed: time, last_updated: time };
      const state = String(20 + hours / 2);
      return JSON.stringify({
        entity_id: `sensor.${name.toLowerCase()}`,
        state,
        attributes,
        ...times,
        ...ids,
      });
    }),
  );
  const answer = await fetch(`${home().url}/api/hearth/history/import?format=jsonl`, {
    ...{ method: 'POST', body: past.join('\n'), headers: { authorization: `Bearer ${home().token}` } },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
});

it('the history page shows what its address names, saves views, and leaves out what is gone', async () => {
  const { page, complaints } = await openInside(home(), '/history?entity_id=sensor.attic,sensor.gone');
  const legend = page.locator('.plot-legend li');
  await page.locator('.plot-chart canvas').waitFor();
  await page.getByText('A part of this view is not shown').waitFor();
  expect(await page.locator('main').textContent()).not.toContain('gone');
  // Another entity of the same unit shares the chart.
  const input = page.getByRole('combobox', { name: /areas/ });
  await input.fill('Cellar');
  await page.getByRole('option', { name: /Cellar/ }).click();
  await until(async () => (await legend.count()) === 2, 'both entities are shown');
  expect(await page.locator('.plot-chart').count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?entity_id=sensor.attic,sensor.cellar');
  await page.getByRole('button', { name: 'Hour' }).click();
  await until(async () => new URL(page.url()).search.endsWith('&last=3600'), 'the address has the range');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name').fill('Top and bottom');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const view = page.getByRole('link', { name: 'Top and bottom' });
  await view.waitFor();
  await lookAt(page, 'history');
  await page.goto(`${home().url}/history`);
  await page.getByText('Choose entities, areas or labels').waitFor();
  await view.click();
  await until(async () => (await legend.count()) === 2, 'the saved view is shown');
  expect(await page.getByRole('button', { name: 'Hour' }).getAttribute('aria-pressed')).toBe('true');
  expect(complaints).toEqual([]);
});

it('a guest sees of a saved view only the one entity that they may read', async () => {
  const view = '/history?entity_id=sensor.attic,sensor.cellar&label_id=none';
  const rules = [{ effect: 'allow', actions: ['read'], entities: ['sensor.attic'] }];
  const { page, complaints } = await openLimited(home(), view, rules);
  const received: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  await page.reload();
  await page.locator('.plot-chart canvas').waitFor();
  await page.getByText('A part of this view is not shown').waitFor();
  expect(await page.locator('main').textContent()).toContain('Attic');
  expect(received.join()).toContain('sensor.attic');
  expect(received.join().toLowerCase()).not.toContain('cellar');
  expect(complaints).toEqual([]);
});

it('sensors have sparklines if the user wants them, all read with one query', async () => {
  const { page, complaints } = await openInside(home(), '/profile');
  const asked: string[][] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      for (const message of [JSON.parse(String(payload))].flat())
        if (message.type === 'hearth/history/query') asked.push(message.entity_ids.toSorted());
    }),
  );
  const choice = page.getByLabel('Curves on sensors');
  await choice.waitFor();
  await page.goto(`${home().url}/`);
  await page.locator('.reading').first().waitFor();
  expect(await page.locator('hearth-sparkline').count()).toBe(0);
  await page.goto(`${home().url}/profile`);
  await choice.selectOption('on');
  await page.goto(`${home().url}/`);
  await until(async () => (await page.locator('hearth-sparkline path').count()) === 2, 'two curves');
  expect(asked).toEqual([['sensor.attic', 'sensor.cellar']]);
  expect(complaints).toEqual([]);
});
