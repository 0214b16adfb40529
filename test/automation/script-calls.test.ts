import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a script that calls an unknown service reports it over both interfaces', async () => {
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

test('the service of a script is described by its fields, which are not enforced', async () => {
  const folder = tempFolder();
  const fields = {
    level: {
      ...{ name: 'How bright', description: 'In percent', required: true, advanced: true, example: 40 },
      ...{ default: 50.0, selector: { number: { min: 1, max: 100, unit_of_measurement: '%' } } },
    },
    note_text: null,
    big: { default: 'HUGE', name: 5, selector: 'number' },
  };
  const script = { alias: 'Reading light', fields, sequence: [{ stop: '' }] };
  const text = JSON.stringify({ read: script }).replace('"HUGE"', '1000000000000000000000');
  writeFileSync(join(folder, 'scripts.yaml'), text);
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  const { script: services } = await client.must({ type: 'get_services' });
  expect(services.read).toMatchObject({ name: 'Reading light', fields: { level: fields.level } });
  expect(services.read.fields.note_text).toEqual({
    ...{ name: 'Note text', description: '', required: false },
    selector: { text: null },
  });
  expect(services.read.fields.big).toEqual({
    ...{ name: 'Big', description: '', required: false, default: 1e21 },
    selector: { text: null },
  });
  expect(
    await client.must({
      type: 'call_service',
      domain: 'script',
      service: 'read',
      service_data: { level: [] },
    }),
  ).toBeDefined();
  await client.must({ type: 'call_service', domain: 'script', service: 'read' });
  await hub.stop();
});
