import type { Option } from '../parts/choice.ts';
import { plain, wordOr } from '../texts/domain-name.ts';

/** The options of a device with translated names: `mode.<value>`, else `state.<value>`, else the value. */
export function namedOptions(values: readonly string[]): Option[] {
  return values.map((value) => ({
    value,
    text: wordOr(`mode.${value}`, wordOr(`state.${value}`, plain(value))),
  }));
}
