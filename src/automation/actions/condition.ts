import { ConditionFailure } from '../config/condition.ts';
import { isTemplate } from '../config/rendering.ts';
import { parseCondition } from '../parsing/parse-conditions.ts';
import { BlockEnded } from '../runs/signals.ts';
import type { ActionKind } from './action.ts';

/** `condition` and its short forms: ends the block if it is not met. */
export const conditionAction: ActionKind = {
  keys: ['condition', 'and', 'or', 'not'],
  parse: (keys, help) => {
    for (const key of Object.keys(keys.config)) keys.raw(key);
    const { condition: given } = keys.config;
    const isShort = typeof given === 'string' && isTemplate(given);
    const condition = parseCondition(isShort ? given : keys.config, keys.path, help);
    return ({ run, scope, path, traced }) => {
      let result: boolean | null = false;
      try {
        run.parts.trace.lend(traced);
        result = condition.test(run.context(scope), path);
      } catch (error) {
        if (!(error instanceof ConditionFailure)) throw error;
        run.parts.log.warn(`Error in 'condition' evaluation: ${error.message}`);
      }
      traced.result({ result: result === true });
      if (result !== true) throw new BlockEnded();
      return undefined;
    };
  },
};
