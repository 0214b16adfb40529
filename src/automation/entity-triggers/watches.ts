import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import type { State } from '../../core/state.ts';
import { target } from '../../domains/definition/entity-triggers.ts';
import { states } from '../../domains/definition/state-tests.ts';
import { timedeltaOf } from '../config/duration.ts';
import type { Attachment, Trigger } from '../config/trigger.ts';
import { followCalendar, showEvent } from '../schedule/follow-calendar.ts';
import { scheduleAt } from '../schedule/schedule-at.ts';
import { OFFSET } from './describe.ts';
import type { PurposeConfig, PurposeTrigger, Table } from './purpose.ts';
import { fieldsOf, stateIs } from './shapes.ts';
import { followTarget, parseTriggerTarget, targetEntities } from './target.ts';

function resolvedTarget({
  target: resolved,
  path,
  help,
}: PurposeConfig): ReturnType<typeof parseTriggerTarget> {
  return parseTriggerTarget(resolved, [...path, 'target'], help);
}

const TIMER = target('timer');

/** The remaining time of a timer reaches a value. */
const remaining: PurposeTrigger = {
  key: 'timer.remaining_time_reached',
  target: TIMER,
  fields: { remaining: { required: true, selector: { duration: { enable_second: true } } } },
  parse: (config) => {
    const fields = fieldsOf(config);
    fields.need('remaining');
    const length = fields.duration('remaining')?.fixed;
    if (length === undefined) throw fields.wrong('remaining', 'expects_fixed_duration');
    fields.finish();
    const resolved = resolvedTarget(config);
    return { attach: (attachment) => attachRemaining(resolved, length, attachment) };
  },
};

function attachRemaining(
  resolved: ReturnType<typeof parseTriggerTarget>,
  length: number,
  { setting, fire }: Attachment,
): ReturnType<Trigger['attach']> {
  const waits = new Map<EntityId, Undo>();
  const arm = (id: EntityId, state: State | undefined): void => {
    waits.get(id)?.();
    waits.delete(id);
    const ends = state?.state === 'active' ? Date.parse(String(state.attributes.finishes_at)) : Number.NaN;
    const at = ends - length;
    if (state === undefined || !(at > setting.clock.now())) return;
    waits.set(
      id,
      scheduleAt(setting.clock, at, () => {
        waits.delete(id);
        fire({
          variables: {
            entity_id: id,
            to_state: setting.rendering.stateValue(state),
            remaining: timedeltaOf(length),
          },
          description: `time remaining of ${id}`,
          context: state.context,
        });
      }),
    );
  };
  const undo = followTarget(resolved, TIMER, setting, {
    listener: ({ entity_id: id, new_state: state }) => arm(id, state ?? undefined),
    changed: (ids) => {
      for (const id of waits.keys()) if (!ids.includes(id)) arm(id, undefined);
      for (const id of ids) if (!waits.has(id)) arm(id, setting.states.get(id));
    },
  });
  return () => {
    undo();
    for (const cancel of waits.values()) cancel();
  };
}

const CALENDAR = target('calendar');

function calendar(key: string, edge: 'start' | 'end'): PurposeTrigger {
  return {
    key,
    target: CALENDAR,
    fields: { offset: OFFSET },
    parse: (config) => {
      const fields = fieldsOf(config);
      // Configurations from before offsets had a sign.
      const type =
        fields.raw('offset_type') === undefined ? 'after' : fields.oneOf('offset_type', ['before', 'after']);
      const size = fields.offset('offset');
      fields.finish();
      const offset = type === 'before' ? -Math.abs(size) : size;
      const resolved = resolvedTarget(config);
      return {
        attach: ({ setting, fire }) => {
          const ids = (): readonly EntityId[] => targetEntities(resolved, CALENDAR, setting);
          return followCalendar(setting, { ids, edge, offset }, (id, event) =>
            fire({
              variables: { entity_id: id, calendar_event: showEvent(event), offset: timedeltaOf(offset) },
              description: `calendar event of ${id}`,
              context: null,
            }),
          );
        },
      };
    },
  };
}

const LISTS = target('todo');
type What = 'added' | 'completed' | 'removed';

/** The items of a list by ID, and whether they are done. */
type Holds = ReadonlyMap<string, { readonly summary: string; readonly isDone: boolean }>;

function todo(what: What): PurposeTrigger {
  return {
    key: `todo.item_${what}`,
    target: LISTS,
    fields: {},
    parse: (config) => {
      fieldsOf(config).finish();
      const resolved = resolvedTarget(config);
      return { attach: (attachment) => attachTodo(resolved, what, attachment) };
    },
  };
}

function attachTodo(
  resolved: ReturnType<typeof parseTriggerTarget>,
  what: What,
  { setting, fire }: Attachment,
): ReturnType<Trigger['attach']> {
  const lists = setting.ports.todo;
  if (lists === undefined) throw new Error('There are no lists in this home');
  const holds = (id: EntityId): Holds | undefined => {
    try {
      return new Map(
        lists.items(id).map(({ uid, summary, status }) => [uid, { summary, isDone: status === 'completed' }]),
      );
    } catch (error) {
      // A list that is added later fires a change of its own.
      if (error instanceof HubError) return undefined;
      throw error;
    }
  };
  const known = new Map<EntityId, Holds>();
  const look = (id: EntityId): void => {
    const [before, now] = [known.get(id), holds(id)];
    if (now === undefined) return;
    known.set(id, now);
    const ids = before === undefined ? [] : changed(what, before, now);
    if (ids.length > 0)
      fire({
        variables: { entity_id: id, item_ids: ids },
        description: `todo item ${what} in ${id}`,
        context: setting.states.get(id)?.context ?? null,
      });
  };
  const targeted = (): readonly EntityId[] => targetEntities(resolved, LISTS, setting);
  for (const id of targeted()) look(id);
  return lists.onChange((id) => {
    if (targeted().includes(id)) look(id);
  });
}

function changed(what: What, before: Holds, now: Holds): readonly string[] {
  if (what === 'removed') return [...before.keys()].filter((uid) => !now.has(uid));
  if (what === 'added') return [...now.keys()].filter((uid) => !before.has(uid));
  return [...now].flatMap(([uid, { isDone }]) => (isDone && before.get(uid)?.isDone === false ? [uid] : []));
}

/** Triggers that depend on more than a state: timers, calendars and to-do lists. */
export const watches: Table = {
  triggers: [
    remaining,
    calendar('calendar.event_started', 'start'),
    calendar('calendar.event_ended', 'end'),
    ...(['added', 'completed', 'removed'] as const).map(todo),
  ],
  conditions: [stateIs({ key: 'calendar.is_event_active', target: CALENDAR, is: states('on') })],
};
