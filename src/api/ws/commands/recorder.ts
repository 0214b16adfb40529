import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import { STATISTIC_PERIODS, STATISTIC_TYPES, SUMMARY_TYPES } from '../../../core/statistics-query.ts';
import { visibleStatistics } from '../../../entities/visibility/visible-statistics.ts';
import {
  RecorderInfoShape,
  StatisticShape,
  StatisticsIssuesShape,
  StatisticsMetadataShape,
  StatisticsShape,
} from '../../shapes/history-shapes.ts';
import { Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type CalendarPeriod, type ChosenPeriod, calendarPeriod } from '../../statistic-periods.ts';
import type { StatisticsParts } from '../../statistics-interface.ts';
import { readMoment } from '../../statistics-times.ts';
import { type Command, defineCommand, JsonStream } from '../command.ts';

/** Home Assistant's figure; here nothing waits that long. */
const MAX_BACKLOG = 65_000;
const MAX_IDS = 20_000;

const ids = z.array(z.string()).max(MAX_IDS);
const units = z.record(z.string(), z.string()).default({});
const time = z.string().max(100);
const amount = z.number().optional();
const duration = z.strictObject({
  ...{ weeks: amount, days: amount, hours: amount, minutes: amount },
  ...{ seconds: amount, milliseconds: amount, microseconds: amount },
});

const summaryFields = {
  statistic_id: z.string(),
  types: z.array(z.enum(SUMMARY_TYPES)).default([]),
  units,
  fixed_period: z.strictObject({ start_time: time.optional(), end_time: time.optional() }).optional(),
  calendar: z
    .strictObject({
      period: z.enum(['hour', 'day', 'week', 'month', 'year']),
      offset: z.int().min(-1e6).max(1e6).optional(),
      first_weekday: z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']).optional(),
    })
    .optional(),
  rolling_window: z.strictObject({ duration, offset: duration.optional() }).optional(),
};

/** The commands of Home Assistant's recorder that read: information, rows and metadata of statistics. */
export function recorderCommands({ book, rows, states, clock, timeZone }: StatisticsParts): Command[] {
  return [
    defineCommand({
      type: 'recorder/info',
      permission: 'user',
      summary: 'The state of the recorder',
      result: RecorderInfoShape,
      fields: {},
      handle: () => ({
        backlog: 0,
        db_in_default_location: true,
        max_backlog: MAX_BACKLOG,
        migration_in_progress: false,
        migration_is_live: false,
        recording: true,
        thread_running: true,
      }),
    }),
    defineCommand({
      type: 'recorder/statistics_during_period',
      permission: 'user',
      summary: 'The statistics of a period as rows of five minutes, hours, days, weeks, months or years',
      result: StatisticsShape,
      fields: {
        start_time: time,
        end_time: time.optional(),
        statistic_ids: ids.min(1),
        period: z.enum(STATISTIC_PERIODS),
        units,
        types: z.array(z.enum(STATISTIC_TYPES)).default([...STATISTIC_TYPES]),
      },
      handle: async ({ message, access }) => {
        const start = readMoment(message.start_time, timeZone());
        if (start === null) throw fault('invalid_start_time', 'statistics_start_invalid');
        const end = message.end_time === undefined ? null : readMoment(message.end_time, timeZone());
        if (end === null && message.end_time !== undefined)
          throw fault('invalid_end_time', 'statistics_end_invalid');
        book.checkUnits(message.units);
        const statisticIds = visibleStatistics(message.statistic_ids, access, states);
        const { period, types, units: wanted } = message;
        const question = { statisticIds, start, end, period, types, units: wanted, timeZone: timeZone() };
        return new JsonStream(rows(question, access));
      },
    }),
    defineCommand({
      type: 'recorder/statistic_during_period',
      permission: 'user',
      summary: 'The mean, extremes and change of one statistic over a period',
      result: StatisticShape,
      fields: summaryFields,
      handle: async ({ message, access }) => {
        const period = periodOf(message, clock.now(), timeZone());
        book.checkUnits(message.units);
        const [statisticId] = visibleStatistics([message.statistic_id], access, states);
        if (statisticId === undefined) return {};
        const types = message.types.length === 0 ? SUMMARY_TYPES : message.types;
        return book.summary({ statisticId, types, units: message.units, ...period });
      },
    }),
    defineCommand({
      type: 'recorder/list_statistic_ids',
      permission: 'user',
      summary: 'All statistics, and the sensors that will have some',
      result: StatisticsMetadataShape,
      fields: { statistic_type: z.enum(['mean', 'sum']).optional() },
      handle: async ({ message: { statistic_type: type }, access }) => {
        const listed = await listOf({ book, states }, access);
        if (type === undefined) return listed;
        return listed.filter((one) => (type === 'sum' ? one.has_sum : one.mean_type !== 0));
      },
    }),
    defineCommand({
      type: 'recorder/get_statistics_metadata',
      permission: 'user',
      summary: 'The metadata of some or all statistics',
      result: StatisticsMetadataShape,
      fields: { statistic_ids: ids.optional() },
      handle: async ({ message: { statistic_ids: asked = [] }, access }) => {
        const listed = await listOf({ book, states }, access);
        const wanted = new Set(asked);
        return wanted.size === 0 ? listed : listed.filter((one) => wanted.has(one.statistic_id));
      },
    }),
    defineCommand({
      type: 'recorder/validate_statistics',
      permission: 'user',
      summary: 'What is wrong with the statistics of sensors, by statistic ID',
      result: StatisticsIssuesShape,
      fields: {},
      handle: async ({ access }) => {
        const issues = await book.validate();
        const visible = visibleStatistics([...issues.keys()], access, states);
        return Object.fromEntries(visible.map((id) => [id, issues.get(id)]));
      },
    }),
    defineCommand({
      type: 'recorder/update_statistics_issues',
      permission: 'user',
      summary: 'Accepted for compatibility: issues are found when they are asked for',
      result: Nothing,
      fields: {},
      handle: () => null,
    }),
    defineCommand({
      type: 'recorder/entity_options/get',
      permission: 'admin',
      summary: 'Whether the configuration keeps an entity from being recorded',
      result: object({ recording_disabled_by: NullableText }),
      fields: { entity_id: z.string() },
      handle: ({ message }) => ({
        recording_disabled_by: book.isRecorded(message.entity_id) ? null : 'user',
      }),
    }),
  ];
}

