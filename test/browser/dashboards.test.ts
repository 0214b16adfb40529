import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';
import { testData } from '../support/test-data.ts';

const home = homeOfFile({ demo: true });
const data = testData(import.meta.filename);

it('a dashboard with every standard card opens, and what is unknown is a tile with a note', async () => {
  const dashboard = data<{ views: object[] }>('dashboard');
  const hostile = '<img src=x onerror=alert(1)>';
  const bare = data<string[]>('types').map((type) => ({ type, title: hostile, name: hostile }));
  const views = [...dashboard.views, { path: 'bare', cards: [...bare, { type: hostile }] }];
  await home().must({ type: 'lovelace/config/save', config: { ...dashboard, views } });
  const { page, complaints } = await openInside(home(), '/dashboards');
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { level: 2, name: 'Living room' }).waitFor();
  await page.locator('hearth-history-plot .plot-chart').first().waitFor();
  await page.locator('.card-note', { hasText: 'custom:willow-card' }).waitFor();
  await page.getByRole('button', { name: '<img src=x onerror=alert(1)>: Off' }).waitFor();
  await lookAt(page, 'dashboard');
  await page.getByRole('link', { name: 'Masonry' }).click();
  const lamp = page.locator('hearth-view').getByRole('switch', { name: 'Floor Lamp' }).first();
  await lamp.click();
  await page.locator('hearth-card .glance', { hasText: 'Floor Lamp' }).getByText('On').first().waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes, do it' }).click();
  await expect.poll(async () => (await home().state('light.floor_lamp')).state).toBe('off');
  await lookAt(page, 'dashboard, masonry');
  for (const view of ['Energy', 'Panel', 'Sidebar', 'Strategy']) {
    await page.getByRole('link', { name: view, exact: true }).and(page.locator('.view-tabs a')).click();
    await page.locator('hearth-card').first().waitFor();
  }
  await page.goto(`${home().url}/dashboards/lovelace/bare`);
  await page.locator('.card-note', { hasText: 'does not know' }).waitFor();
  expect(await page.locator('.card-note', { hasText: 'does not know' }).count()).toBe(1);
  expect(await page.locator('.card-note', { hasText: 'cannot be shown' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
