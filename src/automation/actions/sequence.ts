import { type ActionKind, blockCursor } from './action.ts';

/** `sequence`: a nested list of actions. */
export const sequenceAction: ActionKind = {
  keys: ['sequence'],
  parse: (keys, help) => {
    const block = help.block(keys.need('sequence'), keys.at('sequence'));
    return function* ({ run, scope, cursor, path }) {
      yield* run.block(block, blockCursor(cursor), { scope, path: `${path}/sequence` });
    };
  },
};
