import type { Undo } from '../../core/clock.ts';
import type { Calendars, Webhook } from '../../core/ports.ts';
import type { TodoItem } from '../../domains/todo/todo.ts';
import type { Sentences } from './sentences.ts';

/** An MQTT message. */
export interface TopicMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: number;
  readonly retain: boolean;
}

/** The message that fired a device trigger. */
interface TriggerMessage {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
}

/** A trigger of a device, as device automations name it. */
export interface DeviceTriggerName {
  readonly deviceId: string;
  readonly type: string;
  readonly subtype: string;
}

/** A trigger announced by a device, as listed. */
interface AnnouncedTrigger {
  readonly type: string;
  readonly subtype: string;
  /** The integration; `mqtt` by default. */
  readonly domain?: string | undefined;
  readonly discoveryId?: string | undefined;
}

/** A notification that was added, changed or removed. */
export interface NotificationUpdate {
  readonly updateType: 'added' | 'removed' | 'updated' | 'current';
  readonly notification: {
    readonly notification_id: string;
    readonly title: string | null;
    readonly message: string;
    readonly created_at: string;
  };
}

/** External sources of triggers; absent ports are not available in this home. */
export interface Ports {
  readonly mqtt?: {
    /** Subscribes to a topic, wildcards allowed. */
    listen(topic: string, qos: 0 | 1 | 2, listener: (message: TopicMessage) => void): Undo;
    /** Subscribes to a trigger of a device. */
    onTrigger(trigger: DeviceTriggerName, listener: (message: TriggerMessage) => void): Undo;
    triggersOf(deviceId: string): readonly AnnouncedTrigger[];
  };
  readonly webhooks?: { register(webhook: Webhook): Undo };
  /** The version before this start, if it was another one. */
  readonly update?: { readonly from: string; readonly to: string };
  readonly calendars?: Calendars;
  readonly notifications?: { follow(listener: (update: NotificationUpdate) => void): Undo };
  readonly sentences?: Pick<Sentences, 'register'>;
  readonly todo?: {
    /** The items of a list in order; throws `not_found` for an unknown list. */
    items(entityId: string): readonly TodoItem[];
    /** Subscribes to changes of lists. */
    onChange(listener: (entityId: string) => void): Undo;
  };
}
