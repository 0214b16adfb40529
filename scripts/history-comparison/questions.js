// The questions put to both servers after the same activity: every way to ask for history, logbook and statistics.
import { ENTITIES } from './activity.js';
import { WEEK_ENTITIES } from './week.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FLAGS = ['significant_changes_only', 'minimal_response', 'no_attributes', 'include_start_time_state'];
/**
 * Values are posted to both servers milliseconds apart, which means over time show; a jump of 2,000 W, or the one of
 * 1,000 that a mean begins with, shows more.
 */
const SKEWS = { 'sensor.cmp_power': 0.2, 'sensor.cmp_odd': 0.5 };
const skewOf = (id) => SKEWS[id] ?? 0.05;

/** All combinations of the flags. */
function combinations() {
  return Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
    Object.fromEntries(FLAGS.map((flag, at) => [flag, (bits & (1 << at)) !== 0])),
  );
}

function named(flags) {
  return FLAGS.filter((flag) => flags[flag]).join('+') || 'no flags';
}

/**
 * The questions as `{ name, ask, tolerance? }`, where `ask` is given a connection. Windows are `{ name, from, to }` in
 * milliseconds.
 */
export function historyQuestions(windows, ids = ENTITIES) {
  const all = [];
  for (const { name, from, to } of windows) {
    for (const flags of combinations()) {
      all.push({
        name: `REST history, ${name}, ${named(flags)}`,
        ask: async ({ rest }) => byEntity(await rest('GET', restHistory({ from, to, ids, flags }))),
      });
      all.push({
        name: `history_during_period, ${name}, ${named(flags)}`,
        ask: ({ ask }) =>
          ask({
            type: 'history/history_during_period',
            ...{ start_time: iso(from), end_time: iso(to), entity_ids: ids },
            ...flags,
          }),
      });
    }
    for (const bits of [0, 5, 15]) {
      const flags = combinations()[bits];
      all.push({
        name: `history/stream of the past, ${name}, ${named(flags)}`,
        ask: (home) =>
          pastEvents(home, { type: 'history/stream', entity_ids: ids, ...times({ from, to }), ...flags }),
      });
    }
  }
  return all;
}

export function logbookQuestions(windows, ids = ENTITIES) {
  const own = new Set(ids);
  const isOwn = ({ entity_id: id, message }) =>
    own.has(id) || (id == null && /step|said/.test(message ?? ''));
  const all = [];
  const add = (name, ask) => all.push({ name, ask });
  for (const { name, from, to } of windows) {
    const range = times({ from, to });
    const ownOf = ({ result, error }) => ({ result: (result ?? []).filter(isOwn), error });
    add(`logbook/get_events, ${name}`, async ({ ask }) =>
      ownOf(await ask({ type: 'logbook/get_events', ...range })),
    );
    add(`logbook/get_events of no device, ${name}`, ({ ask }) =>
      ask({ type: 'logbook/get_events', ...range, device_ids: ['unknown'] }),
    );
    add(`REST logbook, ${name}`, async ({ rest }) => {
      const path = `/api/logbook/${iso(from)}?end_time=${iso(to)}`;
      const { status, body } = await rest('GET', path);
      return { status, body: body.filter(isOwn) };
    });
    for (const id of ids) {
      add(`logbook/get_events of ${id}, ${name}`, async ({ ask }) =>
        ownOf(await ask({ type: 'logbook/get_events', ...range, entity_ids: [id] })),
      );
      add(`REST logbook of ${id}, ${name}`, async ({ rest }) => {
        const { status, body } = await rest(
          'GET',
          `/api/logbook/${iso(from)}?end_time=${iso(to)}&entity=${id}`,
        );
        return { status, body };
      });
    }
    add(`logbook/get_events of entities and a device, ${name}`, async ({ ask }) =>
      ownOf(await ask({ type: 'logbook/get_events', ...range, entity_ids: ids, device_ids: ['unknown'] })),
    );
    for (const [what, selection] of [
      ['everything', {}],
      ['entities', { entity_ids: ids }],
      ['sensors that measure', { entity_ids: [ids[0]] }],
      ['a device', { device_ids: ['unknown'] }],
      ['entities and a device', { entity_ids: ids, device_ids: ['unknown'] }],
    ])
      add(`logbook/event_stream of ${what} in the past, ${name}`, async (home) => {
        const { answer, events } = await pastEvents(home, {
          type: 'logbook/event_stream',
          ...range,
          ...selection,
        });
        return {
          answer,
          entries: events.flatMap((event) => event.events).filter(isOwn),
          fields: events.map((event) => Object.keys(event).sort()),
        };
      });
  }
  return all;
}

