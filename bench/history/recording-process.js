// A state machine whose changes the recorder of the build records, in a process of its own. The argument is JSON:
// `{folder, mode}`. Mode `cost` prints `{microseconds}`: what recording adds to a change on the main thread. Mode
// `rate` generates `{rate, seconds}` changes and prints `{kept, lost, grown, after}`, memory in MB.
import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from '../../dist/core/bus.js';
import { SystemClock } from '../../dist/core/clock.js';
import { silentLog } from '../../dist/core/log.js';
import { StateMachine } from '../../dist/core/state-machine.js';
import { RecentOrigins } from '../../dist/history/recent-origins.js';
import { DownsampleIntervals } from '../../dist/history/recorder/downsample-intervals.js';
import { RecordedAttributes } from '../../dist/history/recorder/recorded-attributes.js';
import { Recorder } from '../../dist/history/recorder/recorder.js';
import { residentMegabytes } from '../measure.js';
import { openHistoryWorker } from './history-worker.js';

const ENTITIES = 200;
const CHANGES_A_TURN = 500;
const TURNS = 100;
const ROUNDS = 9;
const TICK = 20;
const SETTLED = 60_000;

const { folder, mode, rate, seconds } = JSON.parse(process.argv[2]);
const clock = new SystemClock();
const recent = new RecentOrigins();
const attributes = Array.from({ length: ENTITIES }, (_, index) => ({
  state_class: 'measurement',
  unit_of_measurement: '°C',
  device_class: 'temperature',
  friendly_name: `Bench sensor ${index}`,
}));

/** A state machine and its recorder, which is started or not. */
function recordingHome(worker, isRecorded) {
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  let changes = 0;
  const recorder = new Recorder({
    ...{ bus, clock, log: silentLog, commitInterval: 700, isRecorded: () => true },
    attributes: new RecordedAttributes(() => {}),
    intervals: new DownsampleIntervals({ domains: {}, entities: {}, labels: {} }),
    isInformative: recent.isInformative.bind(recent),
  });
  recorder.connect((columns, commit) => {
    if (commit)
      worker.commit(columns).then(
        () => recorder.committed(undefined),
        (error) => recorder.committed(error),
      );
    else worker.append(columns);
  });
  if (isRecorded) recorder.start();
  const change = () => {
    changes += 1;
    const entity = changes % ENTITIES;
    states.set(`sensor.bench_${entity}`, String(changes / 10), attributes[entity]);
  };
  return { change, recorder, count: () => changes };
}

async function cost(worker) {
  const homes = { without: recordingHome(worker, false), with: recordingHome(worker, true) };
  const best = { without: Infinity, with: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, { change }] of Object.entries(homes)) {
      let busy = 0;
      for (let turn = 0; turn < TURNS; turn += 1) {
        const began = performance.now();
        for (let n = 0; n < CHANGES_A_TURN; n += 1) change();
        busy += performance.now() - began;
        await sleep(1);
      }
      await sleep(800);
      best[kind] = Math.min(best[kind], (busy * 1000) / (TURNS * CHANGES_A_TURN));
    }
  }
  homes.with.recorder.stop();
  return { microseconds: best.with - best.without, without: best.without };
}

async function steady(worker) {
  const home = recordingHome(worker, true);
  for (let n = 0; n < 2 * ENTITIES; n += 1) home.change();
  await sleep(2000);
  const before = residentMegabytes(process.pid);
  let most = before;
  const began = performance.now();
  const warm = home.count();
  while (performance.now() - began < seconds * 1000) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (home.count() - warm < due) home.change();
    most = Math.max(most, residentMegabytes(process.pid));
    await sleep(TICK);
  }
  await sleep(SETTLED);
  const after = residentMegabytes(process.pid);
  const changes = home.count();
  home.recorder.stop();
  const kept = await worker.count();
  return { changes, lost: changes - kept, grown: most - before, after: after - before };
}

const worker = await openHistoryWorker(folder);
const result = mode === 'cost' ? await cost(worker) : await steady(worker);
await worker.close();
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
