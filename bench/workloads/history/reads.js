// Reading a year of history: until the first byte and until the last one.
import { below } from '../../aims.js';
import { EVERY_SECOND, everyMinute, withStatistics } from '../../history/kept-year.js';
import { runJob } from '../../load/run-job.js';
import { isoTime, servedYear } from './kept-home.js';

const DAY = 86_400_000;
const ROUNDS = 7;

const command = (type, fields) => ({ command: JSON.stringify({ type, ...fields }) });
const period = (end, days) => ({ start_time: isoTime(end - days * DAY), end_time: isoTime(end) });
const short = { minimal_response: true, no_attributes: true, significant_changes_only: false };
const statistics = (end, days, fields) =>
  command('recorder/statistics_during_period', {
    ...period(end, days),
    ...{ statistic_ids: withStatistics(), types: ['mean'], ...fields },
  });

/** Name, limits in ms of the first byte and of all, and what is read. */
const READS = [
  [
    'a day of one entity at 1 Hz over WebSocket',
    { first: 5, all: 60 },
    ({ end }) =>
      command('history/history_during_period', { ...period(end, 1), ...short, entity_ids: [EVERY_SECOND] }),
  ],
  [
    'a week of ten entities over WebSocket',
    { all: 80 },
    ({ end }) =>
      command('history/history_during_period', {
        ...period(end, 7),
        ...short,
        entity_ids: Array.from({ length: 10 }, (_, index) => everyMinute(index)),
      }),
  ],
  [
    'a week of ten entities with attributes over REST',
    { first: 10, rate: 100 },
    ({ end }) => ({
      path: `/api/history/period/${isoTime(end - 7 * DAY)}?end_time=${isoTime(end)}&filter_entity_id=${Array.from({ length: 10 }, (_, index) => everyMinute(index))}`,
    }),
  ],
  [
    '1,000 points of a year',
    { all: 20 },
    ({ end, days }) =>
      command('hearth/history/query', { ...period(end, days), entity_ids: [everyMinute(0)], points: 1000 }),
  ],
  [
    'fifty statistics by hour of a year',
    { all: 500 },
    ({ end, days }) => statistics(end, days, { period: 'hour' }),
  ],
  [
    'a statistic by day of a year',
    { all: 20 },
    ({ end, days }) => statistics(end, days, { period: 'day', statistic_ids: [everyMinute(0)] }),
  ],
  [
    'the logbook of a day with 20,000 entries',
    { all: 60 },
    ({ end }) => command('logbook/get_events', period(end, 1)),
  ],
];

let measured;

/** All reads are measured once: the rows share them. */
function figures(run) {
  measured ??= servedYear(run).then(({ server, year }) => readYear(server, year));
  return measured;
}

/** Measures all reads on a server that has the year: `{first, all, best, size, errors}` of each. */
export function readYear(server, year) {
  const reads = READS.map(([, , read]) => read(year));
  return runJob('historyReads', { server, reads, rounds: ROUNDS, seconds: 120 });
}

/** How many of these figures are within the limits of their reads. */
export function readsWithinLimits(reads) {
  return reads.filter((figures, index) => aimOf(READS[index][1]).met({ ...figures, value: figures.best }))
    .length;
}

export const readRows = READS.map(([name, limits], index) => ({
  name: `history: ${name}`,
  unit: 'ms',
  better: 'less',
  sides: 'server',
  once: true,
  aim: aimOf(limits),
  needs: (server) => (server.start === undefined ? 'needs a server this run can start' : undefined),
  async measure(_server, run) {
    const { first, all, best, size, errors } = (await figures(run))[index];
    const rate = `${(size / 1e6).toFixed(1)} MB at ${(size / 1000 / best).toFixed(0)} MB/s`;
    return {
      value: best,
      errors,
      first,
      size,
      note: `first byte ${first.toFixed(1)} ms, median ${all.toFixed(1)} ms, ${rate}`,
    };
  },
}));

function aimOf({ first, all, rate }) {
  if (all === undefined) {
    const met = ({ first: own, size, value }) => own < first && size / 1000 / value >= rate;
    return { text: `first < ${first} ms, >= ${rate} MB/s`, met };
  }
  const { text, met } = below(all, 'ms');
  if (first === undefined) return { text, met };
  return { text: `${text}, first < ${first} ms`, met: (server) => met(server) && server.first < first };
}
