import { z } from 'zod';
import { isoTime } from '../../core/clock.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { STATISTIC_PERIODS, STATISTIC_TYPES, type StatisticType } from '../../core/statistics-query.ts';
import { parseMoment, pointOfMoment } from '../../domains/definition/calendar-text.ts';
import { coercedText, custom, oneOf, textListSchema } from '../../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import { visibleStatistics } from '../../entities/visibility/visible-statistics.ts';
import type { StatisticsRequests } from './statistics-requests.ts';

/** The dependencies of the service. */
export interface StatisticsServiceParts {
  readonly requests: Pick<StatisticsRequests, 'rows' | 'checkUnits'>;
  readonly states: Pick<StateMachine, 'get'>;
  readonly timeZone: () => string;
}

const moment = coercedText('expects_date_and_time', parseMoment);
const typesSchema: z.ZodType<readonly StatisticType[]> = z
  .union([z.array(z.enum(STATISTIC_TYPES)), z.enum(STATISTIC_TYPES).transform((one) => [one])])
  .readonly();
const unitsSchema = z.record(z.string(), z.string());

/** `recorder.get_statistics`: rows with ISO times and without the values that do not exist [§4.8]. */
export function statisticsService({ requests, states, timeZone }: StatisticsServiceParts): PlainService {
  return definePlainService({
    domain: 'recorder',
    name: 'get_statistics',
    admin: true,
    response: 'only',
    fields: {
      start_time: custom(moment, { datetime: {} }, { required: true }),
      end_time: custom(moment, { datetime: {} }, {}),
      statistic_ids: custom(textListSchema, { statistic: { multiple: true } }, { required: true }),
      period: oneOf(STATISTIC_PERIODS, { required: true }),
      types: custom(
        typesSchema,
        { select: { options: [...STATISTIC_TYPES], multiple: true } },
        { required: true },
      ),
      units: custom(unitsSchema, { object: {} }, {}),
    },
    handle: async ({ start_time, end_time, statistic_ids, period, types, units = {} }, { access }) => {
      requests.checkUnits(units);
      const chunks: Uint8Array[] = [];
      const question = {
        statisticIds: visibleStatistics(statistic_ids, access, states),
        start: pointOfMoment(start_time, timeZone()),
        end: end_time === undefined ? null : pointOfMoment(end_time, timeZone()),
        timeZone: timeZone(),
        ...{ period, types, units },
      };
      for await (const chunk of requests.rows(question)) chunks.push(chunk);
      const answer = JSON.parse(Buffer.concat(chunks).toString()) as Answer;
      return { statistics: mapRows(answer, shownRow) };
    },
  });
}

type Row = Readonly<Record<string, number | null>>;
type Answer = Readonly<Record<string, readonly Row[]>>;

const TIMES = ['start', 'end', 'last_reset'];

function mapRows(answer: Answer, show: (row: Row) => object): Record<string, object[]> {
  return Object.fromEntries(Object.entries(answer).map(([id, rows]) => [id, rows.map(show)]));
}

function shownRow(row: Row): object {
  const shown = Object.entries(row).flatMap(([key, value]) => {
    if (value === null) return [];
    return [[key, TIMES.includes(key) ? isoTime(value) : value]];
  });
  return Object.fromEntries(shown);
}
