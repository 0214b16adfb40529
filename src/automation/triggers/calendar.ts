import { timedeltaOf } from '../config/duration.ts';
import { entityIdOf } from '../config/entity-ids.ts';
import type { TriggerKind } from '../config/trigger.ts';
import { followCalendar, showEvent } from '../schedule/follow-calendar.ts';

/** `trigger: calendar`: a calendar event starts or ends, with an optional offset. */
export const calendarTrigger: TriggerKind = {
  name: 'calendar',
  parse: (fields) => {
    const id = fields.entity('entity_id', ['calendar']);
    const event = fields.oneOf('event', ['start', 'end'], 'start');
    const offset = fields.offset('offset');
    return {
      attach: ({ setting, fire }) =>
        followCalendar(setting, { ids: () => [entityIdOf(setting, id)], edge: event, offset }, (_id, shown) =>
          fire({
            variables: { event, calendar_event: showEvent(shown), offset: timedeltaOf(offset) },
            context: null,
          }),
        ),
    };
  },
};
