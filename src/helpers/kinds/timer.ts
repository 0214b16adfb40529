import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import { type Clock, isoTime, type Undo } from '../../core/clock.ts';
import { type Context, newContext } from '../../core/context.ts';
import { type EventTypeName, isEventType } from '../../core/event-types.ts';
import { schemaError } from '../../core/schema-error.ts';
import { booleanSchema, durationSchema } from '../../domains/definition/field.ts';
import {
  clockText,
  ended,
  type TimerCapabilities,
  type TimerValues,
  timerDomain,
} from '../../domains/timer/timer.ts';
import type { EntityHandle } from '../../entities/entity/driver.ts';
import { defineKind, type HelperKind, looseHelperFields } from '../helper-kind.ts';

/** Countdown timers. One that ended while the server was off finishes at startup, with its due time. */
export function timerKind(clock: Clock, bus: Bus): HelperKind {
  const waits = new Map<EntityHandle, Undo>();
  const notify = (event: EventTypeName, entity: EntityHandle, context: Context, more: object = {}): void => {
    bus.fire(event, { entity_id: entity.id, ...more }, clock.now(), context);
  };
  const stop = (entity: EntityHandle): void => {
    waits.get(entity)?.();
    waits.delete(entity);
  };
  const run = (entity: EntityHandle): void => {
    stop(entity);
    const { status, finishesAt } = entity.values as TimerValues;
    if (status !== 'active' || finishesAt === null) return;
    waits.set(
      entity,
      clock.after(finishesAt - clock.now(), () => finish(entity, finishesAt)),
    );
  };
  const finish = (entity: EntityHandle, due: number): void => {
    stop(entity);
    const view = {
      values: entity.values as TimerValues,
      capabilities: entity.capabilities as TimerCapabilities,
    };
    const context = newContext(clock.now());
    entity.report(ended(view, 'finished').patch, { context });
    notify('timer.finished', entity, context, { finished_at: secondsIso(due) });
  };
  return defineKind({
    domain: timerDomain,
    reload: 'admin',
    forceUpdate: true,
    schema: z.strictObject({
      ...looseHelperFields,
      duration: durationSchema
        .refine((length) => length >= 0, schemaError('expects_duration_not_negative'))
        .transform(clockText)
        .default('0:00:00'),
      restore: booleanSchema.default(false),
    }),
    shape: ({ duration, restore }) => {
      const configured = durationSchema.parse(duration);
      const idle: TimerValues = {
        status: 'idle',
        duration: configured,
        remaining: null,
        finishesAt: null,
        transition: null,
      };
      return {
        capabilities: { configured, restore },
        values: idle,
        restoresState: restore,
        fit: (values) =>
          values.status === 'idle' ? { ...idle, transition: values.transition ?? null } : values,
      };
    },
    driver: {
      execute: (command, entity, context) => {
        const { event } = command.fields;
        if (Object.keys(command.patch).length === 0) return;
        const due = (entity.values as TimerValues).finishesAt ?? clock.now();
        entity.report(command.patch);
        run(entity);
        const finished = event === 'timer.finished' ? { finished_at: secondsIso(due) } : {};
        if (isEventType(event)) notify(event, entity, context, finished);
      },
    },
    begin: run,
    end: stop,
  });
}

function secondsIso(at: number): string {
  return `${isoTime(at).slice(0, 19)}+00:00`;
}
