import { localTimeOf } from '../core/time-zone.ts';
import { Habits, StoredHabit } from '../entities/usage/habits.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext } from './hub-context.ts';

/** Opens what is known about which entities users control when. */
export function openHabits(
  { home, bus, clock }: Pick<HubContext, 'home' | 'bus' | 'clock'>,
  documents: Documents,
): Habits {
  return new Habits({
    store: documents.collection('habits', StoredHabit),
    hourAt: (at) => localTimeOf(at, home.home.facts.time_zone).hour,
    bus,
    clock,
  });
}
