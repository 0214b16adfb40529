import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { LocalCalendars } from '../calendar/local-calendars.ts';
import type { HelperKind } from '../helper-kind.ts';
import type { PersonLocations } from '../person-locations.ts';
import type { TodoLists } from '../todo-lists.ts';
import { inputDatetimeKind } from './input-datetime.ts';
import { placeKinds } from './places.ts';
import { scheduleKind } from './schedule.ts';
import { simpleKinds } from './simple.ts';
import { timerKind } from './timer.ts';

/** The dependencies of the helper kinds. */
export interface KindParts {
  readonly clock: Clock;
  readonly bus: Bus;
  /** The home's time zone. */
  readonly timeZone: () => string;
  readonly locations: PersonLocations;
  readonly todoLists: TodoLists;
  readonly calendars: LocalCalendars;
  readonly userExists: (id: string) => boolean;
}

/** All kinds of helpers. */
export function helperKinds(parts: KindParts): HelperKind[] {
  const { clock, bus, timeZone } = parts;
  return [
    ...simpleKinds,
    inputDatetimeKind(clock, timeZone),
    timerKind(clock, bus),
    scheduleKind(clock, timeZone),
    ...placeKinds(parts.locations, parts.userExists),
    parts.todoLists.kind(),
    parts.calendars.kind(),
  ];
}
