import { z } from 'zod';
import type { Bus, HubEvent } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Collection } from '../../storage/documents.ts';

const PERIODS = ['morning', 'afternoon', 'evening', 'night'] as const;
type Period = (typeof PERIODS)[number];

/** What one user controls, by the time of the day: a weight for each entity, as of `at`. */
export const StoredHabit = z.object({
  at: z.number(),
  weights: z.partialRecord(z.enum(PERIODS), z.record(z.string(), z.number())),
});
export type StoredHabit = z.infer<typeof StoredHabit>;

/** After this time, what was done counts half. */
const HALF_LIFE_MS = 14 * 86_400_000;
const AGING_MS = 3_600_000;
const SAVE_DELAY_MS = 60_000;
/** The time of the day is looked up once in so many milliseconds. */
const SLOT_MS = 15 * 60_000;
/** Of more entities of a user, those that matter least are forgotten. */
const MAX_ENTITIES = 200;
const MAX_SHOWN = 50;
/** A call for more entities is not about one of them. */
const MAX_TARGETS = 10;

/** The dependencies of `Habits`. */
export interface HabitParts {
  readonly store: Collection<StoredHabit>;
  readonly bus: Bus;
  readonly clock: Clock;
  /** The hour of the day at home. */
  readonly hourAt: (at: number) => number;
}

interface Habit {
  at: number;
  weights: Record<Period, Map<string, number>>;
}

/** Which entities each user controls at which time of the day, so that clients can offer them. */
export class Habits implements Part {
  readonly name = 'habits';
  private readonly parts: HabitParts;
  private readonly habits = new Map<string, Habit>();
  private readonly changed = new Set<string>();
  private slot: { readonly number: number; readonly period: Period } | undefined;
  private undo: Undo = () => {};
  private cancel: Undo | undefined;

  constructor(parts: HabitParts) {
    this.parts = parts;
    for (const [user, { at, weights }] of parts.store.entries)
      this.habits.set(user, {
        at,
        weights: byPeriod((period) => new Map(Object.entries(weights[period] ?? {}))),
      });
  }

  start(): void {
    this.undo = this.parts.bus.on('call_service', (event) => this.note(event));
  }

  async stop(): Promise<void> {
    this.undo();
    this.cancel?.();
    await this.save();
  }

  /** The entities that a user controls at this time of the day, the most frequent ones first, at most 50. */
  commonFor(userId: string): string[] {
    const weights = this.habits.get(userId)?.weights[this.periodAt(this.parts.clock.now())];
    return heaviest(weights ?? new Map(), MAX_SHOWN).map(([id]) => id);
  }

  private note({ context, data, firedAt: at }: HubEvent): void {
    const { user_id: userId, parent_id: parentId } = context;
    if (userId === null || parentId !== null || !isObject(data) || !isObject(data.service_data)) return;
    const { entity_id: called } = data.service_data;
    const ids: readonly unknown[] = Array.isArray(called) ? called : [called];
    if (ids.length > MAX_TARGETS) return;
    let habit: Habit | undefined;
    for (const id of ids) {
      if (typeof id !== 'string' || !id.includes('.')) continue;
      habit ??= this.habitOf(userId, at);
      const weights = habit.weights[this.periodAt(at)];
      weights.set(id, (weights.get(id) ?? 0) + 1);
    }
    if (habit === undefined) return;
    this.changed.add(userId);
    this.cancel ??= this.parts.clock.after(SAVE_DELAY_MS, () => {
      this.cancel = undefined;
      this.save().catch(ignoreLogged);
    });
  }

  private habitOf(userId: string, at: number): Habit {
    const habit = this.habits.get(userId) ?? { at, weights: byPeriod(() => new Map()) };
    this.habits.set(userId, habit);
    age(habit, at);
    return habit;
  }

  private periodAt(at: number): Period {
    const number = Math.floor(at / SLOT_MS);
    if (this.slot?.number !== number) this.slot = { number, period: periodOf(this.parts.hourAt(at)) };
    return this.slot.period;
  }

  private async save(): Promise<void> {
    const users = [...this.changed];
    this.changed.clear();
    const stored: [string, StoredHabit][] = [];
    for (const user of users) {
      const habit = this.habits.get(user);
      if (habit === undefined) continue;
      const weights = byPeriod((period) => Object.fromEntries(heaviest(habit.weights[period], MAX_ENTITIES)));
      stored.push([user, { at: habit.at, weights }]);
    }
    await this.parts.store.putAll(stored);
  }
}

/** Old habits lose weight; it does not matter at which time of an hour. */
function age(habit: Habit, now: number): void {
  if (now - habit.at < AGING_MS) return;
  const factor = 0.5 ** ((now - habit.at) / HALF_LIFE_MS);
  habit.at = now;
  for (const weights of Object.values(habit.weights)) {
    const kept = heaviest(weights, MAX_ENTITIES);
    weights.clear();
    for (const [id, weight] of kept) weights.set(id, weight * factor);
  }
}

function heaviest(weights: ReadonlyMap<string, number>, max: number): (readonly [string, number])[] {
  return [...weights].sort(([, a], [, b]) => b - a).slice(0, max);
}

function byPeriod<T>(make: (period: Period) => T): Record<Period, T> {
  return {
    morning: make('morning'),
    afternoon: make('afternoon'),
    evening: make('evening'),
    night: make('night'),
  };
}

function periodOf(hour: number): Period {
  if (hour >= 6 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'afternoon';
  return hour >= 18 && hour < 22 ? 'evening' : 'night';
}
