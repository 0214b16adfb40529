import { str } from '../../jinja/values/printing.ts';
import { parseDuration, timedeltaOf } from '../config/duration.ts';
import { waitUntil } from '../runs/waiting.ts';
import type { ActionKind } from './action.ts';
import { lengthOfWait } from './length.ts';

/** `delay`: waits for a duration. */
export const delayAction: ActionKind = {
  keys: ['delay'],
  parse: (keys, help) => {
    const duration = parseDuration(keys.need('delay'), keys.at('delay'), help);
    return function* ({ run, scope, cursor, traced }) {
      const { clock } = run.parts.setting;
      if (cursor.due === undefined) {
        const length = lengthOfWait(duration, run, scope);
        traced.result({ delay: length / 1000, done: length === 0 });
        if (length === 0) return;
        cursor.due = clock.now() + length;
        if (run.label === 'delay') run.label = `delay ${str(timedeltaOf(length))}`;
        run.waits();
      }
      yield* waitUntil(run.parts, Number(cursor.due));
      traced.result({ done: true });
    };
  },
};
