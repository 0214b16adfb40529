import { z } from 'zod';
import { isoTime } from '../../../core/clock.ts';
import { domainOf, isEntityId } from '../../../core/entity-id.ts';
import { fault } from '../../../core/errors.ts';
import { MAX_ATTRIBUTES, MAX_POINTS } from '../../../core/plot-query.ts';
import type { HistoryDataParts } from '../../history-data.ts';
import { areEntityIds, readableIds } from '../../history-requests.ts';
import { IsoTime, keyed, Names, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, JsonStream } from '../command.ts';
import { invalidTime, periodTime } from '../period-times.ts';

const MAX_ENTITIES = 1000;
const DEFAULT_POINTS = 500;
const DAY = 86_400_000;

const Time = z.string().max(100);
const EntityIds = z.array(z.string()).max(MAX_ENTITIES);
const AttributeNames = z.array(z.string().min(1).max(255)).max(MAX_ATTRIBUTES);

/** Hearth's own commands about the history. */
export function historyDataCommands(parts: HistoryDataParts): Command[] {
  return [plotCommand(parts), usageCommand(parts), takeOverCommand(parts), forgetCommand(parts)];
}

function plotCommand({ data, states, clock, timeZone }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/query',
    permission: 'user',
    summary:
      'What a plot of entities needs: numbers as at most `points` buckets, other states as runs, and numeric `attributes` by entity; times in milliseconds',
    result: object({ start: z.number(), entities: keyed(object({ kind: z.string() })) }),
    fields: {
      entity_ids: EntityIds,
      start_time: Time,
      end_time: Time.optional(),
      points: z.int().min(1).max(MAX_POINTS).default(DEFAULT_POINTS),
      attributes: z.record(z.string(), AttributeNames).default({}),
    },
    handle: async ({ message: { entity_ids, start_time, end_time, points, attributes }, access }) => {
      // Whole milliseconds, the current one included.
      const now = Math.floor(clock.now()) + 1;
      const from = Math.floor(periodTime(start_time, 'start', timeZone()));
      const end = end_time === undefined ? now : periodTime(end_time, 'end', timeZone());
      if (end_time !== undefined && end < from) throw invalidTime('end');
      const to = Math.max(from, Math.min(Math.ceil(end), now));
      if (!areEntityIds(entity_ids, states)) throw fault('invalid_entity_ids', 'history_invalid_entity_ids');
      const entityIds = to > from ? readableIds(entity_ids, access, states) : [];
      return new JsonStream(
        data.plot({ entityIds, from, to, points, attributes: new Map(Object.entries(attributes)) }, access),
      );
    },
  });
}

function usageCommand({ data }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/usage',
    permission: 'admin',
    summary:
      'What the history of each entity occupies, its changes a day, and whether and for how long they are kept',
    result: object({
      keep_days: z.number().nullable(),
      entities: z.array(object({ entity_id: z.string() })),
    }),
    fields: {},
    handle: async () => ({
      keep_days: data.kept.days,
      short_term_days: data.kept.shortTermDays,
      entities: (await data.usage()).map(({ entityId, samples, bytes, first, last, interval }) => ({
        ...{ entity_id: entityId, samples, bytes, first, last },
        per_day: samples / Math.max(1, (last - first) / DAY),
        downsample: interval === 0 ? null : interval / 1000,
        ...choiceOf(data, entityId),
      })),
    }),
  });
}

function choiceOf({ choiceFor }: HistoryDataParts['data'], entityId: string): object {
  const { isRecorded, days } = choiceFor(entityId);
  return { recorded: isRecorded, keep_days: days };
}

function takeOverCommand({ data, states }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/take_over',
    permission: 'admin',
    summary:
      'Copies the history and statistics of a predecessor, before the first change of the entity itself; undo with `hearth/statistics/undo`',
    result: object({ before: IsoTime, samples: z.number(), statistics: keyed(z.number()) }),
    fields: { entity_id: z.string(), predecessor: z.string(), dry_run: z.boolean().default(false) },
    handle: async ({ message: { entity_id: entityId, predecessor, dry_run: isDryRun }, access }) => {
      if (!areEntityIds([entityId, predecessor], states) || entityId === predecessor)
        throw fault('invalid_entity_ids', 'history_invalid_entity_ids');
      const found = await data.takeOver({ entityId, predecessor, isDryRun });
      const { before, samples, hours, fiveMinutes: five_minutes, changeId: change_id } = found;
      if (!isDryRun)
        await data.audit('history_taken_over', access, { entity_id: entityId, predecessor, samples });
      return { before: isoTime(before), samples, statistics: { hours, five_minutes }, change_id };
    },
  });
}

function forgetCommand({ data, states }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/forget',
    permission: 'admin',
    summary:
      'Deletes the history and statistics of entities permanently; those of the device trackers of a person as well',
    result: object({ entity_ids: Names, samples: z.number() }),
    fields: { entity_ids: EntityIds.min(1) },
    handle: async ({ message: { entity_ids }, access }) => {
      if (!areEntityIds(entity_ids, states)) throw fault('invalid_entity_ids', 'history_invalid_entity_ids');
      const ids = withTrackers(entity_ids, states);
      const samples = await data.forget(ids);
      await data.audit('history_forgotten', access, { entity_ids: [...ids], samples });
      return { entity_ids: ids, samples };
    },
  });
}

/** Entities, and the device trackers of those that are persons. */
function withTrackers(ids: readonly string[], states: HistoryDataParts['states']): readonly string[] {
  const all = new Set(ids);
  for (const id of ids) {
    const trackers = domainOf(id) === 'person' ? states.get(id)?.attributes.device_trackers : undefined;
    if (!Array.isArray(trackers)) continue;
    for (const tracker of trackers) if (typeof tracker === 'string' && isEntityId(tracker)) all.add(tracker);
  }
  return [...all];
}
