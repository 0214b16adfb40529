import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { isoTime } from '../../../src/core/clock.ts';
import type { StateHistoryQuery } from '../../../src/core/state-history-query.ts';
import { stateHistory } from '../../../src/history/queries/state-history.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';

const folder = tempFolder(afterAll);
const { connection } = openConnection({
  ...{ file: `${folder}/history.db`, migrations: historyMigrations, lockWait: 0, releasesSpace: true },
  backup: { folder, stamp: 'test' },
});
let pauses = 0;
const pause = async () => {
  pauses += 1;
};
const samples = new SqliteSampleStore({ connection, pause, onDamage: () => {} });
afterAll(async () => {
  await samples.close();
  connection.close();
});

const DAY = Date.parse('2026-11-20T00:00:00Z');
type Question = Omit<StateHistoryQuery, 'entityIds' | 'after' | 'before'> & {
  readonly entities: readonly {
    readonly entityId: string;
    readonly after: number;
    readonly before: number;
  }[];
};
const plain: Omit<Question, 'entities'> = {
  ...{ form: 'compressed', hasStart: true, significantOnly: true, isMinimal: false, hasAttributes: true },
  ...{ start: DAY, end: DAY + 1000 },
};

async function chunksOf({ entities, ...shape }: Question): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const query: StateHistoryQuery = {
    ...shape,
    entityIds: entities.map(({ entityId }) => entityId),
    after: entities.map(({ after }) => after),
    before: entities.map(({ before }) => before),
  };
  for await (const chunk of stateHistory({ samples, pause }, query)) chunks.push(chunk);
  return chunks;
}

async function answer(query: Question): Promise<unknown> {
  return JSON.parse(Buffer.concat(await chunksOf(query)).toString());
}

function sample(at: number, state: string | null, more: Partial<Sample> = {}): Sample {
  return { at, changedAt: at, state, attributes: '{}', context: null, ...more };
}

/** The same rules, written down as plainly as possible. */
function expected(all: ReadonlyMap<string, readonly Sample[]>, query: Question): unknown {
  const entities: [string, unknown[]][] = [];
  let newest: number | undefined;
  for (const { entityId, after, before } of query.entities) {
    const [domain = ''] = entityId.split('.');
    const isWhole = ['climate', 'humidifier', 'input_datetime', 'thermostat', 'water_heater'].includes(
      domain,
    );
    const isAll = ['climate', 'device_tracker', 'humidifier', 'thermostat', 'water_heater'].includes(domain);
    const own = all.get(entityId) ?? [];
    const inForce = query.hasStart ? own.filter(({ at }) => at < after).at(-1) : undefined;
    const rows = own
      .filter(({ at }) => at > after && at < before)
      .filter(({ at, changedAt }) => !query.significantOnly || isAll || at === changedAt)
      .map((one) => (query.significantOnly ? { ...one, changedAt: one.at } : one));
    if (inForce !== undefined) rows.unshift({ ...inForce, at: after, changedAt: after });
    const shown: unknown[] = [];
    let last: string | null | undefined;
    for (const row of rows) {
      const isBrief = query.isMinimal && !isWhole && shown.length > 0;
      if (isBrief && row.state === last) continue;
      last = row.state;
      newest = Math.max(newest ?? row.at, row.at);
      const attributes = query.hasAttributes ? JSON.parse(row.attributes) : {};
      if (query.form === 'rest') {
        const time = isoTime(row.at);
        const state = row.state ?? '';
        shown.push(
          isBrief
            ? { state: row.state, last_changed: time }
            : {
                entity_id: entityId,
                state,
                attributes,
                last_changed: isoTime(row.changedAt),
                last_updated: time,
              },
        );
      } else {
        const hasKey = !isBrief && (query.hasAttributes || !query.isMinimal || isWhole);
        shown.push({
          s: row.state,
          lu: row.at / 1000,
          ...(hasKey ? { a: attributes } : {}),
          ...(row.changedAt !== row.at && !isBrief ? { lc: row.changedAt / 1000 } : {}),
        });
      }
    }
    if (shown.length > 0) entities.push([entityId, shown]);
  }
  if (query.form === 'rest') return entities.map(([, rows]) => rows);
  const states = Object.fromEntries(entities);
  if (query.form === 'compressed') return states;
  return { states, start_time: query.start / 1000, end_time: (newest ?? query.end) / 1000 };
}

