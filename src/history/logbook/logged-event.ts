import type { Context } from '../../core/context.ts';

/** The change that started a run. */
export interface TriggerChange {
  readonly entityId: string;
  readonly state: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** A recorded event, which the logbook shows as an entry or names as the origin of others. */
export interface LoggedEvent {
  /** Its time in microseconds, unique among the recorded events. */
  readonly id: number;
  /** In whole milliseconds since 1970, as the times of changes. */
  readonly at: number;
  /** The event type, such as `automation_triggered`. */
  readonly type: string;
  readonly context: Context;
  /** The user of the parent context. */
  readonly parentUserId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** What triggered the automation, if it was a change. */
  readonly trigger: TriggerChange | null;
}
