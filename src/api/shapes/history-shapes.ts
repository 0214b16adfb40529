import { z } from 'zod';
import {
  AnyObject,
  IsoTime,
  keyed,
  NullableText,
  object,
  UnixMilliseconds,
  UnixSeconds,
} from './plain-shapes.ts';
import { StateShape } from './state-shapes.ts';

/** States of the past over REST: each is whole, or its state and time only. */
export const PastStatesShape = z.array(
  z.array(
    z.union([
      StateShape.omit({ last_reported: true, context: true }).extend({ attributes: AnyObject }),
      object({ state: z.string(), last_changed: IsoTime }),
    ]),
  ),
);

const PastState = object({
  s: z.string().nullable().describe('The state; null from when the entity was removed'),
  a: AnyObject.optional().describe('The attributes'),
  lu: UnixSeconds.describe('When anything changed, in seconds since 1970'),
  lc: UnixSeconds.optional().describe('When the state changed; `lu` if left out'),
}).meta({ id: 'PastState' });
export const PastStatesByEntityShape = keyed(z.array(PastState));
/** The events of `history/stream`. */
export const HistoryEventShape = object({
  states: PastStatesByEntityShape,
  start_time: UnixSeconds.optional(),
  end_time: UnixSeconds.optional(),
});

const logEntry = {
  name: z.string().optional(),
  message: z.string().optional(),
  domain: z.string().optional(),
  entity_id: z.string().optional(),
  state: z.string().optional(),
  icon: z.string().optional(),
  context_user_id: NullableText.optional(),
};
export const LogEntriesShape = z.array(
  object({ when: UnixSeconds, ...logEntry }).meta({ id: 'LogbookEntry' }),
);
export const RestLogEntriesShape = z.array(object({ ...logEntry, when: IsoTime }));
/** The events of `logbook/event_stream`. */
export const LogbookEventShape = object({
  events: LogEntriesShape,
  start_time: UnixSeconds.optional(),
  end_time: UnixSeconds.optional(),
  partial: z.boolean().optional().describe('Whether older entries follow'),
});

const number = z.number().nullable().optional();
/** Statistics by their IDs, one object for each period. */
export const StatisticsShape = keyed(
  z.array(
    object({
      start: UnixMilliseconds,
      end: UnixMilliseconds,
      ...{ mean: number, min: number, max: number, sum: number, state: number, change: number },
      last_reset: number,
    }).meta({ id: 'StatisticsRow' }),
  ),
);
/** One statistic of a whole period. */
export const StatisticShape = object({ mean: number, min: number, max: number, change: number });
export const StatisticsMetadataShape = z.array(
  object({
    statistic_id: z.string(),
    source: z.string(),
    name: NullableText,
    has_mean: z.boolean(),
    has_sum: z.boolean(),
    mean_type: z.number(),
    unit_class: NullableText,
    statistics_unit_of_measurement: NullableText,
    display_unit_of_measurement: NullableText.optional(),
  }).meta({ id: 'StatisticsMetadata' }),
);
export const StatisticsIssuesShape = keyed(z.array(object({ type: z.string(), data: AnyObject })));
export const RecorderInfoShape = object({
  backlog: z.number().nullable(),
  db_in_default_location: z.boolean(),
  max_backlog: z.number(),
  migration_in_progress: z.boolean(),
  migration_is_live: z.boolean(),
  recording: z.boolean(),
  thread_running: z.boolean(),
});

/** The causes of a state, from the state back to the origin. */
export const CauseShape = object({
  entity_id: z.string(),
  state: z.string(),
  time: IsoTime,
  chain: z.array(object({ kind: z.string() })),
});
/** What an import of history did. */
export const HistoryImportShape = object({
  imported: z.boolean(),
  entities: AnyObject,
  refused: z.number(),
  refusals: z.array(object({ line: z.number(), reason: z.string() })),
});
export const EnergyPreferencesShape = object({
  energy_sources: z.array(object({ type: z.string() })),
  device_consumption: z.array(AnyObject),
  device_consumption_water: z.array(AnyObject),
}).meta({ id: 'EnergyPreferences' });
