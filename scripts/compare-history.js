// Compares the history, the logbook and the statistics with Home Assistant's, answer by answer: the same activity is
// posted to a running Home Assistant and to the built server.
//   HOME_ASSISTANT_URL=… HOME_ASSISTANT_TOKEN=… node scripts/compare-history.js [--minutes 30] [--seed 42]
//     [--week START] [--details FILE]
//   node scripts/compare-history.js --write-week FILE --week START
// The second form writes a week of changes into the database of a stopped Home Assistant; give the same START to the
// first form afterwards. Home Assistant needs `history:`, `logbook:`, `energy:`, `input_boolean:`, `automation:`,
// `script:` and a recently created administrator's token, and must not have been compared with before.
import { appendFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './build.js';
import { withServer } from './clients/server.js';
import { activity, prepareHome, randomFrom, SENSORS } from './history-comparison/activity.js';
import { connect } from './history-comparison/connection.js';
import { KNOWN_DIFFERENCES } from './history-comparison/known-differences.js';
import { followLive } from './history-comparison/live-rows.js';
import { differences, normalizer } from './history-comparison/normalize.js';
import {
  historyQuestions,
  logbookQuestions,
  oddQuestions,
  statisticsQuestions,
  weekQuestions,
} from './history-comparison/questions.js';
import { weekAsLines, writeWeek } from './history-comparison/week.js';

const FIVE_MINUTES = 300_000;
/** What is posted last before the boundary of five minutes must reach both servers before it. */
const QUIET = { before: 2500, after: 700 };
const STATISTICS = [
  'cmp:water',
  'cmp:outside',
  'cmp:cleared',
  'cmp:renamed',
  'sensor.cmp_imported',
  'sensor.cmp_converted',
];

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    pause: { type: 'string', default: '700' },
    seed: { type: 'string', default: '42' },
    week: { type: 'string' },
    details: { type: 'string' },
    'write-week': { type: 'string' },
  },
});
const week = options.week === undefined ? undefined : Date.parse(options.week);
const theirs = { url: process.env.HOME_ASSISTANT_URL, token: process.env.HOME_ASSISTANT_TOKEN };
const counts = { passed: 0, failed: 0, skipped: 0 };

if (options['write-week'] !== undefined) writeWeek(options['write-week'], week);
else {
  if (theirs.url === undefined || theirs.token === undefined)
    skip('comparison with Home Assistant: HOME_ASSISTANT_URL and HOME_ASSISTANT_TOKEN are not set');
  else await compareHomes();
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}

async function compareHomes() {
  await prepare();
  const cache = join(tmpdir(), 'hearth-clients');
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  await withServer(cache, 'home:\n  time_zone: Europe/Amsterdam\n', (server) => compareWith(server), {
    flags: [],
  });
}

async function compareWith(server) {
  const homes = [await connect(server), await connect(theirs)];
  const both = (work) => Promise.all(homes.map(work));
  const now = Date.now();
  await both((home) => prepareHome(home, now));
  if (week !== undefined) await importWeek(homes[0]);
  const { steps, streams } = await act(both);
  const [begin, end] = [steps[0], Date.now()];
  // Home Assistant commits every five seconds.
  await pause(12_000);
  const middle = steps[Math.floor(steps.length / 2)] - 1;
  const windows = [
    { name: 'all', from: begin - 200, to: end },
    { name: 'first half', from: begin - 200, to: middle },
    { name: 'second half', from: middle, to: end },
    { name: 'last quarter', from: steps[Math.floor(steps.length * 0.75)] - 1, to: end },
  ];
  const questions = [
    ...historyQuestions(windows),
    ...logbookQuestions(windows.slice(0, 3)),
    ...oddQuestions({ begin, end }),
    ...statisticsQuestions({
      ids: [...STATISTICS, ...SENSORS],
      now,
      begin,
      end: begin + Math.floor((end - begin) / FIVE_MINUTES) * FIVE_MINUTES,
    }),
    ...(week === undefined ? [] : weekQuestions(week)),
  ];
  if (week === undefined) skip('the week in the database: start with --week');
  const normalize = normalizer(steps);
  for (const stream of streams)
    judge(
      stream.name,
      stream.rows().map((one) => normalize(one)),
    );
  const kept = [];
  for (const question of questions) {
    const answers = await both((home) => question.ask(home).catch((error) => ({ failed: error.message })));
    kept.push(answers[0]);
    judge(
      question.name,
      answers.map((one) => normalize(one)),
      question.tolerance,
    );
  }
  await compareAfterRestart(server, questions, kept);
  for (const home of homes) home.close();
}

/** Posts the activity to both for the given time; the streams begin when a third has passed. */
async function act(both) {
  const ends = Date.now() + Number(options.minutes) * 60_000;
  const steps = [];
  let streams;
  const third = Date.now() + (ends - Date.now()) / 3;
  for (const requests of activity(randomFrom(Number(options.seed)))) {
    await quietMoment();
    steps.push(Date.now());
    const answers = await both(async ({ rest }) => {
      const results = [];
      for (const request of requests) results.push((await rest(...request)).status);
      return results;
    });
    const [ours, other] = answers.map((one) => one.join());
    if (ours !== other) judge(`step ${steps.length - 1}: ${JSON.stringify(requests)}`, [ours, other]);
    await pause(Number(options.pause));
    if (Date.now() > third && streams === undefined) streams = await followLive(both, steps[0] - 200);
    if (Date.now() > ends) break;
  }
  return { steps, streams: streams ?? [] };
}

/** Waits while the five minutes of a statistic are about to end. */
async function quietMoment() {
  const left = FIVE_MINUTES - (Date.now() % FIVE_MINUTES);
  if (left < QUIET.before) await pause(left + QUIET.after);
}

/** Our answers about the past stay the same, to the millisecond, after a restart. */
async function compareAfterRestart(server, questions, kept) {
  await server.restart();
  const home = await connect(server);
  for (const [at, question] of questions.entries()) {
    if (/logbook\/get_events, all|validate|list_statistic|metadata|^asking|^GET/.test(question.name))
      continue;
    const answer = await question.ask(home);
    const found = differences(answer, kept[at]);
    report(`after a restart: ${question.name}`, found);
  }
  home.close();
}

function judge(name, [ours, other], tolerance) {
  const open = report(name, differences(ours, other, tolerance));
  if (open > 0 && options.details !== undefined)
    appendFileSync(options.details, `${JSON.stringify({ name, ours, homeAssistant: other })}\n`);
}

function report(name, found) {
  const open = found.filter(
    (text) => !KNOWN_DIFFERENCES.some(({ of, shows }) => of.test(name) && shows.test(text)),
  );
  if (open.length === 0) counts.passed++;
  else {
    counts.failed++;
    console.log(`FAIL ${name}: ${open.join('; ')}`);
  }
  return open.length;
}

function skip(what) {
  counts.skipped++;
  console.log(`SKIP ${what}`);
}

async function importWeek(home) {
  const { status, body } = await home.rest(
    'POST',
    '/api/hearth/history/import?format=jsonl',
    weekAsLines(week),
  );
  if (status !== 200 || body.refused > 0) throw new Error(`the week: ${status} ${JSON.stringify(body)}`);
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
