import { becomesTrue } from '../runs/becomes-true.ts';
import type { ActionKind } from './action.ts';
import { parseTimeout, waitFor } from './wait.ts';

/** `wait_template`: waits until a template is true. */
export const waitTemplateAction: ActionKind = {
  keys: ['wait_template'],
  parse: (keys) => {
    const template = keys.template('wait_template');
    const timeout = parseTimeout(keys);
    return function* (step) {
      const { rendering, mayRead } = step.run.parts.setting;
      const variables = step.scope.all;
      yield* waitFor<true>(step, {
        timeout,
        first: {},
        isOver: () => rendering.text(template, variables, mayRead).toLowerCase() === 'true',
        begin: (done) => becomesTrue({ rendering, mayRead }, template, variables, () => done(true)),
        last: () => ({}),
      });
    };
  },
};
