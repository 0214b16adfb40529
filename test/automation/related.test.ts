import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('automations and scripts are found by what they reference, and the other way round', async () => {
  const folder = tempFolder();
  writeFileSync(
    join(folder, 'automations.yaml'),
    JSON.stringify([
      {
        ...{ id: 'a', alias: 'Hall', triggers: [{ trigger: 'state', entity_id: 'binary_sensor.motion' }] },
        conditions: [{ condition: 'state', entity_id: 'input_boolean.guests', state: 'on' }],
        actions: [
          { action: 'light.turn_on', target: { area_id: 'hall', entity_id: ['light.lamp', '{{ none }}'] } },
          { choose: { conditions: [], sequence: [{ action: 'script.say' }, { scene: 'scene.night' }] } },
        ],
      },
    ]),
  );
  writeFileSync(
    join(folder, 'scripts.yaml'),
    JSON.stringify({ say: { sequence: [{ action: 'notify.send', data: { entity_id: 'light.lamp' } }] } }),
  );
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  await client.must({ type: 'config/area_registry/create', name: 'Hall' });
  const related = (item_type: string, item_id: string) =>
    client.must({ type: 'search/related', item_type, item_id });
  expect(await related('entity', 'binary_sensor.motion')).toEqual({ automation: ['automation.hall'] });
  expect(await related('entity', 'light.lamp')).toEqual({
    automation: ['automation.hall'],
    script: ['script.say'],
  });
  expect(await related('area', 'hall')).toEqual({ automation: ['automation.hall'] });
  expect(await related('script', 'script.say')).toMatchObject({
    automation: ['automation.hall'],
    entity: ['light.lamp'],
  });
  expect(await related('automation', 'automation.hall')).toMatchObject({
    area: ['hall'],
    entity: ['binary_sensor.motion', 'input_boolean.guests', 'light.lamp', 'script.say', 'scene.night'],
    scene: ['scene.night'],
    script: ['script.say'],
  });
  await hub.stop();
});
