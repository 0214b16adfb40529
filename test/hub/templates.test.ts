import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

let hub: TestHub;
let client: TestClient;

beforeAll(async () => {
  hub = await startTestHub();
  client = await hub.connect();
  await set('21');
});
afterAll(() => hub.stop());

const set = (state: string) => hub.rest('POST', '/api/states/sensor.template_test', { state });

describe('POST /api/template', () => {
  it('answers text', async () => {
    const answer = await hub.rest('POST', '/api/template', {
      template: " {{ states('sensor.template_test') }} °C\n",
    });
    expect([answer.status, answer.text]).toEqual([200, '21 °C']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('keeps ints and floats of variables apart', async () => {
    const body = '{"template": "{{ x }} {{ y }}", "variables": {"x": 21.0, "y": 21}}';
    expect((await hub.rest('POST', '/api/template', body)).text).toBe('21.0 21');
  });

  it.each([
    ['{{ 1 / 0 }}', 'Error rendering template: ZeroDivisionError: division by zero'],
    ['{{ 1 +', 'Error rendering template: TemplateSyntaxError: '],
    ['{{ x | nothing }}', "Error rendering template: TemplateAssertionError: No filter named 'nothing'."],
  ])('refuses %s', async (template, message) => {
    const answer = await hub.rest('POST', '/api/template', { template });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'template_error', message: expect.stringContaining(message) });
  });

  it.each(cases<[string, string][]>('refuses the body'))('refuses the body %s', async (body, message) => {
    const answer = await hub.rest('POST', '/api/template', body);
    expect([answer.status, answer.json]).toEqual([400, { message, code: 'invalid_format' }]);
  });

  it('imports macros from custom_templates, read again on demand', async () => {
    const folder = join(hub.dataDir, 'custom_templates', 'inner');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'tools.jinja'), '{% macro twice(x) %}{{ x * 2 }}{% endmacro %}');
    const reloaded = await hub.rest('POST', '/api/services/homeassistant/reload_custom_templates');
    expect(reloaded.status).toBe(200);
    const template = "{% from 'inner/tools.jinja' import twice %}{{ twice(21) }}";
    expect((await hub.rest('POST', '/api/template', { template })).text).toBe('42');
  });
});

describe('render_template', () => {
  const eventsOf = (id: number) =>
    client.events.filter((message) => message.id === id).map(({ event }) => event);

  it('sends the parsed result, and the next when it changes', async () => {
    const id = await client.subscribeText(
      'render_template',
      `"template":"{{ states('sensor.template_test') }}"`,
    );
    const listeners = { all: false, time: false, domains: [], entities: ['sensor.template_test'] };
    await client.event((message) => message.id === id);
    await set('21.5');
    await client.event((message) => message.id === id && message.event.result === 21.5);
    expect(eventsOf(id)).toEqual([
      { result: 21, listeners },
      { result: 21.5, listeners },
    ]);
    await client.must({ type: 'unsubscribe_events', subscription: id });
    await set('21');
    await client.must({ type: 'get_config' });
    expect(eventsOf(id).length).toBe(2);
  });

  it('succeeds for a failing template, and reports errors only on request', async () => {
    const id = await client.subscribeText('render_template', `"template":"{{ 1 / 0 }}"`);
    await client.must({ type: 'get_config' });
    expect(eventsOf(id)).toEqual([]);
  });

  it('reports errors ahead of the result and after it', async () => {
    const id = await client.subscribeText('render_template', `"template":"{{ 1 +","report_errors":true`);
    const told = eventsOf(id);
    expect(told[0]).toMatchObject({ level: 'ERROR', error: expect.stringContaining('TemplateSyntaxError') });
    await client.must({ type: 'get_config' });
    expect(eventsOf(id)).toEqual([told[0], told[0]]);
  });

  it('refuses what takes too long', async () => {
    const template = '{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}';
    const answer = await client.ask({ type: 'render_template', template, timeout: 0.01 });
    expect(answer.error).toEqual({
      code: 'template_error',
      message: 'Exceeded maximum execution time of 0.01s',
    });
  });

  it('refuses fields of the wrong kind', async () => {
    for (const wrong of [
      {},
      { template: 5 },
      { template: 'x', variables: [] },
      { template: 'x', other: 1 },
    ]) {
      const answer = await client.ask({ type: 'render_template', ...wrong });
      expect(answer.error.code).toBe('invalid_format');
    }
  });
});
