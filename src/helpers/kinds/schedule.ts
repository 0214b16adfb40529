import { z } from 'zod';
import type { Clock, Undo } from '../../core/clock.ts';
import { listOf } from '../../core/parse.ts';
import { schemaError } from '../../core/schema-error.ts';
import {
  type Block,
  type ScheduleCapabilities,
  scheduleDomain,
  type Week,
} from '../../domains/schedule/schedule.ts';
import { scheduleStateAt } from '../../domains/schedule/schedule-times.ts';
import { clockText } from '../../domains/timer/timer.ts';
import type { EntityHandle } from '../../entities/entity/driver.ts';
import { defineKind, type HelperKind, helperFields } from '../helper-kind.ts';

const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/;

/** Parses a time of day to seconds since midnight; 24:00 is valid. Undefined for anything else. */
function secondOfDay(text: string): number | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const all = hour * 3600 + minute * 60 + second;
  return minute > 59 || second > 59 || all > 86_400 ? undefined : all;
}

const time = z
  .string()
  .refine((text) => secondOfDay(text) !== undefined, schemaError('expects_clock_time'))
  .transform((text) => clockText((secondOfDay(text) ?? 0) * 1000).padStart(8, '0'));
const block = z
  .strictObject({
    from: time,
    to: time,
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .refine(({ from, to }) => (secondOfDay(from) ?? 0) < (secondOfDay(to) ?? 0), {
    path: ['to'],
    error: schemaError('expects_end_after_start'),
  });
type StoredBlock = z.infer<typeof block>;

/** The maximum number of blocks per day. */
const MAX_BLOCKS = 300;

/** A single block stands for a list of one, null for none. */
function listed(value: unknown): unknown {
  return Array.isArray(value) ? value : [value ?? []].flat();
}

const day = z
  .preprocess(
    listed,
    listOf(block, MAX_BLOCKS)
      .refine(isFree, schemaError('expects_separate_blocks'))
      .transform((blocks) =>
        [...blocks].sort((a, b) => (secondOfDay(a.from) ?? 0) - (secondOfDay(b.from) ?? 0)),
      ),
  )
  .default([]);

function isFree(blocks: readonly StoredBlock[]): boolean {
  const spans = readBlocks(blocks).sort((a, b) => a.from - b.from);
  return spans.every(({ from }, i) => i === 0 || from >= (spans[i - 1]?.to ?? 0));
}

function readBlocks(blocks: readonly StoredBlock[]): Block[] {
  return blocks.map(({ from, to, data }) => ({
    from: secondOfDay(from) ?? 0,
    to: secondOfDay(to) ?? 0,
    ...(data === undefined ? {} : { data }),
  }));
}

/** Schedules that turn on and off by weekday and time. */
export function scheduleKind(clock: Clock, timeZone: () => string): HelperKind {
  const waits = new Map<EntityHandle, Undo>();
  const stop = (entity: EntityHandle): void => {
    waits.get(entity)?.();
    waits.delete(entity);
  };
  const run = (entity: EntityHandle): void => {
    stop(entity);
    const { week } = entity.capabilities as ScheduleCapabilities;
    const at = clock.now();
    const { now, next } = scheduleStateAt(week, at, timeZone());
    entity.report(now);
    if (next === null) return;
    waits.set(
      entity,
      clock.after(Math.max(1, next - at), () => run(entity)),
    );
  };
  return defineKind({
    domain: scheduleDomain,
    reload: 'admin',
    schema: z.strictObject({
      ...helperFields,
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: day,
      sunday: day,
    }),
    shape: (item) => {
      const week: Week = {
        monday: readBlocks(item.monday),
        tuesday: readBlocks(item.tuesday),
        wednesday: readBlocks(item.wednesday),
        thursday: readBlocks(item.thursday),
        friday: readBlocks(item.friday),
        saturday: readBlocks(item.saturday),
        sunday: readBlocks(item.sunday),
      };
      const { now } = scheduleStateAt(week, clock.now(), timeZone());
      return {
        capabilities: { week },
        registered: ['editable'],
        values: now,
        restoresState: false,
        fit: () => now,
      };
    },
    driver: { execute: () => undefined, refresh: run },
    begin: run,
    end: stop,
  });
}
