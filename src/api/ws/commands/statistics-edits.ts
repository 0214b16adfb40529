import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import type { StatisticsParts } from '../../statistics-interface.ts';
import { readHour, readMoment, readWithOffset } from '../../statistics-times.ts';
import { type Command, defineCommand } from '../command.ts';

const time = z.string().max(100);
const value = z.number().optional();
const row = z.strictObject({
  start: time,
  ...{ mean: value, min: value, max: value, state: value, sum: value },
  last_reset: time.nullable().optional(),
});

const metadata = z.strictObject({
  has_sum: z.boolean(),
  name: z.string().nullable(),
  source: z.string(),
  statistic_id: z.string(),
  unit_of_measurement: z.string().nullable(),
  unit_class: z.string().nullable().optional(),
  mean_type: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  has_mean: z.boolean().optional(),
});

/** The commands of Home Assistant's recorder that change statistics; all are durable when they are answered. */
export function statisticsEditCommands({ book, timeZone }: StatisticsParts): Command[] {
  return [
    defineCommand({
      type: 'recorder/import_statistics',
      permission: 'admin',
      summary: 'Adds hourly rows to a statistic, replacing those of the same hours',
      result: Nothing,
      fields: { metadata, stats: z.array(row) },
      handle: async ({ message: { metadata: given, stats } }) => {
        const meanType = given.mean_type ?? (given.has_mean === true ? 1 : 0);
        const { source, name, statistic_id: statisticId, unit_of_measurement: unit } = given;
        const unitClass = given.unit_class;
        const rows = stats.map(importedRow);
        await book.import({
          ...{ statisticId, source, name, unit, unitClass, meanType, rows },
          hasSum: given.has_sum,
        });
        return null;
      },
    }),
    defineCommand({
      type: 'recorder/clear_statistics',
      permission: 'admin',
      summary: 'Deletes statistics, or their rows in a period',
      result: Nothing,
      fields: {
        statistic_ids: z.array(z.string()),
        start_time: time.optional(),
        end_time: time.optional(),
      },
      handle: async ({ message: { statistic_ids, start_time, end_time } }) => {
        if ((start_time === undefined) !== (end_time === undefined))
          throw fault('invalid_format', 'statistics_range_half');
        if (start_time === undefined || end_time === undefined) await book.clear(statistic_ids, null);
        else {
          const [start, end] = [point(start_time, timeZone()), point(end_time, timeZone())];
          if (start >= end) throw fault('invalid_time_range', 'statistics_range_reversed');
          await book.clear(statistic_ids, { start, end });
        }
        return null;
      },
    }),
    defineCommand({
      type: 'recorder/update_statistics_metadata',
      permission: 'admin',
      summary: 'Names another unit for the values of a statistic, without converting them',
      result: Nothing,
      fields: {
        statistic_id: z.string(),
        unit_of_measurement: z.string().nullable(),
        unit_class: z.string().nullable().optional(),
      },
      handle: async ({ message: { statistic_id, unit_of_measurement, unit_class } }) => {
        await book.updateMetadata(statistic_id, unit_of_measurement, unit_class);
        return null;
      },
    }),
    defineCommand({
      type: 'recorder/change_statistics_unit',
      permission: 'admin',
      summary: 'Converts all values of a statistic to another unit',
      result: Nothing,
      fields: {
        statistic_id: z.string(),
        old_unit_of_measurement: z.string().nullable(),
        new_unit_of_measurement: z.string().nullable(),
      },
      handle: async ({ message }) => {
        const { statistic_id, old_unit_of_measurement, new_unit_of_measurement } = message;
        await book.changeUnit(statistic_id, old_unit_of_measurement, new_unit_of_measurement);
        return null;
      },
    }),
    defineCommand({
      type: 'recorder/adjust_sum_statistics',
      permission: 'admin',
      summary: 'Adds to the sum of a statistic from a time on',
      result: Nothing,
      fields: {
        statistic_id: z.string(),
        start_time: time,
        adjustment: z.number(),
        adjustment_unit_of_measurement: z.string().nullable(),
      },
      handle: async ({ message }) => {
        const start = readMoment(message.start_time, timeZone());
        if (start === null) throw fault('invalid_start_time', 'statistics_start_invalid');
        const { statistic_id: statisticId, adjustment, adjustment_unit_of_measurement: unit } = message;
        await book.adjustSum({ statisticId, start, adjustment, unit });
        return null;
      },
    }),
  ];
}

function importedRow({ start, mean, min, max, state, sum, last_reset }: z.infer<typeof row>) {
  return {
    start: readHour(start),
    mean: mean ?? null,
    min: min ?? null,
    max: max ?? null,
    state: state ?? null,
    sum: sum ?? null,
    lastReset: last_reset === undefined || last_reset === null ? null : readWithOffset(last_reset),
  };
}

function point(text: string, timeZone: string): number {
  const at = readMoment(text, timeZone);
  if (at === null) throw fault('invalid_format', 'statistics_time_invalid', { time: text });
  return at;
}
