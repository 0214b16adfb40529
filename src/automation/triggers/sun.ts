import { HEIGHTS } from '../../domains/sun-times.ts';
import { timedeltaOf } from '../duration.ts';
import { Fields } from '../fields.ts';
import { passes, ringAtMoments } from '../sky.ts';
import type { TriggerKind } from '../trigger.ts';

/** `trigger: sun`: the sun rises or sets, or so long before or after it. */
export const sunTrigger: TriggerKind = {
  name: 'sun',
  parse: (config, path, help) => {
    const fields = new Fields(config, path, help);
    const event = fields.oneOf('event', ['sunrise', 'sunset']);
    const offset = fields.offset('offset');
    fields.finish();
    const moment = passes({ height: HEIGHTS.day, up: event === 'sunrise' });
    return {
      attach: ({ setting, fire }) =>
        ringAtMoments(setting, moment, offset, () =>
          fire({
            variables: { event, offset: timedeltaOf(offset) },
            description: offset === 0 ? event : `${event} with offset`,
            context: null,
          }),
        ),
    };
  },
};
