import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.stop());

const statusOf = async (service: string, data: object): Promise<number> =>
  (await hub.rest('POST', `/api/services/${service.replace('.', '/')}`, data)).status;

const refused = cases<readonly [string, object][]>('refused');
const taken = cases<readonly [string, object][]>('taken');

test.each(refused)('%s refuses %j', async (service, data) => {
  expect(await statusOf(service, data)).toBe(400);
});

test.each(taken)('%s takes %j', async (service, data) => {
  expect(await statusOf(service, data)).toBe(200);
});
