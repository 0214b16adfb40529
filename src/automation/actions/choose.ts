import { Fields } from '../config/fields.ts';
import { parseConditions } from '../parsing/parse-conditions.ts';
import { type ActionKind, blockCursor } from './action.ts';
import { areMet } from './are-met.ts';
import { itemsOf, objectOf } from './items.ts';

/** `choose`: the first of several blocks whose conditions are met. */
export const chooseAction: ActionKind = {
  keys: ['choose'],
  parse: (keys, help) => {
    const choices = itemsOf(keys.need('choose'), keys.at('choose')).map(({ config, path }) => {
      const own = new Fields(objectOf(config, path), path, help);
      own.raw('alias');
      own.raw('note');
      const conditions = parseConditions(own.need('conditions'), own.at('conditions'), help);
      const block = help.block(own.need('sequence'), own.at('sequence'));
      own.finish();
      return { conditions, block };
    });
    const otherwise = keys.has('default') ? help.block(keys.raw('default'), keys.at('default')) : undefined;
    return function* (step) {
      const { run, scope, cursor, path, traced } = step;
      if (cursor.choice === undefined) {
        const chosen = choices.findIndex(({ conditions }, index) => {
          const own = `${path}/choose/${index}`;
          return areMet(step, conditions, { path: own, conditions: `${own}/conditions` }) === true;
        });
        cursor.choice = chosen;
        if (chosen >= 0) traced.result({ choice: chosen });
        else if (otherwise !== undefined) traced.result({ choice: 'default' });
      }
      const chosen = Number(cursor.choice);
      const block = chosen < 0 ? otherwise : choices[chosen]?.block;
      const own = chosen < 0 ? 'default' : `choose/${chosen}/sequence`;
      if (block !== undefined)
        yield* run.block(block, blockCursor(cursor), { scope, path: `${path}/${own}` });
    };
  },
};
