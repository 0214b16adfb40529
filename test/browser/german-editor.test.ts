import { expect, it } from 'vitest';
import { lookAt } from '../support/browser.ts';
import { openInside } from '../support/inside.ts';
import { startHome } from '../support/served-home.ts';

it('the editor and the runs of automations speak German where the app does', async () => {
  const home = await startHome({ demo: true });
  const { page, rest, complaints } = await openInside(home, '/settings/automations/new', { language: 'de' });
  await page.getByLabel('Name', { exact: true }).fill('Abends');
  await page.getByLabel('Auslöser hinzufügen').selectOption('state');
  const triggers = page.locator('[data-part="triggers"]');
  await triggers.getByText('Eine Angabe fehlt').waitFor();
  const yaml = page.locator('#item-yaml');
  await yaml.fill('alias: Abends\ntriggers:\n  - trigger: event\n    event_type: [1\n');
  await page.getByText(/^Zeile \d+: Eine Zeile beginnt an der falschen Stelle/).waitFor();
  await yaml.fill(
    'alias: Abends\ntriggers:\n  - trigger: event\n    event_type: abends\nactions:\n  - delay: nonsense\n',
  );
  await page.getByText(/Erwartet wird: eine Dauer wie 0:05:00.*nonsense/).waitFor();
  await lookAt(page, 'german-editor');
  await rest('POST', '/api/config/automation/config/abends', {
    ...{ alias: 'Abends', triggers: [{ trigger: 'event', event_type: 'abends' }] },
    actions: [{ stop: 'genug' }],
  });
  await rest('POST', '/api/events/abends', {});
  await page.goto(`${home.url}/settings/automations/abends/traces`);
  await page.getByText('Ereignis: abends').first().waitFor();
  await lookAt(page, 'german-trace');
  expect(complaints).toEqual([]);
});
