import type { CalendarEvent } from '../../core/ports.ts';
import { type CalendarValues, calendarDomain } from '../../domains/calendar/calendar.ts';
import type { CalendarSource } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import { earliest } from '../calendar/series.ts';
import type { GroupKind } from './group-kind.ts';

/** A read-only group of calendars. */
export function calendarGroup(entities: Pick<Entities, 'get'>): GroupKind {
  return {
    domain: calendarDomain,
    options: {},
    combine: (members) => {
      const shown = members.flatMap(({ entity_id: id }): CalendarValues[] => {
        const entity = entities.get(id);
        return entity?.domain === calendarDomain ? [entity.values as CalendarValues] : [];
      });
      const event = earliest(shown.flatMap((one) => one.event ?? []));
      const values: CalendarValues = { event, on: shown.some((one) => one.on && one.event === event) };
      return { values };
    },
  };
}

/** The events of a group's calendars. */
export function eventsOfMembers(
  entities: Pick<Entities, 'get'>,
  membersOf: (groupId: string) => readonly string[],
): CalendarSource {
  return {
    search: function* (group, from, to, max) {
      const found: CalendarEvent[] = [];
      for (const id of membersOf(group.id)) {
        const entity = entities.get(id);
        const source = entity?.driver.calendar;
        if (entity === undefined || source === undefined) continue;
        for (const event of yield* source.search(entity, from, to, max - found.length)) found.push(event);
      }
      return found;
    },
  };
}
