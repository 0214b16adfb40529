import { renderInOrder } from '../variables.ts';
import type { ActionKind } from './action.ts';

/** `variables`: gives variables values, one after the other. */
export const variablesAction: ActionKind = {
  keys: ['variables'],
  parse: (keys) => {
    keys.tree('variables');
    const tree = keys.object('variables') ?? {};
    return ({ run, scope }) => {
      const { rendering, mayRead } = run.parts.setting;
      for (const [name, value] of renderInOrder(
        tree,
        scope.all,
        (text, seen) => rendering.value(text, seen, mayRead),
        rendering,
      ))
        scope.assign(name, value);
      return undefined;
    };
  },
};