test('answers follow the rules, whatever the samples and the question', async () => {
  const domains = ['sensor', 'climate', 'device_tracker', 'input_datetime'];
  const ids = domains.flatMap((domain) => [`${domain}.a`, `${domain}.b`]);
  const state = fc.constantFrom('on', 'off', '21.5', 'unavailable', 'sch\u00f6n "hier"', null);
  const change = fc.record({
    state,
    gap: fc.integer({ min: 1, max: 20 }),
    isAttribute: fc.boolean(),
    attributes: fc.constantFrom('{}', '{"unit":"°C"}', '{"t":[1,2]}'),
  });
  const point = fc.integer({ min: -10, max: 300 }).map((at) => DAY + at / 2);
  const question = fc.record({
    form: fc.constantFrom('rest' as const, 'compressed' as const, 'event' as const),
    hasStart: fc.boolean(),
    significantOnly: fc.boolean(),
    isMinimal: fc.boolean(),
    hasAttributes: fc.boolean(),
    start: point,
    end: point,
    chosen: fc.subarray([...ids, 'sensor.unknown']),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...ids), fc.array(change)),
      question,
      async (given, asked) => {
        run += 1;
        // Each run has entities of its own in the same store.
        const named = (id: string): string => `${id}_${run}`;
        const all = new Map<string, Sample[]>();
        for (const [id, changes] of Object.entries(given)) {
          let at = DAY;
          let changedAt = DAY;
          const list = changes.map(({ gap, isAttribute, ...rest }, n) => {
            at += gap;
            const isSame = isAttribute && n > 0;
            if (!isSame) changedAt = at;
            return sample(at, isSame ? (changes[n - 1]?.state ?? null) : rest.state, {
              changedAt,
              attributes: rest.attributes,
            });
          });
          all.set(named(id), list);
          samples.append([{ entityId: named(id), samples: list }]);
        }
        if (run % 3 === 0) {
          await samples.commit();
          await samples.mergeLog();
        }
        const { chosen, ...shape } = asked;
        const entities = chosen.map((id) => ({ entityId: named(id), after: asked.start, before: asked.end }));
        const query = { ...shape, entities };
        expect(await answer(query)).toEqual(expected(all, query));
      },
    ),
    { numRuns: seeds(150, 1500) },
  );
});

test('long answers come in chunks, and a search without rows still gives signs of life', async () => {
  const entityId = 'sensor.long';
  const list = Array.from({ length: 60_000 }, (_, n) =>
    sample(DAY + n, 'same', { changedAt: DAY, attributes: '{"unit":"W"}' }),
  );
  samples.append([{ entityId, samples: list }]);
  await samples.commit();
  await samples.mergeLog();
  const entities = [{ entityId, after: DAY - 1, before: DAY + 100_000 }];
  const all = await chunksOf({ ...plain, entities, significantOnly: false });
  expect(all.length).toBeGreaterThan(20);
  for (const chunk of all) expect(chunk.length).toBeLessThan(100_000);
  expect(JSON.parse(Buffer.concat(all).toString())[entityId]).toHaveLength(60_000);
  // Only the first row is significant; the rest of the file is read nevertheless.
  const few = await chunksOf({ ...plain, entities });
  expect(few.length).toBeGreaterThan(2);
  expect(JSON.parse(Buffer.concat(few).toString())).toEqual({
    [entityId]: [{ s: 'same', a: { unit: 'W' }, lu: DAY / 1000 }],
  });
});

test('thousands of unknown entities and the longest period are answered in steps', async () => {
  const before = pauses;
  const entities = Array.from({ length: 10_000 }, (_, n) => ({
    ...{ entityId: `sensor.none_${n}`, after: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY },
  }));
  expect(await answer({ ...plain, entities })).toEqual({});
  expect(pauses - before).toBeGreaterThan(20);
});

test('over REST a removal is empty text in a whole row and null in a brief one', async () => {
  const entityId = 'sensor.removed';
  samples.append([{ entityId, samples: [sample(DAY, null), sample(DAY + 10, 'a'), sample(DAY + 20, null)] }]);
  const entities = [{ entityId, after: DAY - 1, before: DAY + 100 }];
  const shown = async (isMinimal: boolean) => {
    const [rows] = (await answer({ ...plain, form: 'rest', entities, isMinimal })) as { state: unknown }[][];
    return rows?.map(({ state }) => state);
  };
  expect(await shown(false)).toEqual(['', 'a', '']);
  expect(await shown(true)).toEqual(['', 'a', null]);
});

test('a period that ends before it begins has the state at its start alone', async () => {
  const entityId = 'sensor.reversed';
  samples.append([{ entityId, samples: [sample(DAY, 'a'), sample(DAY + 10, 'b')] }]);
  const entities = [{ entityId, after: DAY + 20, before: DAY - 20 }];
  expect(await answer({ ...plain, entities })).toEqual({
    [entityId]: [{ s: 'b', a: {}, lu: (DAY + 20) / 1000 }],
  });
});

test('attributes name only the entities that they may', async () => {
  const entityId = 'group.lamps';
  const attributes = JSON.stringify({ entity_id: ['light.seen', 'light.hidden'], order: 1 });
  samples.append([
    { entityId, samples: [sample(DAY, 'on', { attributes }), sample(DAY + 5, 'off', { attributes })] },
  ]);
  const entities = [{ entityId, after: DAY + 1, before: DAY + 20 }];
  const seen = (await answer({ ...plain, entities, namable: ['light.seen', 'group.lamps'] })) as object;
  expect(JSON.stringify(seen)).not.toContain('hidden');
  const a = { entity_id: ['light.seen'], order: 1 };
  expect(seen).toMatchObject({
    [entityId]: [
      { s: 'on', a },
      { s: 'off', a },
    ],
  });
});
