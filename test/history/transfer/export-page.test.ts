import { expect, test } from 'vitest';
import type { EntitySamples } from '../../../src/history/samples/sample.ts';
import type { SampleStore } from '../../../src/history/samples/sample-store.ts';
import { exportHistory } from '../../../src/history/transfer/export-history.ts';
import { exportPage } from '../../../src/history/transfer/export-page.ts';
import { sample } from '../sample-store-suite.ts';

/** A store that only reads. */
function storeOf(all: readonly EntitySamples[]): SampleStore {
  const store: Partial<SampleStore> = {
    entityIds: () => all.map(({ entityId }) => entityId),
    async *read({ entityIds, from, to }) {
      for (const entityId of entityIds) {
        const samples = all.find((one) => one.entityId === entityId)?.samples ?? [];
        const inside = samples.filter(({ at }) => at >= from && at < to);
        if (inside.length > 0) yield { entityId, samples: inside };
      }
    },
  };
  return store as SampleStore;
}

test('the pages of an export are the export', async () => {
  const attributes = JSON.stringify({ long: 'x'.repeat(3000) });
  const samples = Array.from({ length: 400 }, (_, second) => sample(second, `${second}`, { attributes }));
  const store = storeOf(['light.a', 'sensor.b', 'sensor.c'].map((entityId) => ({ entityId, samples })));
  const range = { format: 'csv', entityIds: undefined, from: 0, to: sample(390, '').at } as const;
  let whole = '';
  for await (const chunk of exportHistory({ samples: store }, range))
    whole += new TextDecoder().decode(chunk);
  const pages: string[] = [];
  for (let page = await exportPage({ samples: store }, { ...range, after: null }); ; ) {
    pages.push(page.text);
    if (page.after === null) break;
    page = await exportPage({ samples: store }, { ...range, after: page.after });
  }
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.join('')).toBe(whole);
});

test('an entity that was forgotten between two pages does not repeat or end the others', async () => {
  const all = ['light.a', 'sensor.c'].map((entityId) => ({ entityId, samples: [sample(1, 'on')] }));
  const range = { format: 'jsonl', entityIds: undefined, from: 0, to: Number.MAX_SAFE_INTEGER } as const;
  const { text } = await exportPage(
    { samples: storeOf(all) },
    { ...range, after: { entityId: 'sensor.b', at: 5 } },
  );
  expect(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).entity_id),
  ).toEqual(['sensor.c']);
});
