import { parseConditions } from '../parsing/parse-conditions.ts';
import { type ActionKind, blockCursor } from './action.ts';
import { areMet } from './are-met.ts';

/** `if`: one of two blocks. */
export const ifAction: ActionKind = {
  keys: ['if'],
  parse: (keys, help) => {
    const conditions = parseConditions(keys.raw('if'), keys.at('if'), help);
    const then = help.block(keys.need('then'), keys.at('then'));
    const otherwise = keys.has('else') ? help.block(keys.raw('else'), keys.at('else')) : undefined;
    return function* (step) {
      const { run, scope, cursor, path, traced } = step;
      if (cursor.branch === undefined) {
        const met = areMet(step, conditions, { path: `${path}/if`, conditions: `${path}/if/condition` });
        cursor.branch = met === true ? 'then' : otherwise === undefined ? 'none' : 'else';
        if (cursor.branch !== 'none') traced.result({ choice: cursor.branch });
      }
      const block = cursor.branch === 'then' ? then : otherwise;
      if (cursor.branch === 'none' || block === undefined) return;
      yield* run.block(block, blockCursor(cursor), { scope, path: `${path}/${String(cursor.branch)}` });
    };
  },
};
