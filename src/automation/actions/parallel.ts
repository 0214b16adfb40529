import { isConfig } from '../config/fields.ts';
import { type Names, noNames } from '../config/scope.ts';
import { Branch, until } from '../runs/step-process.ts';
import { type ActionKind, blockCursor } from './action.ts';
import { itemsOf } from './items.ts';

/** `parallel`: runs several blocks concurrently; the first failure is thrown when all are finished. */
export const parallelAction: ActionKind = {
  keys: ['parallel'],
  parse: (keys, help) => {
    const blocks = itemsOf(keys.need('parallel'), keys.at('parallel')).map(({ config, path }) => {
      if (!isConfig(config)) return help.block(config, path);
      const branch = config;
      const isGroup = Object.keys(branch).every((key) => ['sequence', 'alias', 'note'].includes(key));
      return isGroup && Object.hasOwn(branch, 'sequence')
        ? help.block(branch.sequence, [...path, 'sequence'])
        : help.block(config, path);
    });
    return function* ({ run, scope, cursor, path }) {
      const branches = blocks.map((block, index) => {
        const key = `names${index}`;
        const names = (cursor[key] ?? noNames()) as Names;
        cursor[key] = names;
        const own = { scope: scope.beside(names), path: `${path}/parallel/${index}/sequence` };
        return new Branch(run.block(block, blockCursor(cursor, `block${index}`), own), run);
      });
      try {
        const ends = branches.map(begin);
        const results = yield* until(Promise.allSettled(ends));
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      } catch (error) {
        for (const branch of branches) branch.end(error);
        throw error;
      }
    };
  },
};

/**
 * Starts a branch after all earlier ones have started: branches of a nested `parallel` after the siblings of
 * the outer one.
 */
async function begin(branch: Branch<void>): Promise<void> {
  await null;
  await branch.begin();
}
