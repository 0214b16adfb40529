import { z } from 'zod';
import { domainOf, isEntityId } from '../../../core/entity-id.ts';
import { type ErrorCode, fault } from '../../../core/errors.ts';
import type { MessageKey } from '../../../core/messages.ts';
import { MAX_POINTS } from '../../../core/plot-query.ts';
import type { HistoryDataParts } from '../../history-data.ts';
import { areEntityIds, readableIds, readTime } from '../../history-requests.ts';
import { type Command, defineCommand, JsonStream } from '../command.ts';

const MAX_ENTITIES = 1000;
const DEFAULT_POINTS = 500;
const DAY = 86_400_000;

const Time = z.string().max(100);
const EntityIds = z.array(z.string()).max(MAX_ENTITIES);

/** Hearth's own commands about the history. */
export function historyDataCommands(parts: HistoryDataParts): Command[] {
  return [plotCommand(parts), usageCommand(parts), forgetCommand(parts)];
}

function plotCommand({ data, states, clock, timeZone }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/query',
    permission: 'user',
    summary:
      'What a plot of entities needs: numbers as at most `points` buckets, other states as runs; times in milliseconds',
    fields: {
      entity_ids: EntityIds,
      start_time: Time,
      end_time: Time.optional(),
      points: z.int().min(1).max(MAX_POINTS).default(DEFAULT_POINTS),
    },
    handle: async ({ message: { entity_ids, start_time, end_time, points }, access }) => {
      // Whole milliseconds, the current one included.
      const now = Math.floor(clock.now()) + 1;
      const from = Math.floor(
        timeOf(start_time, ['invalid_start_time', 'history_invalid_start'], timeZone()),
      );
      const end =
        end_time === undefined
          ? now
          : timeOf(end_time, ['invalid_end_time', 'history_invalid_end'], timeZone());
      if (end_time !== undefined && end < from) throw fault('invalid_end_time', 'history_invalid_end');
      const to = Math.max(from, Math.min(Math.ceil(end), now));
      if (!areEntityIds(entity_ids, states)) throw fault('invalid_entity_ids', 'history_invalid_entity_ids');
      const entityIds = to > from ? readableIds(entity_ids, access, states) : [];
      return new JsonStream(data.plot({ entityIds, from, to, points }, access));
    },
  });
}

function usageCommand({ data }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/usage',
    permission: 'admin',
    summary: 'What the history of each entity occupies, and its changes a day',
    fields: {},
    handle: async () => ({
      entities: (await data.usage()).map(({ entityId, samples, bytes, first, last }) => ({
        ...{ entity_id: entityId, samples, bytes, first, last },
        per_day: samples / Math.max(1, (last - first) / DAY),
      })),
    }),
  });
}

function forgetCommand({ data, states }: HistoryDataParts): Command {
  return defineCommand({
    type: 'hearth/history/forget',
    permission: 'admin',
    summary:
      'Deletes the history and statistics of entities permanently; those of the device trackers of a person as well',
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

function timeOf(text: string, error: readonly [ErrorCode, MessageKey], timeZone: string): number {
  const time = readTime(text, timeZone);
  if (time === null) throw fault(...error);
  return time;
}
