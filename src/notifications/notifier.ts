import type { Bus } from '../core/bus.ts';
import type { Clock, Undo } from '../core/clock.ts';
import { newContext } from '../core/context.ts';
import { isEntityId } from '../core/entity-id.ts';
import { fault } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { StateMachine } from '../core/state-machine.ts';
import { localTimeOf, timeText } from '../core/time-zone.ts';
import type { FieldValues } from '../domains/definition/field.ts';
import { custom, text, textListSchema } from '../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../entities/services/service.ts';
import { CLEAR, type Note, NoteData, noteOf } from './note.ts';
import { NoteActions } from './note-actions.ts';
import { DEFAULT_PREFERENCES, type NotificationPreferences, type PushStore } from './push-store.ts';
import { isQuiet } from './quiet-hours.ts';
import type { WebPush } from './web-push.ts';

/** The event of a pressed button; the name that automations made for Home Assistant's apps listen for. */
const ACTION_EVENT = 'mobile_app_notification_action';
const PERSON = 'person.';

interface NotifierParts {
  readonly store: PushStore;
  readonly push: WebPush;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly states: StateMachine;
  readonly register: (service: PlainService) => Undo;
  readonly timeZone: () => string;
  /** The active users. */
  readonly users: () => readonly { readonly id: string; readonly name: string }[];
  readonly homeName: () => string;
}

const fields = {
  message: text({ required: true, example: 'The washing is done.', selector: { text: { multiline: true } } }),
  title: text({ example: 'Laundry' }),
  target: custom(textListSchema.nullable(), { object: null }, {}),
  data: custom(NoteData.nullable(), { object: null }, { example: { tag: 'laundry', urgent: true } }),
} as const;

/**
 * Notifications to people: `notify.notify` to all users, and a service for each person who is a user, such as
 * `notify.anna` for `person.anna`.
 */
export class Notifier implements Part {
  readonly name = 'notifications';
  private readonly parts: NotifierParts;
  private readonly actions: NoteActions;
  private readonly services = new Map<string, Undo>();
  private readonly others: ((userId: string, note: Note) => number)[] = [];
  private undo: Undo = () => {};

  constructor(parts: NotifierParts) {
    this.parts = parts;
    this.actions = new NoteActions(parts.store.actions, parts.clock);
  }

  start(): void {
    const { bus, states } = this.parts;
    for (const { entity_id: id } of states.all()) this.follow(id);
    this.undo = bus.on('state_changed', ({ change }) => {
      if (change?.entity_id.startsWith(PERSON) !== true) return;
      const [before, after] = [change.old_state, change.new_state].map((state) => state?.attributes.user_id);
      if (before !== after) this.follow(change.entity_id);
    });
  }

  stop(): void {
    this.undo();
    for (const withdraw of this.services.values()) withdraw();
    this.services.clear();
  }

  /** `notify.notify`. */
  get everyone(): PlainService {
    return definePlainService({
      domain: 'notify',
      name: 'notify',
      fields,
      whole: true,
      handle: (values) => {
        const targets = values.target ?? [];
        const ids =
          targets.length === 0
            ? this.parts.users().map(({ id }) => id)
            : targets.map((one) => this.userOf(one));
        return this.notifyAll(ids, values);
      },
    });
  }

  /** Adds another way to reach users, such as companion apps; it returns the number of devices reached. */
  reach(way: (userId: string, note: Note) => number): void {
    this.others.push(way);
  }

  preferences(userId: string): NotificationPreferences {
    return this.parts.store.preferences.entries.get(userId) ?? DEFAULT_PREFERENCES;
  }

  setPreferences(userId: string, preferences: NotificationPreferences): Promise<void> {
    return this.parts.store.preferences.put(userId, preferences);
  }

  /** Sends a note to all devices of a user. Returns their number. */
  async send(userId: string, note: Note): Promise<number> {
    const { push, clock, timeZone, homeName } = this.parts;
    const browsers = await push.ofUser(userId);
    const preferences = this.preferences(userId);
    const time = timeText(localTimeOf(clock.now(), timeZone())).slice(0, 5);
    const isClear = note.message === CLEAR;
    for (const browser of browsers) {
      const shown = preferences.hides_content
        ? { title: homeName(), body: '' }
        : { title: note.title ?? homeName(), body: note.message };
      const message = isClear
        ? { clear: note.tag }
        : {
            ...shown,
            ...(note.tag === null ? {} : { tag: note.tag }),
            path: note.path ?? '/',
            silent: !note.isUrgent && isQuiet(preferences, time),
            requireInteraction: note.isUrgent,
            actions: note.actions,
            secret: await this.actions.issue(userId, note),
          };
      push.deliver(browser, message, note.isUrgent);
    }
    return this.others.reduce((count, way) => count + way(userId, note), browsers.length);
  }

  /**
   * A button was pressed: fires its event with the user as the author. Throws `not_found` if the note's buttons were
   * used, have expired or never existed, or if the user may not act anymore.
   */
  async press(secret: string, action: string): Promise<void> {
    const { bus, clock, users } = this.parts;
    const pending = await this.actions.redeem(secret, action);
    if (pending === undefined || !users().some(({ id }) => id === pending.user_id))
      throw fault('not_found', 'notification_action_not_valid');
    const { tag, data, user_id: userId } = pending;
    const at = clock.now();
    const event = { action, ...(tag === null ? {} : { tag }), action_data: data };
    bus.fire(ACTION_EVENT, event, at, newContext(at, userId));
  }

  /** Adds the service of a person who is a user, or removes it. */
  private follow(id: string): void {
    if (!id.startsWith(PERSON) || !isEntityId(id)) return;
    this.services.get(id)?.();
    this.services.delete(id);
    const state = this.parts.states.get(id);
    if (typeof state?.attributes.user_id !== 'string') return;
    const service = definePlainService({
      domain: 'notify',
      name: id.slice(PERSON.length),
      fields,
      entityId: () => id,
      handle: (values) => this.notifyAll([this.userOf(id)], values),
    });
    this.services.set(id, this.parts.register(service));
  }

  /** The user of a person's entity, or a user by ID or name. Throws `service_validation_error`. */
  private userOf(target: string): string {
    const user = target.startsWith(PERSON)
      ? this.parts.states.get(target as `${string}.${string}`)?.attributes.user_id
      : target;
    const found = this.parts.users().find(({ id, name }) => id === user || name === user);
    if (found === undefined)
      throw fault('service_validation_error', 'notification_target_unknown', { target });
    return found.id;
  }

  private async notifyAll(
    userIds: readonly string[],
    { message, title, data }: FieldValues<typeof fields>,
  ): Promise<void> {
    const note = noteOf(message, title, data ?? undefined);
    for (const id of new Set(userIds)) await this.send(id, note);
  }
}