/** The questions about statistics: those that were imported, and those of the activity. */
export function statisticsQuestions({ ids, now, begin, end }) {
  const all = [];
  const add = (name, request, tolerance = skewOf()) =>
    all.push({ name, tolerance, ask: ({ ask }) => ask(request) });
  const imported = ids.filter((id) => !id.startsWith('sensor.cmp_') || /imported|converted/.test(id));
  const period = 'recorder/statistics_during_period';
  const week = { start_time: iso(now - 8 * DAY), end_time: iso(now) };
  // Home Assistant counts all of the hour in whose first minute a period ends.
  const inMinutes = now % HOUR < MINUTE ? now + MINUTE : now;
  for (const statistic_ids of [...imported.map((id) => [id]), imported])
    for (const one of ['5minute', 'hour', 'day', 'week', 'month', 'year'])
      add(
        `${period}, ${one}s of ${statistic_ids.join(', ')}`,
        { type: period, ...week, statistic_ids, period: one },
        1e-6,
      );
  const units = { temperature: '°F', energy: 'Wh', power: 'kW', volume: 'L' };
  add(
    `${period} in other units`,
    { type: period, ...week, statistic_ids: imported, period: 'day', units },
    1e-3,
  );
  for (const types of [[], ['change'], ['sum', 'last_reset'], ['mean', 'max']])
    add(
      `${period}, types ${types.join(' ')}`,
      { type: period, ...week, statistic_ids: imported, period: 'day', types },
      1e-6,
    );
  for (const id of ids)
    for (const one of ['5minute', 'hour'])
      add(
        `${period}, ${one}s of the activity of ${id}`,
        { type: period, ...times({ from: begin, to: end }), statistic_ids: [id], period: one },
        skewOf(id),
      );
  add(`${period} of an unknown statistic`, {
    type: period,
    ...week,
    statistic_ids: ['cmp:none'],
    period: 'day',
  });
  for (const statistic_id of imported) {
    const summary = { type: 'recorder/statistic_during_period', statistic_id };
    for (const [what, chosen] of [
      ['all time', {}],
      [
        'a fixed period',
        { fixed_period: { start_time: iso(now - 5 * DAY), end_time: iso(inMinutes - 2 * DAY) } },
      ],
      [
        'half hours',
        { fixed_period: { start_time: halfHour(now - 5 * DAY), end_time: halfHour(now - 2 * DAY) } },
      ],
      ['yesterday', { calendar: { period: 'day', offset: -1 } }],
      ['this month', { calendar: { period: 'month' } }],
      ['the week of Sunday', { calendar: { period: 'week', first_weekday: 'sun' } }],
      ['three rolling days', { rolling_window: { duration: { days: 3 } } }],
      ['with types', { types: ['change', 'mean'], fixed_period: { start_time: iso(now - 5 * DAY) } }],
    ])
      add(`${summary.type} of ${statistic_id}, ${what}`, { ...summary, ...chosen }, 1e-6);
  }
  for (const type of ['recorder/list_statistic_ids', 'recorder/get_statistics_metadata'])
    for (const fields of type.includes('list')
      ? [{}, { statistic_type: 'mean' }, { statistic_type: 'sum' }]
      : [{}, { statistic_ids: ids }])
      all.push({
        name: `${type} ${JSON.stringify(fields)}`,
        ask: async ({ ask }) => {
          const { result, error } = await ask({ type, ...fields });
          const own = (result ?? []).filter(({ statistic_id: id }) => id.includes('cmp'));
          return { error, result: Object.fromEntries(own.map((one) => [one.statistic_id, one])) };
        },
      });
  all.push({
    name: 'recorder/validate_statistics',
    ask: async ({ ask }) => {
      const { result, error } = await ask({ type: 'recorder/validate_statistics' });
      const own = Object.entries(result ?? {}).filter(([id]) => id.includes('cmp'));
      return { error, result: Object.fromEntries(own) };
    },
  });
  add('recorder/info', { type: 'recorder/info' });
  return all;
}

