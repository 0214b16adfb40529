import { describe, expect, it } from 'vitest';
import { lookAt, openPage, type WatchedPage } from '../support/browser.ts';
import { logIn, OWNER } from '../support/household.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });
const open = (path: string) => openInside(home(), path);

function quiet({ complaints }: WatchedPage): void {
  expect(complaints).toEqual([]);
}

describe('the states', () => {
  it('are searched, written over the page and removed, and show what is written over REST', async () => {
    const inside = await open('/developer/states');
    const { page, rest } = inside;
    await page.getByRole('searchbox').fill('floor_lamp');
    await page.locator('.state-row').getByText('light.floor_lamp').waitFor();
    await lookAt(page, 'developer-states');
    await rest('POST', '/api/states/sensor.made_up', {
      state: '5',
      attributes: { friendly_name: 'Made up' },
    });
    await page.getByRole('searchbox').fill('made_up');
    await page.locator('.state-row', { hasText: 'Made up' }).getByRole('button').click();
    await page.locator('#set-state').fill('7');
    await page.locator('#set-attributes').fill('friendly_name: <b>Made up</b>\nunit_of_measurement: kg');
    await page.getByRole('button', { name: 'Set state' }).click();
    await page.getByText('The state of sensor.made_up is set.').waitFor();
    expect(await rest('GET', '/api/states/sensor.made_up')).toMatchObject({
      state: '7',
      attributes: { friendly_name: '<b>Made up</b>', unit_of_measurement: 'kg' },
    });
    await page.locator('.state-row .state-text', { hasText: '7' }).waitFor();
    expect(await page.locator('.state-row .row-name').textContent()).toBe('<b>Made up</b>');
    await page.locator('#set-attributes').fill('a: [1');
    await page.getByText(/^Line \d/).waitFor();
    await page.getByRole('button', { name: 'Remove state' }).click();
    await page.getByText('Nothing found').waitFor();
    quiet(inside);
  });
});

describe('a service', () => {
  it('is called from the form and as YAML, and shows its answer', async () => {
    const inside = await open('/developer/services');
    const { page, rest } = inside;
    await page.locator('#service-target').fill('light.floor_lamp');
    await page.locator('#service-target').press('Enter');
    await page.locator('.pick', { hasText: 'Floor Lamp' }).waitFor();
    await page.locator('#service-brightness_pct').fill('40');
    await page.getByRole('button', { name: 'Perform action' }).click();
    await page.getByText(/^Done in \d+ ms/).waitFor();
    expect(await rest('GET', '/api/states/light.floor_lamp')).toMatchObject({
      state: 'on',
      attributes: { brightness: 102 },
    });
    await lookAt(page, 'developer-services');
    await page.getByLabel('As YAML').check();
    expect(await page.locator('#service-yaml').inputValue()).toContain('brightness_pct: 40');
    await page.locator('#service').fill('weather.get_forecasts');
    await page.locator('#service').press('Tab');
    await page.locator('#service-yaml').fill('target:\n  entity_id: weather.home\ntype: daily');
    const weather = ((await rest('GET', '/api/states')) as { entity_id: string }[]).find(({ entity_id }) =>
      entity_id.startsWith('weather.'),
    );
    await page.locator('#service-yaml').fill(`target:\n  entity_id: ${weather?.entity_id}\ntype: daily`);
    await page.getByRole('button', { name: 'Perform action' }).click();
    await page.locator('pre.result', { hasText: 'forecast:' }).waitFor();
    await page.locator('#service-yaml').fill('type: no_such_type\ntarget: {entity_id: weather.x}');
    await page.getByRole('button', { name: 'Perform action' }).click();
    await page.locator('.alert:not(.empty)').waitFor();
    quiet(inside);
  });
});

describe('events', () => {
  it('are received as they happen, and fired', async () => {
    const inside = await open('/developer/events');
    const { page, rest } = inside;
    await page.locator('#event-type').fill('test_event');
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.getByText('Listening: 0 received.').waitFor();
    await rest('POST', '/api/events/test_event', { from: 'REST' });
    await page.locator('[data-event="1"]').waitFor();
    await page.locator('#fire-type').fill('test_event');
    await page.locator('#fire-data').fill('from: <i>page</i>');
    await page.getByRole('button', { name: 'Fire event' }).click();
    await page.getByText('test_event was fired.').waitFor();
    await page.locator('[data-event="2"] summary').click();
    expect(await page.locator('[data-event="2"] pre').textContent()).toContain('"from": "<i>page</i>"');
    await lookAt(page, 'developer-events');
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await rest('POST', '/api/events/test_event', {});
    expect(await page.locator('[data-event="3"]').count()).toBe(0);
    quiet(inside);
  });
});

describe('a template', () => {
  it('is rendered while it is typed and when what it reads changes, and says what it listens to', async () => {
    const inside = await open('/developer/template');
    const { page, rest } = inside;
    await page.locator('#template').fill("{{ states('light.floor_lamp') }}!");
    await rest('POST', '/api/services/light/turn_on', { entity_id: 'light.floor_lamp' });
    await page.locator('pre.result', { hasText: 'on!' }).waitFor();
    expect(await page.locator('[data-listeners]').textContent()).toContain('light.floor_lamp');
    await rest('POST', '/api/services/light/turn_off', { entity_id: 'light.floor_lamp' });
    await page.locator('pre.result', { hasText: 'off!' }).waitFor();
    await page.locator('#template').fill('{{ 1 / 0 }}');
    await page.locator('.error').waitFor();
    await lookAt(page, 'developer-template');
    quiet(inside);
  });
});

describe('the log', () => {
  it('shows what went wrong, and is searched', async () => {
    const inside = await open('/developer/log');
    const { page, rest } = inside;
    await rest('POST', '/api/services/scene/create', {
      scene_id: 'nothing',
      snapshot_entities: ['light.nowhere'],
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const row = page.locator('.log .row', { hasText: 'light.nowhere' });
    await row.waitFor();
    await page.getByRole('searchbox').fill('light.nowhere');
    await lookAt(page, 'developer-log');
    await page.getByLabel('Level').selectOption('ERROR');
    await row.waitFor({ state: 'detached' });
    quiet(inside);
  });
});

describe('a user without administrator permissions', () => {
  it('finds neither the pages nor links to them', async () => {
    await home().addUser('guest', 'system-users');
    const inside = await openPage();
    await inside.page.goto(`${home().url}/developer`);
    await logIn(inside.page, OWNER.password, 'guest');
    await inside.page.getByText('Page not found').waitFor();
    expect(await inside.page.getByRole('link', { name: 'Tools' }).count()).toBe(0);
    expect(await inside.page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    quiet(inside);
  });
});
