import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Sample } from '../../../src/history/samples/sample.ts';
import { HistoryFiles } from '../../../src/history/thread/history-files.ts';
import { historyMigrations } from '../../../src/storage/migrations/history.ts';
import { type GeneratedEntity, generatedHome } from '../../support/generated-home.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';
import { readAll } from '../sample-store-suite.ts';

const SEED = 19;
const DAYS = seeds(2, 365);
const START = Date.UTC(2026, 0, 5);
const DAY = 86_400_000;
/** What is written before a commit; a commit each second would only take longer. */
const STEP = 300_000;
const HALF = START + (DAYS / 2) * DAY;
const HORIZON = START + (DAYS / 4) * DAY;

const fileOf = (folder: string, starts: number): string => join(folder, `history-${starts}.db`);

function openFiles(folder: string, starts: number): HistoryFiles {
  const files = new HistoryFiles({
    setup: {
      file: fileOf(folder, starts),
      migrations: historyMigrations,
      backup: { folder, stamp: 'now' },
      lockWait: 0,
      releasesSpace: true,
    },
    pause: async () => {},
    notify: (notice) => {
      throw new Error(`unexpected notice: ${notice.kind}`);
    },
  });
  files.open();
  return files;
}

/** Closes and opens it again: on a copy, because the driver releases a file only some time after it is closed. */
async function restart(files: HistoryFiles, folder: string, starts: number): Promise<HistoryFiles> {
  await files.close();
  copyFileSync(fileOf(folder, starts), fileOf(folder, starts + 1));
  return openFiles(folder, starts + 1);
}

/** What must be left of an entity: in order of time, from the state in force at the horizon on. */
function expectedSamples(entity: GeneratedEntity): Sample[] {
  const written = [...entity.samples(START, DAYS)];
  const byTime = written
    .map((sample, index) => ({ sample, index }))
    .sort((a, b) => a.sample.at - b.sample.at || a.index - b.index)
    .map(({ sample }) => sample);
  const unique = byTime.filter((sample, index) => sample.at !== byTime[index - 1]?.at);
  const first = unique.findIndex(({ at }) => at >= HORIZON);
  return first < 0 ? unique.slice(-1) : unique.slice(Math.max(0, first - 1));
}

async function compare(files: HistoryFiles, home: readonly GeneratedEntity[]): Promise<number> {
  let count = 0;
  for (const entity of home) {
    const { entityId } = entity;
    const found = (await readAll(files.samples, { entityIds: [entityId] }))[entityId] ?? [];
    const expected = expectedSamples(entity);
    // A difference of a million samples is not printed in readable time.
    const at = expected.findIndex((sample, index) => !isSame(sample, found[index]));
    expect({ entityId, length: found.length, different: found[at] }).toEqual({
      entityId,
      length: expected.length,
      different: expected[at],
    });
    count += found.length;
  }
  return count;
}

function isSame(a: Sample, b: Sample | undefined): boolean {
  return (
    b !== undefined &&
    a.at === b.at &&
    a.changedAt === b.changedAt &&
    a.state === b.state &&
    a.attributes === b.attributes &&
    a.context?.id === b.context?.id &&
    a.context?.parent_id === b.context?.parent_id &&
    a.context?.user_id === b.context?.user_id
  );
}

test(
  `${seeds('two days', 'a year')} of a generated home comes back unchanged, across blocks, a restart and a purge`,
  async () => {
    const folder = tempFolder();
    const home = generatedHome(SEED);
    const writers = home.map((entity) => {
      const samples = entity.samples(START, DAYS);
      return {
        entityId: entity.entityId,
        samples,
        next: samples.next().value as Sample | undefined,
      };
    });
    let files = openFiles(folder, 0);
    let written = 0;
    let dropped = 0;
    for (let until = START + STEP; until <= START + DAYS * DAY; until += STEP) {
      for (const writer of writers) {
        const batch: Sample[] = [];
        // The clock of some is behind: what they write next is due when its turn comes.
        for (; writer.next !== undefined && writer.next.at < until; writer.next = writer.samples.next().value)
          batch.push(writer.next);
        if (batch.length > 0) files.samples.append([{ entityId: writer.entityId, samples: batch }]);
        written += batch.length;
      }
      await files.samples.commit();
      if (until === HALF) {
        files = await restart(files, folder, 0);
        dropped = await files.samples.dropBefore(HORIZON);
      }
    }
    expect(home).toHaveLength(200);
    expect(written).toBeGreaterThan(seeds(100_000, 20_000_000));
    const kept = await compare(files, home);
    expect(kept).toBeLessThanOrEqual(written - dropped);
    files = await restart(files, folder, 1);
    expect(await compare(files, home)).toBe(kept);
    await files.close();
    // With its indices and free pages. In the short form, much of it is the log that is not merged yet.
    expect(statSync(fileOf(folder, 2)).size / kept).toBeLessThan(seeds(12, 4));
  },
  seeds(60_000, 3_600_000),
);