/** Requests that are refused, or answered with nothing. */
export function oddQuestions({ begin, end }) {
  const range = times({ from: begin, to: end });
  const past = (fields) => ({
    type: 'history/history_during_period',
    ...range,
    entity_ids: ENTITIES,
    ...fields,
  });
  const stream = (fields) => ({ ...past(fields), type: 'history/stream' });
  const logbook = (fields) => ({ type: 'logbook/get_events', ...range, ...fields });
  const future = iso(end + 10 * DAY);
  const requests = [
    past({ start_time: 'soon' }),
    past({ end_time: 'soon' }),
    past({ entity_ids: ['Sensor.X'] }),
    past({ entity_ids: ['sensor.never_seen'] }),
    past({ entity_ids: [] }),
    past({ start_time: future }),
    past({ start_time: range.end_time, end_time: range.start_time }),
    stream({ start_time: 'soon' }),
    stream({ start_time: future }),
    stream({ start_time: range.end_time, end_time: range.start_time }),
    stream({ entity_ids: ['nonsense'] }),
    logbook({ start_time: 'soon' }),
    logbook({ end_time: 'soon' }),
    logbook({ start_time: future, end_time: undefined }),
    logbook({ entity_ids: ['sensor.cmp_temperature'] }),
    logbook({ context_id: 'nothing' }),
    logbook({ context_id: '01JBXQ0000000000000000000A' }),
    { type: 'recorder/list_statistic_ids', statistic_type: 'max' },
    { type: 'recorder/statistics_during_period', ...range, statistic_ids: [], period: 'hour' },
    { type: 'recorder/statistics_during_period', ...range, statistic_ids: ['cmp:water'], period: 'decade' },
    { type: 'recorder/statistic_during_period', statistic_id: 'cmp:none' },
    { type: 'recorder/entity_options/get', entity_id: 'sensor.cmp_temperature' },
  ];
  const paths = [
    '/api/history/period',
    '/api/history/period/soon?filter_entity_id=sensor.cmp_text',
    `/api/history/period/${future}?filter_entity_id=sensor.cmp_text`,
    `/api/history/period/${iso(begin)}?filter_entity_id=sensor.cmp_text&end_time=soon`,
    '/api/history/period?filter_entity_id=nonsense',
    '/api/logbook/soon',
    `/api/logbook/${iso(begin)}?end_time=soon`,
    `/api/logbook/${iso(begin)}?entity=light.cmp_lamp&context_id=x`,
    `/api/logbook/${iso(begin)}?end_time=${iso(end)}&entity=sensor.cmp_temperature`,
  ];
  return [
    ...requests.map((request) => ({
      name: `asking ${JSON.stringify(request)}`,
      ask: ({ ask }) => ask(request),
    })),
    ...paths.map((path) => ({ name: `GET ${path}`, ask: ({ rest }) => rest('GET', path) })),
  ];
}

/** The questions about the week that was written into one database and imported into the other. */
export function weekQuestions(start) {
  const windows = [
    { name: 'the week', from: start - 1000, to: start + 7 * DAY },
    { name: 'a day of the week', from: start + 2 * DAY, to: start + 3 * DAY },
  ];
  const history = historyQuestions(windows, WEEK_ENTITIES);
  const logbook = logbookQuestions(windows, WEEK_ENTITIES);
  return [...history, ...logbook].map((one) => ({ ...one, name: `a week ago: ${one.name}` }));
}

export function iso(at) {
  return new Date(at).toISOString();
}

function halfHour(at) {
  return iso(Math.floor(at / 3_600_000) * 3_600_000 + 1_800_000);
}

function times({ from, to }) {
  return { start_time: iso(from), end_time: iso(to) };
}

function restHistory({ from, to, ids, flags }) {
  const query = new URLSearchParams({ filter_entity_id: ids.join(','), end_time: iso(to) });
  if (!flags.significant_changes_only) query.set('significant_changes_only', '0');
  if (flags.minimal_response) query.set('minimal_response', '');
  if (flags.no_attributes) query.set('no_attributes', '');
  if (!flags.include_start_time_state) query.set('skip_initial_state', '');
  return `/api/history/period/${iso(from)}?${query}`;
}

function byEntity({ status, body }) {
  if (status !== 200) return { status, body };
  return {
    status,
    order: body.map(([first]) => first.entity_id),
    body: Object.fromEntries(body.map((rows) => [rows[0].entity_id, rows])),
  };
}

async function pastEvents(home, request) {
  const { answer, events } = await home.follow(request);
  // The first parts of the past name themselves partial; what follows the last one would be live.
  for (let waited = 0; waited < 500 && (events.at(-1)?.partial ?? true); waited++) await pause(20);
  await pause(150);
  return { answer, events };
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
