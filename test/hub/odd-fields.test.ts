import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.stop());

const statusOf = async (service: string, data: object): Promise<number> =>
  (await hub.rest('POST', `/api/services/${service.replace('.', '/')}`, data)).status;

const refused: readonly [string, object][] = [
  ['vacuum.clean_area', { entity_id: 'vacuum.x', cleaning_area_id: 5 }],
  ['vacuum.clean_area', { entity_id: 'vacuum.x', cleaning_area_id: ['kitchen', 1] }],
  ['todo.update_item', { entity_id: 'todo.x', item: '', rename: 'b' }],
  ['camera.play_stream', { entity_id: 'camera.x', media_player: null }],
  ['notify.persistent_notification', { message: 'm', metadata: {} }],
  ['timer.start', { entity_id: 'timer.x', duration: 1e300 }],
];
const taken: readonly [string, object][] = [
  ['vacuum.clean_area', { entity_id: 'vacuum.x', cleaning_area_id: ['kitchen'] }],
  ['notify.persistent_notification', { message: 'm', target: null }],
  ['scene.create', { scene_id: 256, entities: { 'light.x': 'on' } }],
  ['light.turn_on', { entity_id: 'light.x', brightness: '1_00', metadata: {} }],
  [
    'calendar.create_event',
    {
      entity_id: 'calendar.x',
      summary: 's',
      start_date_time: '2026-01-01',
      end_date_time: '2026-01-01 12:00',
    },
  ],
];

test.each(refused)('%s refuses %j', async (service, data) => {
  expect(await statusOf(service, data)).toBe(400);
});

test.each(taken)('%s takes %j', async (service, data) => {
  expect(await statusOf(service, data)).toBe(200);
});
