import type { Undo } from './clock.ts';
import type { EntityId } from './entity-id.ts';

/** One event of a calendar as it takes place; of a series, one of its times. Points are milliseconds since 1970. */
export interface CalendarEvent {
  readonly startsAt: number;
  /** The first point after it. */
  readonly endsAt: number;
  readonly allDay: boolean;
  /** A day, or a time of the home with its offset. */
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly location?: string | undefined;
  readonly uid?: string | undefined;
  /** Which time of its series it is. */
  readonly recurrenceId?: string | undefined;
  /** The rule of its series. */
  readonly rule?: string | undefined;
}

/** The calendars of the house, for those who act on what stands in them. */
export interface Calendars {
  /** The events that touch the span up to `to`, in order of their start. Throws `not_found` for what is no calendar, `invalid_format` when there are too many. */
  eventsBetween(id: EntityId, from: number, to: number): readonly CalendarEvent[];
  /** Hears that what stands in a calendar has changed, or that one came or went. */
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

/** What a webhook takes; it is told of calls that fit. */
export interface Webhook {
  readonly id: string;
  readonly methods: readonly string[];
  readonly localOnly: boolean;
  hear(call: WebhookCall): void;
}
