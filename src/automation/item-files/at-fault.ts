import { fault, faultOf } from '../../core/errors.ts';
import { YamlFault } from '../../storage/yaml/tree.ts';
import type { FiledItem } from './item-files.ts';

/** Reports a value or file that cannot be edited as the caller's error. */
export function atFault<T>(item: FiledItem | undefined, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    if (item === undefined) throw faultOf('not_allowed', error.reason);
    const place = item.source.part.file.name;
    throw fault('not_allowed', 'problem_in_file', { place, problem: error.reason });
  }
}
