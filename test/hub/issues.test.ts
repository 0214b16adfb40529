import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('an automation with a mistake and a missing country are issues until they are repaired', async () => {
  const folder = tempFolder();
  const automations = join(folder, 'automations.yaml');
  const broken = [{ id: 'one', alias: 'Broken', triggers: [], actions: [{ nonsense: true }] }];
  writeFileSync(automations, JSON.stringify(broken));
  const clock = new SteppedClock();
  const hub = await startTestHub({}, folder, clock);
  try {
    const client = await hub.connect();
    const list = async () => (await client.must({ type: 'repairs/list_issues' })).issues;
    const [mistake, country] = await list();
    expect(mistake).toMatchObject({
      ...{ domain: 'automation', issue_id: 'automation.broken_config_invalid', severity: 'error' },
      ...{ translation_key: 'config_invalid', ignored: false, is_fixable: false },
      translation_placeholders: { name: 'Broken', edit: '/config/automation/edit/one' },
    });
    expect(country).toMatchObject({ domain: 'homeassistant', issue_id: 'country_not_configured' });
    const texts = await client.must({
      ...{ type: 'frontend/get_translations', language: 'de', category: 'issues' },
      integration: ['automation'],
    });
    expect(texts.resources['component.automation.issues.config_invalid.title']).toContain('{name}');
    await client.must({ type: 'subscribe_events', event_type: 'repairs_issue_registry_updated' });
    const about = { domain: 'homeassistant', issue_id: 'country_not_configured' };
    await client.must({ type: 'repairs/ignore_issue', ...about, ignore: true });
    expect((await list())[1]).toMatchObject({ ignored: true, dismissed_version: '0.0.0' });
    expect(await client.must({ type: 'repairs/get_issue_data', ...about })).toEqual({ issue_data: null });
    const unknown = { type: 'repairs/ignore_issue', domain: 'light', issue_id: 'none', ignore: true };
    expect((await client.ask(unknown)).error.code).toBe('unknown_issue');
    writeFileSync(automations, '[]');
    await client.must({ type: 'call_service', domain: 'automation', service: 'reload' });
    await clock.sleep(2000);
    await client.event(({ event }) => event?.data?.action === 'remove' && event.data.domain === 'automation');
    await client.must({ type: 'config/core/update', country: 'DE' });
    expect(await list()).toEqual([]);
  } finally {
    await hub.stop();
  }
});
