import type { Undo } from '../core/clock.ts';
import type { Context } from '../core/context.ts';

/** A message of the broker. */
export interface TopicMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: number;
  readonly retain: boolean;
}

/** A trigger of a device, as device automations name it. */
export interface DeviceTriggerName {
  readonly deviceId: string;
  readonly type: string;
  readonly subtype: string;
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

/** An event of a calendar; whole days are dates, others points with their offset. */
export interface CalendarEvent {
  readonly summary: string;
  readonly start: string;
  readonly end: string;
  readonly all_day: boolean;
  readonly description: string;
  readonly location: string;
}

/** A notification that came, changed or went. */
export interface NotificationNews {
  readonly updateType: 'added' | 'removed' | 'updated' | 'current';
  readonly notification: {
    readonly notification_id: string;
    readonly title: string | null;
    readonly message: string;
    readonly created_at: string;
  };
}

/** Where triggers listen outside the house; a port that is absent is not there in this home. */
export interface Ports {
  readonly mqtt?: {
    /** Hears messages of a topic, wildcards allowed. */
    listen(topic: string, qos: 0 | 1 | 2, hear: (message: TopicMessage) => void): Undo;
    /** Hears a trigger of a device. */
    onTrigger(trigger: DeviceTriggerName, hear: (payload: string, topic: string) => void): Undo;
    triggersOf(deviceId: string): readonly { readonly type: string; readonly subtype: string }[];
  };
  readonly webhooks?: { register(webhook: Webhook): Undo };
  readonly calendars?: {
    /** Events that overlap the span; points are milliseconds since 1970. Null for a calendar that is not there. */
    events(entityId: string, from: number, to: number): Promise<readonly CalendarEvent[] | null>;
  };
  readonly notifications?: { follow(hear: (news: NotificationNews) => void): Undo };
  readonly sentences?: {
    /** Hears sentences people say; the answer of the run is spoken. */
    register(
      commands: readonly string[],
      hear: (spoken: Readonly<Record<string, unknown>>, context: Context) => Promise<string | null>,
    ): Undo;
  };
}
