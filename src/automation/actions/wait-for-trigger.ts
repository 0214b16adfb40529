import type { Variables } from '../../jinja/template.ts';
import type { Wait, Waits } from '../config/trigger.ts';
import { parseTriggers } from '../parsing/parse-triggers.ts';
import type { Step } from '../runs/run.ts';
import type { ActionKind } from './action.ts';
import { parseTimeout, waitFor } from './wait.ts';

/** `wait_for_trigger`: waits until one of its triggers fires. */
export const waitForTriggerAction: ActionKind = {
  keys: ['wait_for_trigger'],
  parse: (keys, help) => {
    const triggers = parseTriggers(keys.need('wait_for_trigger'), keys.at('wait_for_trigger'), help);
    const timeout = parseTimeout(keys);
    return function* (step) {
      const { setting } = step.run.parts;
      const variables = step.scope.all;
      yield* waitFor<Variables>(step, {
        timeout,
        first: { trigger: null },
        begin: (done) =>
          triggers.attach({
            setting,
            variables,
            waits: (index) => savedWaits(step, index),
            fire: ({ trigger }) => done(trigger),
          }),
        last: (trigger) => ({ trigger }),
      });
    };
  },
};

/** The dwell times (`for:`) of the triggers are persisted with the step. */
function savedWaits({ cursor, run }: Step, index: number): Waits {
  cursor.fors ??= {};
  const all = cursor.fors as Record<string, Record<string, Wait>>;
  const mine = all[index] ?? {};
  all[index] = mine;
  return {
    take: () => {
      const taken = new Map(Object.entries(mine));
      for (const key of taken.keys()) delete mine[key];
      return taken;
    },
    save: (key, wait) => {
      if (wait === null) delete mine[key];
      else mine[key] = wait;
      run.keepsOn();
    },
    // What follows is a step of the run, which is persisted before it acts.
    over: (key, next) => {
      delete mine[key];
      next();
    },
  };
}
