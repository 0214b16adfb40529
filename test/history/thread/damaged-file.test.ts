import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ulid } from '../../../src/core/context.ts';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { HistoryFiles } from '../../../src/history/thread/history-files.ts';
import type { HistoryNotice } from '../../../src/history/thread/protocol.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';
import { readAll, sample } from '../sample-store-suite.ts';

const PAGE = 4096;
const NOON = 1_800_000_000_000;
const IDS = ['sensor.a', 'sensor.b', 'light.c'];

function openFiles(folder: string) {
  const notices: HistoryNotice[] = [];
  const files = new HistoryFiles({
    setup: {
      file: join(folder, 'history.db'),
      migrations: historyMigrations,
      backup: { folder, stamp: 'now' },
      lockWait: 0,
      releasesSpace: true,
    },
    pause: async () => {},
    notify: (notice) => notices.push(notice),
  });
  files.open();
  return { files, notices };
}

/** A history of three entities in blocks, heads and the log, and the file it is in. */
async function makeHistory(): Promise<{
  readonly file: Buffer;
  readonly samples: ReadonlyMap<string, Sample[]>;
}> {
  const folder = tempFolder(afterAll);
  const { files } = openFiles(folder);
  const samples = new Map(
    IDS.map((entityId, n) => [
      entityId,
      Array.from({ length: 4000 }, (_, i) => sample(i * 10 + n, (20 + ((i * 7 + n) % 97) / 10).toFixed(1))),
    ]),
  );
  for (const [entityId, all] of samples) files.samples.append([{ entityId, samples: all.slice(0, 3900) }]);
  await files.local.mergeLog();
  for (const [entityId, all] of samples) files.samples.append([{ entityId, samples: all.slice(3900) }]);
  await files.close();
  return { file: readFileSync(join(folder, 'history.db')), samples };
}

describe('a damaged history.db', () => {
  let file: Buffer;
  let samples: ReadonlyMap<string, Sample[]>;
  let pages = 0;
  beforeAll(async () => {
    ({ file, samples } = await makeHistory());
    pages = file.length / PAGE;
  });

  /** Opens a damaged file, reads all, and returns how many samples are left; each must be as it was written. */
  const survivors = async (damaged: Buffer): Promise<{ count: number; notices: HistoryNotice[] }> => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'history.db'), damaged);
    const { files, notices } = openFiles(folder);
    const read = async () => {
      try {
        return await readAll(files.samples, { entityIds: IDS });
      } catch (error) {
        files.examine(error);
        return undefined;
      }
    };
    await read();
    await files.recovered();
    const found = (await read()) ?? {};
    const next = sample(999_999, 'new');
    files.samples.append([{ entityId: 'sensor.a', samples: [next] }]);
    await files.samples.commit();
    let count = 0;
    for (const [entityId, list] of Object.entries(found)) {
      const written = new Map(samples.get(entityId)?.map((one) => [one.at, one]));
      expect(list.find((one) => !isDeepStrictEqual(one, written.get(one.at)))).toBeUndefined();
      count += list.length;
    }
    expect((await readAll(files.samples, { entityIds: ['sensor.a'] }))['sensor.a']?.at(-1)).toEqual(next);
    await files.close();
    return { count, notices };
  };

  test('is whole at first', async () => {
    expect(pages).toBeGreaterThan(10);
    expect(await survivors(file)).toEqual({ count: 12_000, notices: [] });
  });

  test('loses at most what is in the page with the flipped byte', async () => {
    const least: number[] = [];
    for (let seed = 1; seed <= seeds(1, 20); seed += 1) {
      for (let page = 0; page < pages; page += seeds(3, 1)) {
        const damaged = Buffer.from(file);
        const at = page * PAGE + ((seed * 7919 + page * 2654) % PAGE);
        damaged[at] = (damaged[at] ?? 0) ^ 0x55;
        const { count } = await survivors(damaged);
        least.push(count);
      }
    }
    // The log is one page of 300 samples, the names of the entities are another; a block has some hundred samples.
    expect(Math.min(...least)).toBeGreaterThan(12_000 - 5000);
  });

  test.each([
    ['empty', () => 0],
    ['cut off in its first page', () => 1000],
    ['cut off in the middle', () => Math.floor(pages / 2) * PAGE],
    ['cut off in its last page', () => file.length - 100],
  ])('may be %s', async (_how, length) => {
    const { count, notices } = await survivors(Buffer.from(file.subarray(0, length())));
    if (length() === 0) expect(notices.map(({ kind }) => kind)).toEqual(['set aside', 'recovered']);
    if (length() > PAGE) expect(count).toBeGreaterThan(0);
  });

  test('gives its causes to the new one', async () => {
    const folder = tempFolder();
    const { files } = openFiles(folder);
    const causes = Array.from({ length: 500 }, (_, i) => ({
      ...{ context: ulid(NOON + i), parent: i % 2 === 0 ? null : ulid(NOON), kind: 'automation' as const },
      ...{ subject: `automation.${i % 7}`, at: NOON + i + 0.25 },
      detail: { name: `Name ${i % 7}`, run_id: ulid(NOON + i), change: { state: 'on', at: NOON } },
    }));
    files.causes.add(causes);
    await files.close();
    const file = join(folder, 'history.db');
    const bytes = readFileSync(file);
    bytes.write('not a database');
    const other = tempFolder();
    writeFileSync(join(other, 'history.db'), bytes);
    const opened = openFiles(other);
    await opened.files.recovered();
    expect(opened.notices.map(({ kind }) => kind)).toEqual(['set aside', 'recovered']);
    expect([...opened.files.causes.between(NOON, NOON + 1000)]).toEqual(causes);
    await opened.files.close();
  });

  test('stays beside the new one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'history.db'), Buffer.alloc(50_000, 'not a database'));
    const { files, notices } = openFiles(folder);
    await files.recovered();
    await files.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('history.db.damaged-now'))).toHaveLength(1);
    expect(existsSync(join(folder, 'history.db'))).toBe(true);
    expect(notices.map(({ kind }) => kind)).toEqual(['set aside', 'recovered']);
  });
});
