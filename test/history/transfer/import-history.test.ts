import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { ExportFormat } from '../../../src/core/history-export.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { SqliteSampleStore } from '../../../src/history/samples/sqlite-sample-store.ts';
import { exportHistory } from '../../../src/history/transfer/export-history.ts';
import { importHistory } from '../../../src/history/transfer/import-history.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { openConnection } from '../../../src/storage/open-connection.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const T0 = Date.parse('2026-09-01T10:00:00Z');
const HEADER =
  'entity_id,state,attributes,last_changed,last_updated,context_id,context_parent_id,context_user_id';
const TIMES = '2026-09-01T10:00:00+00:00,2026-09-01T10:00:00+00:00';
const pause = async (): Promise<void> => {};
let samples: SqliteSampleStore;
beforeEach(() => {
  samples = emptyStore();
});

function emptyStore(): SqliteSampleStore {
  const folder = tempFolder();
  const { connection } = openConnection({
    ...{ file: join(folder, 'history.db'), migrations: historyMigrations, lockWait: 0 },
    backup: { folder, stamp: 'x' },
  });
  return new SqliteSampleStore({ connection, pause, onDamage: () => {} });
}

function load(text: string | Uint8Array, format: ExportFormat = 'csv', isDryRun = false) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return importHistory({ samples, pause }, { format, bytes, isDryRun, now: T0 + 1000 });
}

async function exported(store: SqliteSampleStore, format: ExportFormat): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const all = { from: 0, to: T0 + 10_000, entityIds: undefined };
  for await (const chunk of exportHistory({ samples: store }, { format, ...all })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function stored(store: SqliteSampleStore) {
  const all = new Map<string, Sample[]>();
  const range = { entityIds: store.entityIds(), from: 0, to: T0 + 10_000, withAttributes: true };
  for await (const { entityId, samples: own } of store.read(range))
    all.set(entityId, [...(all.get(entityId) ?? []), ...own]);
  return all;
}

test('an import returns exactly what was exported', async () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 20, unit: 'grapheme' }),
    fc.stringMatching(/^[=+\-@'\t\r\n",0-9]{0,6}$/),
    fc.constantFrom('21.50', '-3', '', null),
  );
  const ids = fc.option(fc.stringMatching(/^[=+'@a-z0-9]{1,20}$/));
  const sample = fc.record({
    at: fc.integer({ min: T0 - 1e6, max: T0 }),
    before: fc.integer({ min: 0, max: 100 }),
    state: texts,
    attributes: fc.dictionary(fc.string({ maxLength: 5 }), texts, { maxKeys: 3, noNullPrototype: true }),
    context: fc.option(fc.record({ id: fc.stringMatching(/^[=A-Z]{1,9}$/), parent_id: ids, user_id: ids })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sample, { selector: ({ at }) => at, minLength: 1, maxLength: 20 }),
      fc.constantFrom<ExportFormat>('csv', 'jsonl'),
      async (list, format) => {
        const source = emptyStore();
        const own = list.map(({ at, before, state, attributes, context }) => ({
          ...{ at, changedAt: at - before, state, context },
          attributes: JSON.stringify(attributes),
        }));
        source.append([{ entityId: 'sensor.a', samples: own }]);
        samples = emptyStore();
        const report = await load(await exported(source, format), format);
        expect(report).toMatchObject({
          ...{ imported: true, refused: 0 },
          entities: { 'sensor.a': { new: list.length, existing: 0 } },
        });
        expect(await stored(samples)).toEqual(await stored(source));
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
});

test('what exists is kept and counted, and a dry run changes nothing', async () => {
  const kept = { at: T0, changedAt: T0, state: 'kept', attributes: '{}', context: null };
  samples.append([{ entityId: 'sensor.a', samples: [kept] }]);
  const later = TIMES.replaceAll(':00+', ':00.5+');
  const text = `${HEADER}\nsensor.a,new,{},${TIMES},,,\nsensor.a,new,{},${later},,,\nsensor.b,1,{},${TIMES},,,\n`;
  const entities = { 'sensor.a': { new: 1, existing: 1 }, 'sensor.b': { new: 1, existing: 0 } };
  const rest = { refused: 0, refusals: [] };
  expect(await load(text, 'csv', true)).toEqual({ imported: false, entities, ...rest });
  expect([...(await stored(samples)).keys()]).toEqual(['sensor.a']);
  expect(await load(text)).toEqual({ imported: true, entities, ...rest });
  expect((await stored(samples)).get('sensor.a')?.map(({ state }) => state)).toEqual(['kept', 'new']);
  const again = { 'sensor.a': { new: 0, existing: 2 }, 'sensor.b': { new: 0, existing: 1 } };
  expect((await load(text)).entities).toEqual(again);
});

test('each bad line is refused with its reason, and nothing is imported then', async () => {
  const bad: [string, string][] = [
    ['no id,1,{},TIMES,,,', 'entity_id'],
    [`sensor.a,${'x'.repeat(256)},{},TIMES,,,`, 'state'],
    ['sensor.a,1,[],TIMES,,,', 'attributes'],
    ['sensor.a,1,{,TIMES,,,', 'attributes'],
    [`sensor.a,1,"{""a"":""${'x'.repeat(17_000)}""}",TIMES,,,`, 'attributes'],
    ['sensor.a,1,{},2026-09-01,2026-09-01,,,', 'time'],
    ['sensor.a,1,{},2026-09-01T10:00:00.5Z,2026-09-01T10:00:00Z,,,', 'time'],
    ['sensor.a,1,{},1950-09-01T10:00:00Z,1950-09-01T10:00:00Z,,,', 'time'],
    ['sensor.a,1,{},2026-09-01T10:00:00Z,2026-09-01T10:00:02Z,,,', 'future'],
    ['sensor.a,1,{},TIMES,,b,', 'context'],
    [`sensor.a,1,{},TIMES,${'x'.repeat(65)},,`, 'context'],
    ['sensor.a,1,{}', 'columns'],
    ['sensor.a,"1"x,{},TIMES,,,', 'columns'],
    [`sensor.a,"${'x'.repeat(70_000)}`, 'columns'],
  ];
  const good = `sensor.a,"two\nlines",{},${TIMES},,,`;
  const lines = bad.map(([line]) => line.replace('TIMES', TIMES));
  const report = await load([HEADER, good, ...lines].join('\n'));
  expect(report.refusals).toEqual(bad.map(([, reason], index) => ({ line: index + 4, reason })));
  expect([report.imported, report.refused]).toEqual([false, bad.length]);
  expect(samples.entityIds()).toEqual([]);
});

test('files of another kind are refused', async () => {
  const reasons = async (text: string, format: ExportFormat) =>
    (await load(text, format)).refusals.map(({ line, reason }) => `${line} ${reason}`);
  expect(await reasons('a,b\n1,2\n', 'csv')).toEqual(['1 header']);
  expect(await reasons(`x\n[1]\n\n${' '.repeat(70_000)}1\n`, 'jsonl')).toEqual([
    ...['1 json', '2 json', '4 too_long'],
  ]);
  const deep = `{"entity_id":"sensor.a","attributes":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`;
  expect(await reasons(deep, 'jsonl')).toEqual(['1 attributes']);
  expect(await load('\0'.repeat(1000), 'jsonl')).toMatchObject({ imported: false, refused: 1 });
});
