import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a script that calls a service nobody offers says so over both interfaces', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'scripts.yaml'), JSON.stringify({ odd: { sequence: [{ action: 'no.such' }] } }));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  expect(await client.ask({ type: 'call_service', domain: 'script', service: 'odd' })).toMatchObject({
    error: {
      ...{ code: 'home_assistant_error', translation_key: 'child_service_not_found' },
      translation_placeholders: {
        domain: 'script',
        service: 'odd',
        child_domain: 'no',
        child_service: 'such',
      },
    },
  });
  expect((await hub.rest('POST', '/api/services/script/odd', {})).status).toBe(400);
  expect(await client.ask({ type: 'execute_script', sequence: [{ action: 'no.such' }] })).toMatchObject({
    error: { code: 'service_validation_error', message: 'Action no.such not found' },
  });
  const sequence = [{ variables: { r: { a: '{{ 1 + 1.0 }}' } } }, { stop: '', response_variable: 'r' }];
  expect(await client.must({ type: 'execute_script', sequence })).toMatchObject({ response: { a: 2 } });
  expect(await client.ask({ type: 'execute_script', sequence: [{ delay: 'x' }] })).toMatchObject({
    error: { code: 'invalid_format' },
  });
  await hub.stop();
});
