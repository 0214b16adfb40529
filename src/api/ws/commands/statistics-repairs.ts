import { z } from 'zod';
import { isoTime } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { Nothing, object } from '../../shapes/plain-shapes.ts';
import type { StatisticsParts } from '../../statistics-interface.ts';
import { readMoment } from '../../statistics-times.ts';
import { type Command, defineCommand } from '../command.ts';

/** Our own commands that repair statistics and undo changes of them. */
export function statisticsRepairCommands({ book, timeZone }: StatisticsParts): Command[] {
  return [
    defineCommand({
      type: 'hearth/statistics/repair',
      permission: 'admin',
      summary: 'Corrects a wrong row of a statistic, with the hour and the five minutes it belongs to',
      result: object({ change_id: z.number() }),
      fields: {
        statistic_id: z.string(),
        start_time: z.string().max(100),
        period: z.enum(['5minute', 'hour']),
        value: z.number().nullable().default(null),
        change: z.number().nullable().default(null),
      },
      handle: async ({ message: { statistic_id: statisticId, period: term, value, change, start_time } }) => {
        const start = readMoment(start_time, timeZone());
        if (start === null) throw fault('invalid_start_time', 'statistics_start_invalid');
        return { change_id: await book.repair({ statisticId, term, start, value, change }) };
      },
    }),
    defineCommand({
      type: 'hearth/statistics/changes',
      permission: 'admin',
      summary: 'The changes of statistics that can be undone, the newest first',
      result: z.array(
        object({ change_id: z.number(), kind: z.string(), statistic_id: z.string(), at: z.string() }),
      ),
      fields: { limit: z.int().min(1).max(1000).default(100) },
      handle: async ({ message: { limit } }) =>
        (await book.changes(limit)).map(({ id, at, kind, statisticId }) => ({
          ...{ change_id: id, kind, statistic_id: statisticId },
          at: isoTime(at),
        })),
    }),
    defineCommand({
      type: 'hearth/statistics/undo',
      permission: 'admin',
      summary: 'Undoes the newest change of a statistic',
      result: Nothing,
      fields: { change_id: z.int() },
      handle: async ({ message: { change_id } }) => {
        await book.undo(change_id);
        return null;
      },
    }),
  ];
}