async function listOf({ book, states }: Pick<StatisticsParts, 'book' | 'states'>, access: ViewerOf) {
  const listed = await book.list();
  const visible = new Set(
    visibleStatistics(
      listed.map((one) => one.statistic_id),
      access,
      states,
    ),
  );
  return listed.filter((one) => visible.has(one.statistic_id));
}

type ViewerOf = Parameters<typeof visibleStatistics>[1];

type Asked = z.infer<z.ZodObject<typeof summaryFields>>;

function periodOf(
  { fixed_period, calendar, rolling_window }: Asked,
  now: number,
  timeZone: string,
): ChosenPeriod {
  if ([fixed_period, calendar, rolling_window].filter((one) => one !== undefined).length > 1)
    throw fault('invalid_format', 'statistics_one_period');
  if (calendar !== undefined) return calendarPeriod(calendar as CalendarPeriod, now, timeZone);
  if (rolling_window !== undefined) {
    const start =
      now - lengthOf(rolling_window.duration) + (rolling_window.offset ? lengthOf(rolling_window.offset) : 0);
    return { start, end: start + lengthOf(rolling_window.duration) };
  }
  const { start_time, end_time } = fixed_period ?? {};
  const start = start_time === undefined ? null : readMoment(start_time, timeZone);
  if (start === null && start_time !== undefined)
    throw fault('invalid_format', 'statistics_time_invalid', { time: start_time });
  const end = end_time === undefined ? null : readMoment(end_time, timeZone);
  if (end === null && end_time !== undefined)
    throw fault('invalid_format', 'statistics_time_invalid', { time: end_time });
  return { start, end };
}

const MILLISECONDS: Readonly<Record<keyof z.infer<typeof duration>, number>> = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
  microseconds: 0.001,
};

function lengthOf(given: z.infer<typeof duration>): number {
  const amounts = Object.entries(given) as [keyof typeof MILLISECONDS, number][];
  if (amounts.length === 0) throw fault('invalid_format', 'statistics_no_duration');
  return amounts.reduce((sum, [unit, count]) => sum + count * MILLISECONDS[unit], 0);
}
