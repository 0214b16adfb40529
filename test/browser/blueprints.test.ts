import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile } from '../support/served-home.ts';

const home = homeOfFile({ demo: true });

const OWN = `blueprint:
  name: Lamp on a call
  description: Turns a lamp on when an event comes.
  domain: automation
  input:
    what:
      name: What comes
      selector:
        text:
    look:
      name: How it looks
      collapsed: true
      input:
        level:
          name: Brightness
          default: 50
          selector:
            number:
              min: 1
              max: 100
              unit_of_measurement: "%"
triggers:
  - trigger: event
    event_type: !input what
actions:
  - action: light.turn_on
    target:
      entity_id: light.floor_lamp
    data:
      brightness_pct: !input level
`;

interface State {
  readonly state: string;
}

/** A page on the web that holds a text; its address. */
async function serveText(text: string): Promise<string> {
  const server = createServer((_request, response) => response.end(text));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/lamp_on_call.yaml`;
}

describe('blueprints', () => {
  it('are brought in from an address, filled in, run, written out, and deleted', async () => {
    const { page, rest, complaints } = await openInside(home(), '/settings/blueprints');
    await page.getByText('Motion-activated light').waitFor();
    await page.getByRole('button', { name: 'Import blueprint' }).click();
    await page.getByLabel('Address').fill(await serveText(OWN));
    await page.getByRole('button', { name: 'Fetch' }).click();
    await page.locator('dialog .notice', { hasText: 'Lamp on a call' }).waitFor();
    await lookAt(page, 'blueprint-import');
    await page.getByRole('button', { name: 'Save blueprint' }).click();
    await page.getByText('Blueprint saved.').waitFor();
    await lookAt(page, 'blueprints');
    await page.getByRole('link', { name: 'Use Lamp on a call' }).click();
    const card = page.locator('[data-part="blueprint"]');
    await card.getByLabel('What comes').fill('lamp_called');
    await card.getByText('How it looks').click();
    expect(await card.getByRole('spinbutton', { name: 'Brightness' }).inputValue()).toBe('50');
    await card.getByRole('spinbutton', { name: 'Brightness' }).fill('20');
    await lookAt(page, 'blueprint-inputs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lamp on a call' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const config = () => rest('GET', `/api/config/automation/config/${id}`);
    expect(await config()).toMatchObject({
      alias: 'Lamp on a call',
      use_blueprint: { input: { what: 'lamp_called', level: 20 } },
    });
    await rest('POST', '/api/events/lamp_called', {});
    await expect
      .poll(async () => (await rest('GET', '/api/states/light.floor_lamp')) as object)
      .toMatchObject({ state: 'on', attributes: { brightness: 51 } });
    await page.getByRole('button', { name: 'Take control' }).click();
    await page.locator('[data-part="triggers"] [data-step="0"]').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await config()).toMatchObject({ triggers: [{ trigger: 'event', event_type: 'lamp_called' }] });
    await page.goto(`${home().url}/settings/blueprints`);
    await page.getByRole('button', { name: 'Delete Lamp on a call' }).click();
    await page.locator('dialog button.danger').click();
    await page.getByText('Lamp on a call is deleted.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are kept from their text, and what is none is refused with its line', async () => {
    const { page, complaints } = await openInside(home(), '/settings/blueprints');
    await page.locator('[data-domain="template"] .row', { hasText: 'Invert' }).waitFor();
    await page.getByRole('button', { name: 'Import blueprint' }).click();
    await page.getByLabel('Or its YAML').fill('blueprint:\n  name: [1\n');
    await page.getByRole('button', { name: 'Save blueprint' }).click();
    await page.locator('dialog .alert:not(.empty)', { hasText: 'line' }).waitFor();
    await page.getByLabel('Or its YAML').fill(OWN);
    await page.getByRole('button', { name: 'Save blueprint' }).click();
    await page.getByText('Blueprint saved.').waitFor();
    const kept = await home().must({ type: 'blueprint/list', domain: 'automation' });
    expect(kept['own/lamp_on_a_call.yaml']).toMatchObject({ metadata: { name: 'Lamp on a call' } });
    expect(complaints).toEqual([]);
  });

  it('for templates make entities among the helpers, which are changed there', async () => {
    const { page, rest, complaints } = await openInside(home(), '/settings/blueprints');
    await page.getByRole('button', { name: 'Use Inverted binary sensor' }).click();
    const form = page.locator('dialog[open]');
    await form.getByLabel('Name', { exact: true }).fill('Door shut');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This field is required').waitFor();
    await form.getByLabel('Sensor').fill('binary_sensor.front_door');
    await form.getByLabel('Sensor').press('Enter');
    await lookAt(page, 'blueprint-template');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Door shut was created and is listed among the helpers.').waitFor();
    const state = async () => ((await rest('GET', '/api/states/binary_sensor.door_shut')) as State).state;
    await expect.poll(state).toBe('on');
    await page.goto(`${home().url}/settings/helpers`);
    await page.getByRole('button', { name: 'Edit Door shut' }).click();
    expect(await form.getByLabel('Sensor').inputValue()).toBe('Front Door');
    await lookAt(page, 'blueprint-template-helper');
    await form.getByLabel('Name', { exact: true }).fill('Door closed');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Door closed').waitFor();
    expect(await home().must({ type: 'template/list' })).toEqual([
      {
        ...{ id: 'door_shut', name: 'Door closed', template_type: 'binary_sensor' },
        use_blueprint: {
          path: 'homeassistant/inverted_binary_sensor.yaml',
          input: { reference_entity: 'binary_sensor.front_door' },
        },
      },
    ]);
    expect(complaints).toEqual([]);
  });
});
