import { z } from 'zod';
import type { Access } from '../core/access.ts';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import { ulid } from '../core/context.ts';
import { type EntityId, isEntityId } from '../core/entity-id.ts';
import { fault } from '../core/errors.ts';
import { schemaError } from '../core/schema-error.ts';
import type { StateMachine } from '../core/state-machine.ts';
import { custom, text, textListSchema, textSchema } from '../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../entities/services/service.ts';
import { mayReadAll } from '../entities/visibility/may-read-all.ts';

/** A persistent notification as sent to clients, shown until dismissed. */
export interface Notification {
  readonly notification_id: string;
  readonly title: string | null;
  readonly message: string;
  /** An ISO 8601 timestamp. */
  readonly created_at: string;
}

/** The entities that notifications are about; not part of what clients receive. */
const subjects = new WeakMap<Notification, ReadonlySet<EntityId>>();
/** The users that notifications are addressed to. */
const recipients = new WeakMap<Notification, ReadonlySet<string>>();
const MENTIONED = /[a-z_\d]+\.[a-z_\d]+/g;

/**
 * Whether a caller may see a notification. Its text may contain anything: callers from whom some entities are hidden see it
 * only if it is addressed to them, or if it is known what it is about and they may read all of that.
 */
export function maySee(notification: Notification, access: Pick<Access, 'mayRead' | 'userId'>): boolean {
  if (access.userId !== null && recipients.get(notification)?.has(access.userId) === true) return true;
  return mayReadAll(access, subjects.get(notification) ?? []);
}

/** A change of a notification; a removed one is included as it was. */
export interface NotificationChange {
  readonly type: 'added' | 'updated' | 'removed';
  readonly notification: Notification;
}

/** Beyond either limit, the oldest notifications are dismissed. */
const MAX_NOTIFICATIONS = 1000;
const MAX_TOTAL_CHARACTERS = 5_000_000;
const MAX_MESSAGE = 100_000;
const MAX_TITLE = 1000;
const MAX_ID = 255;

/** What a notification may have besides its text. */
interface NewNotification {
  readonly title?: string | undefined;
  readonly id?: string | undefined;
  readonly context?: string;
  /** The IDs of the users that it is addressed to. */
  readonly users?: readonly string[];
}

/** The dependencies of `Notifications`. */
export interface NotificationsParts {
  readonly clock: Clock;
  readonly states: Pick<StateMachine, 'get'>;
  /** The entity whose change triggered the run that acts in a context; undefined for anything else. */
  readonly triggeredBy: (context: string) => EntityId | undefined;
}

/** The current notifications, only in memory: what still holds after a restart is reported again. */
export class Notifications {
  private readonly clock: Clock;
  private readonly open = new Map<string, Notification>();
  private characters = 0;
  private readonly listeners = new Set<(change: NotificationChange) => void>();

  private readonly parts: NotificationsParts;

  constructor(parts: NotificationsParts) {
    this.clock = parts.clock;
    this.parts = parts;
  }

  list(): Notification[] {
    return [...this.open.values()];
  }

  /** Creates or replaces a notification. Throws `service_validation_error` if a text is too long. */
  create(message: string, { title, id, context, users = [] }: NewNotification = {}): void {
    requireLength('message', message, MAX_MESSAGE);
    requireLength('title', title ?? '', MAX_TITLE);
    requireLength('notification_id', id ?? '', MAX_ID);
    const at = this.clock.now();
    const notificationId = id ?? ulid(at);
    const type = this.open.has(notificationId) ? 'updated' : 'added';
    const notification: Notification = {
      notification_id: notificationId,
      title: title ?? null,
      message,
      created_at: isoTime(at),
    };
    // What the server itself reports is for those who see the whole home.
    if (context !== undefined) subjects.set(notification, this.subjectsOf(notification, context));
    recipients.set(notification, new Set(users));
    this.characters += sizeOf(notification) - sizeOf(this.open.get(notificationId));
    this.open.set(notificationId, notification);
    for (const oldest of this.open.keys()) {
      if (this.open.size <= MAX_NOTIFICATIONS && this.characters <= MAX_TOTAL_CHARACTERS) break;
      this.dismiss(oldest);
    }
    this.notify({ type, notification });
  }

  /** Removes a notification; does nothing if it does not exist. */
  dismiss(id: string): void {
    const notification = this.open.get(id);
    if (notification === undefined) return;
    this.characters -= sizeOf(notification);
    this.open.delete(id);
    this.notify({ type: 'removed', notification });
  }

  /** Subscribes to changes. */
  subscribe(listener: (change: NotificationChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The services `persistent_notification.create`, `dismiss` and `dismiss_all`. */
  services(): PlainService[] {
    const domain = 'persistent_notification';
    const id = {
      description: 'Its id: one of the same id takes its place.',
      example: 'washing_done',
    } as const;
    return [
      definePlainService({
        domain,
        name: 'create',
        fields: {
          message: text({
            required: true,
            example: 'The washing is done.',
            selector: { text: { multiline: true } },
          }),
          title: text({ example: 'Laundry' }),
          notification_id: text(id),
        },
        whole: true,
        handle: ({ message, title, notification_id: id }, { context }) =>
          this.create(message, { title, id, context: context.id }),
      }),
      definePlainService({
        domain: 'notify',
        name: 'persistent_notification',
        fields: {
          message: text({ required: true, example: 'The washing is done.' }),
          title: text({ example: 'Laundry' }),
          target: custom(textListSchema.nullable(), { object: null }, { example: ['person.anna'] }),
          data: custom(
            z.looseObject({ notification_id: textSchema.optional() }, schemaError('expects_object')),
            { object: null },
            { example: { notification_id: 'washing_done' } },
          ),
        },
        whole: true,
        handle: ({ message, title, data, target }, { context }) =>
          this.create(message, {
            title,
            id: data?.notification_id,
            context: context.id,
            users: (target ?? []).flatMap((one) => this.userOf(one) ?? []),
          }),
      }),
      definePlainService({
        domain,
        name: 'dismiss',
        fields: { notification_id: text({ ...id, required: true }) },
        whole: true,
        handle: (fields) => this.dismiss(fields.notification_id),
      }),
      {
        domain,
        name: 'dismiss_all',
        fields: {},
        whole: true,
        handle: () => {
          for (const open of [...this.open.keys()]) this.dismiss(open);
        },
      },
    ];
  }

  /** The user of a person's entity. Home Assistant takes any text as a target, so others are ignored. */
  private userOf(target: string): string | undefined {
    const user = isEntityId(target) ? this.parts.states.get(target)?.attributes.user_id : undefined;
    return target.startsWith('person.') && typeof user === 'string' ? user : undefined;
  }

  /** The entities that a notification names by their ID, and the one that triggered the run that wrote it. */
  private subjectsOf({ notification_id, title, message }: Notification, context: string): Set<EntityId> {
    const named = `${notification_id} ${title ?? ''} ${message}`.match(MENTIONED) ?? [];
    const about = new Set(named.filter((id) => this.parts.states.get(id) !== undefined));
    const trigger = this.parts.triggeredBy(context);
    if (trigger !== undefined) about.add(trigger);
    return about;
  }

  private notify(change: NotificationChange): void {
    for (const listener of this.listeners) listener(change);
  }
}

function requireLength(field: string, text: string, max: number): void {
  if (text.length > max)
    throw fault('service_validation_error', 'notification_too_long', { field, max, length: text.length });
}

function sizeOf(notification: Notification | undefined): number {
  return notification === undefined ? 0 : notification.message.length + (notification.title?.length ?? 0);
}
