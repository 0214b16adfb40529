// Bytes on disk per sample, with indices, free pages and the log of samples that are not in blocks yet.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { atMost } from '../../aims.js';
import { writtenYear } from './kept-home.js';

const SEED = 19;
const DAYS = 30;
const MINUTE = 60_000;

const row = (name, limit, measure) => ({
  name,
  unit: 'B',
  better: 'less',
  sides: 'server',
  once: true,
  aim: limit === undefined ? undefined : atMost(limit, 'B'),
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : undefined),
  measure,
});

/** A month of sensors with one decimal whose times are off by up to `jitter` milliseconds. */
function sensors(jitter, limit) {
  return row(`history: a sample of a sensor, ±${jitter} ms`, limit, async (_server, run) => {
    const { sensorSamples } = await import('../../history/sensor-samples.js');
    const entities = sensorSamples({ days: run.options.quick ? 7 : DAYS, jitter, seed: SEED });
    return fileOf(join(run.folder, `history ±${jitter}`), entities);
  });
}

const demo = row('history: a sample of the demo home', 12, async (_server, run) => {
  const { demoSamples } = await import('../../history/demo-samples.js');
  const entities = await demoSamples({ days: run.options.quick ? 2 : DAYS, calls: 300, seed: SEED });
  return fileOf(join(run.folder, 'history of the demo'), entities);
});

/** Writes samples, with a commit a minute, and measures the file. */
async function fileOf(folder, entities) {
  const { openHistoryWorker } = await import('../../history/history-worker.js');
  const { SampleCollector } = await import('../../../dist/history/samples/sample-columns.js');
  const worker = await openHistoryWorker(folder);
  const waiting = [...entities].map(([entityId, samples]) => ({ entityId, samples, next: 0 }));
  const collector = new SampleCollector();
  let count = 0;
  const start = Math.min(...waiting.map(({ samples }) => samples[0].at));
  for (
    let until = start + MINUTE;
    waiting.some(({ samples, next }) => next < samples.length);
    until += MINUTE
  ) {
    for (const one of waiting) {
      for (; one.next < one.samples.length && one.samples[one.next].at < until; one.next += 1) {
        collector.add(one.entityId, one.samples[one.next]);
        count += 1;
      }
    }
    if (collector.size > 0) await worker.commit(collector.take());
  }
  await worker.close();
  const { size } = statSync(join(folder, 'history.db'));
  const note = `${count.toLocaleString('en')} samples, ${(size / 1e6).toFixed(1)} MB, seed ${SEED}`;
  return { value: size / count, note };
}

const year = row('history: a sample of a home of 200 entities', undefined, async (_server, run) => {
  const { samples, bytes, days } = await writtenYear(run);
  const size = `${(bytes / 1e6).toFixed(0)} MB with statistics and roll-ups`;
  return { value: bytes / samples, note: `${days} days, ${samples.toLocaleString('en')} samples, ${size}` };
});

export const diskRows = [sensors(50, 3), sensors(1000), demo, year];
