import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interfaceReference } from '../../scripts/interface-reference.js';
import { ERRORS } from '../../src/api/rest/status.ts';
import { RAW_SECTIONS, SETTINGS } from '../../src/config/settings.ts';
import { EVENT_TYPES, isEventType } from '../../src/core/event-types.ts';
import { englishText } from '../../src/core/messages.ts';
import { expectedOf } from '../../src/core/schema-error.ts';
import { UNUSED_EVENT_TYPES } from '../../src/entities/visibility/visible-event.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const FOLDER = new URL('../../docs/interface/', import.meta.url);
let hub: TestHub;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  hub = await startTestHub({ demo: true });
  pages = interfaceReference({
    routes: hub.hub.routes,
    commands: hub.hub.commands,
    errors: ERRORS,
    events: EVENT_TYPES,
    unusedEvents: UNUSED_EVENT_TYPES,
    settings: SETTINGS,
    sections: RAW_SECTIONS,
    expected: (issue) => englishText(expectedOf(issue)),
    documents: {
      'openapi.json': (await hub.rest('GET', '/api/openapi.json')).json,
      'asyncapi.json': (await hub.rest('GET', '/api/asyncapi.json')).json,
    },
  });
});
afterAll(() => hub.stop());

const parts = (page: string): number => pages.get(page)?.match(/^## /gm)?.length ?? 0;

test('the pages of the interface are up to date (else run node scripts/interface-reference.js)', async () => {
  for (const [name, text] of pages)
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(name, FOLDER)));
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
});

test('each command, route and event has a section with its purpose', () => {
  const webSocket = pages.get('websocket.md') ?? '';
  for (const { type, summary } of hub.hub.commands)
    expect(webSocket).toContain(`\n## \`${type}\`\n\n${summary}. For `);
  const summaries = [...hub.hub.commands, ...hub.hub.routes, ...Object.values(EVENT_TYPES)];
  for (const { summary } of summaries) expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(parts('rest.md')).toBe(hub.hub.routes.length);
  expect(parts('events.md')).toBe(Object.keys(EVENT_TYPES).length);
});

test('each setting says what it accepts, its default and its meaning', () => {
  const rows = pages.get('settings.md')?.match(/^\| `.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) expect(row).toMatch(/^\| `[a-z_.]+` \| [^|]+ \| [^|]+ \| [A-Z][^|]+\. \|$/);
});

test('events have the fields that the reference lists', async () => {
  const client = await hub.connect();
  await client.must({ type: 'subscribe_events' });
  const { area_id } = await client.must({ type: 'config/area_registry/create', name: 'Attic' });
  await client.must({ type: 'config/area_registry/delete', area_id });
  await client.must({ type: 'config/floor_registry/create', name: 'Roof' });
  await client.must({ type: 'config/label_registry/create', name: 'Old' });
  await client.must({ type: 'config/category_registry/create', scope: 'automation', name: 'Night' });
  await client.must({ type: 'config/core/update', location_name: 'Villa' });
  const [device] = await client.must({ type: 'config/device_registry/list' });
  await client.must({ type: 'config/device_registry/update', device_id: device.id, name_by_user: 'Mine' });
  await client.must({ type: 'timer/create', name: 'Egg', duration: 60 });
  for (const service of ['start', 'pause', 'start', 'finish'])
    await hub.rest('POST', `/api/services/timer/${service}`, { entity_id: 'timer.egg' });
  const rename = { entity_id: 'timer.egg', new_entity_id: 'timer.tea' };
  await client.must({ type: 'config/entity_registry/update', ...rename });
  const actions = [{ event: 'custom', event_data: { any: 1 } }];
  await hub.rest('POST', '/api/config/script/config/greet', { sequence: actions });
  await hub.rest('POST', '/api/services/script/greet', {});
  await hub.rest('POST', '/api/config/automation/config/one', { alias: 'One', triggers: [], actions });
  await hub.rest('POST', '/api/services/automation/trigger', { entity_id: 'automation.one' });
  await hub.rest('DELETE', '/api/config/script/config/greet');
  await client.event(({ event }) => event.event_type === 'service_removed');

  const seen = new Set<string>();
  for (const { event } of client.events) {
    const { event_type: type, data } = event;
    if (type === 'core_config_updated' || !isEventType(type)) continue;
    const keys = Object.keys(EVENT_TYPES[type].data);
    const needed = keys.filter((key) => !key.endsWith('?'));
    expect(Object.keys(data), type).toEqual(expect.arrayContaining(needed));
    expect(
      keys.map((key) => key.replace('?', '')),
      type,
    ).toEqual(expect.arrayContaining(Object.keys(data)));
    seen.add(type);
  }
  expect([...seen].sort()).toEqual(
    [
      'area_registry_updated',
      'automation_reloaded',
      'automation_triggered',
      'call_service',
      'category_registry_updated',
      'device_registry_updated',
      'entity_registry_updated',
      'floor_registry_updated',
      'label_registry_updated',
      'script_started',
      'service_registered',
      'service_removed',
      'state_changed',
      'timer.finished',
      'timer.paused',
      'timer.restarted',
      'timer.started',
    ].sort(),
  );
});
