import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { insideOfFile, openLimited } from '../support/inside.ts';

const open = insideOfFile('');

const ATTRIBUTES = { friendly_name: 'Hall Motion', device_class: 'motion' };

it('an entry of the logbook comes live, says in a sentence what happened, and leads to its cause and trace', async () => {
  await open('/logbook', async ({ page, home, rest }) => {
    await home.set('binary_sensor.hall_motion', 'off', ATTRIBUTES);
    await rest('POST', '/api/config/automation/config/hall', {
      alias: 'Evening lights',
      triggers: [{ trigger: 'state', entity_id: 'binary_sensor.hall_motion', to: 'on' }],
      actions: [{ action: 'light.turn_on', target: { entity_id: 'light.hall_light' } }],
    });
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await home.set('binary_sensor.hall_motion', 'on', ATTRIBUTES);
    const entry = page.locator('hearth-logbook-row', {
      hasText: 'Hall Light turned on by automation Evening lights, triggered by Hall Motion',
    });
    const rules = [{ effect: 'allow', actions: ['read'], entities: ['light.hall_light'] }];
    const guest = await openLimited(home, '/logbook', rules);
    const known = guest.page.locator('hearth-logbook-row', { hasText: 'Hall Light turned on' });
    expect(await known.first().innerText()).toContain('Hall Light turned on by an automation');
    expect(await guest.page.locator('main').textContent()).not.toMatch(/Evening lights|Hall Motion/);
    expect(guest.complaints).toEqual([]);
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'Hall Motion: Detected' }).waitFor();
    await lookAt(page, 'logbook');
    await entry.getByRole('link', { name: 'Show trace' }).click();
    await page.getByRole('heading', { name: 'Traces of Evening lights' }).waitFor();
    await page.locator('[data-path="action/0"]').waitFor();
    expect(page.url()).toContain('/settings/automations/hall/traces?run=');
  });
});
