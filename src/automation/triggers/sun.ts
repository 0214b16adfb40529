import { ELEVATIONS } from '../../domains/sun/sun-times.ts';
import { timedeltaOf } from '../config/duration.ts';
import type { TriggerKind } from '../config/trigger.ts';
import { passes, scheduleAtMoments } from '../schedule/sky.ts';

/** `trigger: sun`: the sun rises or sets, with an optional offset. */
export const sunTrigger: TriggerKind = {
  name: 'sun',
  parse: (fields) => {
    const event = fields.oneOf('event', ['sunrise', 'sunset']);
    const offset = fields.offset('offset');
    const moment = passes({ height: ELEVATIONS.day, up: event === 'sunrise' });
    return {
      attach: ({ setting, fire }) =>
        scheduleAtMoments(setting, moment, offset, () =>
          fire({
            variables: { event, offset: timedeltaOf(offset) },
            description: offset === 0 ? event : `${event} with offset`,
            context: null,
          }),
        ),
    };
  },
};
