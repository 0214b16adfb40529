import type { Undo } from './clock.ts';
import type { EntityId } from './entity-id.ts';

/** One calendar event; for a recurring event, one occurrence. Times are milliseconds since 1970. */
export interface CalendarEvent {
  readonly startsAt: number;
  /** The end, exclusive. */
  readonly endsAt: number;
  readonly allDay: boolean;
  /** A date, or a local time with its UTC offset. */
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly uid?: string | undefined;
  /** Which occurrence of a recurring event it is. */
  readonly recurrenceId?: string | undefined;
  /** The recurrence rule. */
  readonly rule?: string | undefined;
}

/** Access to all calendars, for triggers and conditions. */
export interface Calendars {
  /**
   * The events that overlap the time span, by start time. Throws `not_found` for an unknown calendar,
   * `invalid_format` when there are too many events.
   */
  eventsBetween(id: EntityId, from: number, to: number): readonly CalendarEvent[];
  /** Calls back when a calendar's events changed or a calendar was added or removed. */
  onChange(listener: () => void): Undo;
}

/** An HTTP request to `/api/webhook/<id>`. */
export interface WebhookCall {
  readonly method: string;
  /** Whether it comes from the home's own network. */
  readonly isLocal: boolean;
  readonly contentType: string;
  readonly body: Buffer;
  readonly query: Readonly<Record<string, string>>;
}

/** A registered webhook: the requests it accepts and the function to call for them. */
export interface Webhook {
  readonly id: string;
  /** The entity of the automation it belongs to, or what else waits for it. */
  readonly name: string;
  readonly methods: readonly string[];
  readonly localOnly: boolean;
  listener(call: WebhookCall): void;
}
