import { renderInOrder } from '../config/variables.ts';
import type { ActionKind } from './action.ts';
import { renderIn } from './render.ts';

/** `variables`: assigns variables in order. */
export const variablesAction: ActionKind = {
  keys: ['variables'],
  parse: (keys) => {
    keys.tree('variables');
    const tree = keys.object('variables') ?? {};
    return (step) => {
      const { run, scope } = step;
      const { rendering } = run.parts.setting;
      for (const [name, value] of renderInOrder(tree, scope.all, renderIn(step), rendering))
        scope.assign(name, value);
      return undefined;
    };
  },
};
