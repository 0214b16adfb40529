import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../../support/start-hub.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a failed run is listed until a later one succeeds, also after a restart', async () => {
  const folder = tempFolder();
  const automation = {
    ...{ id: 'hall', alias: 'Hall', triggers: [{ trigger: 'event', event_type: 'go' }] },
    conditions: ['{{ trigger.event.data.n != 1 }}'],
    actions: [
      { condition: 'template', value_template: '{{ trigger.event.data.n == 0 }}' },
      { action: 'no.such' },
    ],
  };
  writeFileSync(join(folder, 'automations.yaml'), JSON.stringify([automation]));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  const run = (n: number) => client.must({ type: 'fire_event', event_type: 'go', event_data: { n } });
  const changes = async (type: string) => {
    const { event } = await client.event((message) => message.event?.type === type);
    return event.runs;
  };
  await client.must({ type: 'hearth/failures/subscribe' });
  expect(await changes('current')).toEqual([]);
  await run(0);
  const [failed] = await changes('added');
  expect(failed).toMatchObject({ domain: 'automation', item_id: 'hall', script_execution: 'error' });
  // A run that its conditions refused repairs nothing.
  await run(1);
  await hub.stop();

  const again = await startTestHub({}, folder);
  const other = await again.connect();
  await other.must({ type: 'hearth/failures/subscribe' });
  const { event } = await other.event((message) => message.event?.type === 'current');
  expect(event.runs).toMatchObject([{ run_id: failed.run_id, error: failed.error }]);
  await other.must({ type: 'fire_event', event_type: 'go', event_data: { n: 2 } });
  const over = await other.event((message) => message.event?.type === 'removed');
  expect(over.event.runs).toMatchObject([{ run_id: failed.run_id }]);
  await again.stop();
});
