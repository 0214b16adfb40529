import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.stop());

test('a slug is made of a text as long as a name may be, and of no longer one', async () => {
  const client = await hub.connect();
  expect(await client.must({ type: 'slugify', text: 'ä'.repeat(10_000) })).toEqual({
    slug: 'a'.repeat(10_000),
  });
  expect((await client.ask({ type: 'slugify', text: 'ä'.repeat(10_001) })).error).toMatchObject({
    code: 'invalid_format',
    message: expect.stringContaining("Expected at most 10000 characters at 'text'"),
  });
  client.close();
});
