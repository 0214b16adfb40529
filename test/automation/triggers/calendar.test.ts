import { describe, expect, it } from 'vitest';
import { HubError } from '../../../src/core/errors.ts';
import type { CalendarEvent, Calendars } from '../../../src/core/ports.ts';
import type { TodoItem } from '../../../src/domains/todo/todo.ts';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;

/** An event at some minutes after noon, with a length in minutes. */
function event(summary: string, start: number, length = 10): CalendarEvent {
  const at = (minutes: number): string => new Date(NOON + minutes * MINUTE).toISOString();
  return {
    ...{ summary, startsAt: NOON + start * MINUTE, endsAt: NOON + (start + length) * MINUTE, allDay: false },
    ...{ start: at(start), end: at(start + length), location: 'Here' },
  };
}

function calendar(events: CalendarEvent[]) {
  const listeners = new Set<() => void>();
  const calendars: Calendars = {
    eventsBetween: (id, from, to) => {
      if (id !== 'calendar.a') throw new HubError('not_found', 'Entity not found');
      return events.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const home = automationSetting({ ports: { calendars } });
  const change = (now: CalendarEvent[]): void => {
    events.splice(0, events.length, ...now);
    for (const listener of listeners) listener();
  };
  const attach = (config: object) => {
    const { fired, undo } = attachTriggers(home.setting, {
      trigger: 'calendar',
      entity_id: 'calendar.a',
      ...config,
    });
    const summaries = () =>
      fired.map(({ trigger }) => (trigger.calendar_event as { summary: string }).summary);
    return { fired, undo, summaries };
  };
  return { ...home, change, attach };
}

describe('the calendar trigger', () => {
  it('fires when events begin, however far ahead they are, each once', () => {
    const { clock, attach } = calendar([event('past', -30), event('a', 5), event('b', 5), event('c', 200)]);
    const { fired, summaries } = attach({});
    clock.advance(4 * MINUTE);
    expect(summaries()).toEqual([]);
    clock.advance(2 * MINUTE);
    expect(summaries()).toEqual(['a', 'b']);
    clock.advance(300 * MINUTE);
    expect(summaries()).toEqual(['a', 'b', 'c']);
    expect(fired[0]?.trigger).toMatchObject({
      event: 'start',
      calendar_event: {
        ...{ summary: 'a', start: '2026-11-20T12:05:00.000Z', end: '2026-11-20T12:15:00.000Z' },
        ...{ all_day: false, description: '', location: 'Here' },
      },
    });
  });

  it('fires when they end, and so long before or after', () => {
    const { clock, attach } = calendar([event('a', 5), event('now', -5)]);
    const end = attach({ event: 'end' });
    const early = attach({ offset: '-00:03:00' });
    const late = attach({ event: 'end', offset: { minutes: 20 } });
    clock.advance(3 * MINUTE);
    expect([early.summaries(), end.summaries()]).toEqual([['a'], []]);
    clock.advance(13 * MINUTE);
    expect(end.summaries()).toEqual(['now', 'a']);
    clock.advance(10 * MINUTE);
    expect(late.summaries()).toEqual(['now']);
    clock.advance(10 * MINUTE);
    expect(late.summaries()).toEqual(['now', 'a']);
  });

  it('follows changes, and fires nothing twice', () => {
    const { clock, change, attach } = calendar([event('a', 5), event('gone', 6)]);
    const { summaries, undo } = attach({});
    clock.advance(5 * MINUTE + 1);
    change([event('a', 5), event('new', 7)]);
    clock.advance(20 * MINUTE);
    expect(summaries()).toEqual(['a', 'new']);
    undo?.();
    expect(clock.pending).toBe(0);
  });

  it('reports a missing calendar', () => {
    const { attach, lines } = calendar([]);
    attach({ entity_id: 'calendar.none' });
    expect(lines.join()).toContain('calendar.none');
  });

  it('is available as entity triggers, too', () => {
    const { clock, setting, states } = calendar([event('a', 5)]);
    states.set('calendar.a', 'off', {});
    const config = { trigger: 'calendar.event_started', target: { entity_id: 'calendar.a' } };
    const { fired } = attachTriggers(setting, {
      ...config,
      options: { offset: { minutes: 2 }, offset_type: 'before' },
    });
    clock.advance(3 * MINUTE + 1);
    expect(fired.map(({ trigger }) => trigger.entity_id)).toEqual(['calendar.a']);
  });
});

describe('a timer', () => {
  it('fires when that much of it is left', () => {
    const { setting, states, clock } = automationSetting();
    const config = { trigger: 'timer.remaining_time_reached', target: { entity_id: 'timer.egg' } };
    const { fired, undo } = attachTriggers(setting, { ...config, options: { remaining: { minutes: 1 } } });
    const run = (minutes: number): void => {
      const ends = new Date(clock.now() + minutes * MINUTE).toISOString();
      states.set('timer.egg', 'active', { finishes_at: ends });
    };
    run(3);
    clock.advance(MINUTE);
    run(5);
    clock.advance(3.9 * MINUTE);
    expect(fired).toEqual([]);
    clock.advance(0.2 * MINUTE);
    expect(fired[0]?.trigger).toMatchObject({
      entity_id: 'timer.egg',
      description: 'time remaining of timer.egg',
    });
    run(5);
    states.set('timer.egg', 'paused', {});
    clock.advance(10 * MINUTE);
    expect(fired).toHaveLength(1);
    undo?.();
    expect(clock.pending).toBe(0);
  });
});

describe('a to-do list', () => {
  it('reports added, completed and removed items', () => {
    let items: TodoItem[] = [];
    const listeners = new Set<(id: string) => void>();
    const todo = {
      items: () => items,
      onChange: (hear: (id: string) => void) => {
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    };
    const { setting, states } = automationSetting({ ports: { todo } });
    states.set('todo.list', '0', {});
    const { fired } = attachTriggers(
      setting,
      ['added', 'completed', 'removed'].map((what) => ({
        ...{ trigger: `todo.item_${what}`, target: { entity_id: 'todo.list' } },
      })),
    );
    const item = (uid: string, status: TodoItem['status']): TodoItem =>
      ({ uid, summary: uid, status }) as TodoItem;
    const change = (now: TodoItem[]): void => {
      items = now;
      for (const hear of listeners) hear('todo.list');
    };
    change([item('a', 'needs_action')]);
    change([item('a', 'completed')]);
    change([item('b', 'completed')]);
    expect(fired.map(({ trigger }) => [trigger.platform, trigger.item_ids])).toEqual([
      ['todo.item_added', ['a']],
      ['todo.item_completed', ['a']],
      ['todo.item_added', ['b']],
      ['todo.item_removed', ['a']],
    ]);
  });
});

describe('a zone', () => {
  it('fires when it becomes occupied or empty, for the given duration', () => {
    const { setting, states, clock } = automationSetting();
    states.set('zone.home', '0', {});
    const { fired } = attachTriggers(setting, [
      { trigger: 'zone.occupancy_detected', options: { zone: 'zone.home' } },
      { trigger: 'zone.occupancy_cleared', options: { zone: 'zone.home', for: '00:01:00' } },
    ]);
    for (const count of ['1', '2', '0']) states.set('zone.home', count, {});
    expect(fired.map(({ trigger }) => trigger.platform)).toEqual(['zone.occupancy_detected']);
    clock.advance(MINUTE + 1);
    expect(fired.map(({ trigger }) => trigger.platform)).toEqual([
      'zone.occupancy_detected',
      'zone.occupancy_cleared',
    ]);
  });
});
