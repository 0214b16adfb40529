// Bytes written to disk per day: the built server with its demo home and with a home of 200 entities, at the default
// and at `commit_interval: 30`, and any running Home Assistant with the same activity posted to it meanwhile.
//   node bench/history-writes.js [--minutes 60] [--own-disks] [--home-assistant 'demo|200,NAME,URL,TOKEN,PID[,FOLDER]' …]
// It runs in real time, since pages that are written twice between two flushes of the system are one write. All
// threads of a server count, with everything else that it stores; only the logs of databases, which are filled with zeros
// once after a start, are named apart. Needs Linux. With --own-disks (root) each data folder
// is on a file system of its own, whose journal counts as well; FOLDER is that of a Home Assistant on one.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SampleCollector } from '../dist/history/samples/sample-columns.js';
import { bytesOnDisk, mountDisk } from './disk-image.js';
import { openHistoryWorker } from './history/history-worker.js';
import { reportsOf } from './history/kept-year.js';
import { changesOf, post, press } from './history/posted-activity.js';
import { writtenBytes } from './measure.js';
import { startHome } from './servers.js';

const SEED = 19;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** What a server writes when it starts does not count. */
const SETTLED = MINUTE;
const CALLS_A_DAY = 300;
const SECOND = 1000;
/** A log that grows by more than this within a second was lengthened: commits of a second are much smaller. */
const LENGTHENED = 1_000_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'own-disks': { type: 'boolean', default: false },
    'home-assistant': { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, not ${values.minutes}`);
const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-writes-'));
const started = [];
const disks = [];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => cleanUp().finally(() => process.exit(130)));
try {
  await run();
} finally {
  await cleanUp();
}
process.exit(0);

async function cleanUp() {
  for (const server of started) await server.stop();
  for (const disk of disks) disk.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function run() {
  const demo = await own('demo', 'default', '', { demo: true });
  const homes = [
    demo,
    await own('demo', 'commit_interval: 30', 'recorder:\n  commit_interval: 30\n', { demo: true }),
    await own('200', 'default', ''),
    await own('200', 'commit_interval: 30', 'recorder:\n  commit_interval: 30\n'),
    ...values['home-assistant'].map(foreign),
  ];
  const end = Date.now() + SETTLED + minutes * MINUTE;
  const stop = new AbortController();
  // What the demo home does is posted to Home Assistant, and the generated home to everyone.
  const [demos, followers] = [true, false].map((isOwn) =>
    homes.filter((home) => home.activity === 'demo' && home.isOwn === isOwn),
  );
  const recipients = homes.filter(({ activity }) => activity === '200');
  const busy = [postReports(recipients, end), ...demos.map((home) => useDemo(home, stop.signal))];
  for (const home of demos) {
    const take = async (change) => {
      home.changes += 1;
      if (home === demo) await Promise.all(followers.map((one) => send(one, change)));
    };
    busy.push(changesOf(home.server, take, stop.signal));
  }
  await sleep(SETTLED);
  for (const home of homes) Object.assign(home, { before: written(home), changes: 0 });
  while (Date.now() < end) {
    for (const home of homes) watchLogs(home);
    await sleep(Math.min(SECOND, Math.max(0, end - Date.now())));
  }
  const rows = homes.map((home) => {
    const { activity, name, isOwn, before, changes, refused, once = 0 } = home;
    const now = written(home);
    const [byProcess, onDisk] = [now.byProcess - before.byProcess - once, now.onDisk - before.onDisk - once];
    return { activity, name, isOwn, changes, refused, once, byProcess, onDisk };
  });
  stop.abort();
  await Promise.all(busy);
  report({ minutes, seed: SEED, rows, merges: await mergesOfADay() });
}

/** Bytes so far: those of the process, and those of its disk, where it has one of its own. */
function written({ server, disk }) {
  return {
    byProcess: writtenBytes(server.pid),
    onDisk: disk === undefined ? Number.NaN : bytesOnDisk(disk),
  };
}

/** Adds up what lengthens the logs of the databases of an own home. */
function watchLogs(home) {
  if (home.dataDir === undefined) return;
  home.logs ??= new Map();
  for (const file of readdirSync(home.dataDir)) {
    if (!file.endsWith('-wal')) continue;
    const { size } = statSync(join(home.dataDir, file));
    const growth = size - (home.logs.get(file) ?? size);
    if (growth > LENGTHENED) home.once = (home.once ?? 0) + growth;
    home.logs.set(file, size);
  }
}

async function own(activity, name, settings, { demo = false } = {}) {
  const place = join(folder, `${activity} ${name}`.replaceAll(/\W+/g, '-'));
  mkdirSync(place);
  if (values['own-disks']) disks.push(mountDisk(place));
  const dataDir = join(place, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'hearth.yaml'), settings);
  const server = await startHome(dataDir, {}, { flags: demo ? ['--demo'] : [] });
  started.push(server);
  const disk = values['own-disks'] ? place : undefined;
  return { activity, name: `Hearth, ${name}`, server, dataDir, disk, isOwn: true, changes: 0, refused: 0 };
}

function foreign(text) {
  const [activity, name, url, token, pid, disk] = text.split(',');
  if (!['demo', '200'].includes(activity) || !(Number(pid) > 0))
    throw new Error(`--home-assistant needs 'demo|200,NAME,URL,TOKEN,PID', not ${text}`);
  const server = { url, token, pid: Number(pid) };
  return { activity, name, server, disk, isOwn: false, changes: 0, refused: 0 };
}

async function send(home, { entityId, state, attributes }) {
  const isAccepted = await post(home.server, entityId, state, attributes);
  home.changes += 1;
  if (!isAccepted) home.refused += 1;
}

/** Posts the generated home in real time; all entities exist from the start. */
async function postReports(homes, end) {
  const waiting = reportsOf(SEED, Date.now(), end + MINUTE).map(({ entityId, samples }) => {
    return { entityId, samples, next: samples.next().value };
  });
  const postNext = async (one) => {
    const { state, attributes } = one.next;
    const change = { entityId: one.entityId, state, attributes: JSON.parse(attributes) };
    one.next = one.samples.next().value;
    await Promise.all(homes.map((home) => send(home, change)));
  };
  for (const one of waiting) await postNext(one);
  for (;;) {
    let first;
    for (const one of waiting)
      if (one.next !== undefined && (first === undefined || one.next.at < first.next.at)) first = one;
    if (first === undefined || first.next.at >= end) return;
    await sleep(Math.max(0, first.next.at - Date.now()));
    await postNext(first);
  }
}

/** Presses a button of the demo home every five minutes or so. */
async function useDemo({ server }, signal) {
  for (;;) {
    try {
      await sleep(DAY / CALLS_A_DAY, undefined, { signal });
    } catch {
      return;
    }
    await press(server);
  }
}

/**
 * What merging the log into blocks writes in a day of the home of 200 entities, which a short run does not reach: the
 * bytes of a process that records a day with a commit per hour.
 */
async function mergesOfADay() {
  const worker = await openHistoryWorker(join(folder, 'merges'));
  const collector = new SampleCollector();
  const begin = Date.now() - DAY;
  const waiting = reportsOf(SEED, begin, begin + DAY).map(({ entityId, samples }) => {
    return { entityId, samples, next: samples.next().value };
  });
  const before = writtenBytes(process.pid);
  let samples = 0;
  for (let until = begin + 60 * MINUTE; until <= begin + DAY; until += 60 * MINUTE) {
    for (const one of waiting)
      for (; one.next !== undefined && one.next.at < until; one.next = one.samples.next().value) {
        collector.add(one.entityId, one.next);
        samples += 1;
      }
    await worker.commit(collector.take());
  }
  await worker.close();
  const { size } = statSync(join(folder, 'merges', 'history.db'));
  return { samples, written: writtenBytes(process.pid) - before, size };
}

function report(results) {
  if (values.json) {
    console.log(JSON.stringify(results));
    return;
  }
  const millions = (bytes) => (Number.isNaN(bytes) ? '-' : (bytes / 1e6).toFixed(1)).padStart(9);
  const aDay = (bytes) => millions((bytes * 1440) / minutes);
  console.log(`${minutes} minutes, seed ${SEED}; MB written by the process, per day, on its disk per day`);
  for (const { activity, name, changes, refused, once, byProcess, onDisk } of results.rows) {
    const home = activity === 'demo' ? 'demo home   ' : '200 entities';
    const logs = once > 0 ? `, and ${(once / 1e6).toFixed(1)} MB once for logs` : '';
    const counted = `${changes} changes${refused > 0 ? `, ${refused} refused` : ''}${logs}`;
    console.log(
      `${home} ${name.padEnd(28)}${millions(byProcess)}${aDay(byProcess)}${aDay(onDisk)}  ${counted}`,
    );
  }
  const { samples, written: merged } = results.merges;
  console.log(
    `merging the log of ${samples} samples of a day of 200 entities: ${millions(merged).trim()} MB`,
  );
}
