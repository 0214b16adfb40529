import type { Option } from '../parts/choice.ts';
import { plain, wordOr } from '../words/domain-name.ts';

/** The values a device offers, in words where there are some: `mode.<value>`, else `state.<value>`, else as the device calls it. */
export function namedOptions(values: readonly string[]): Option[] {
  return values.map((value) => ({
    value,
    text: wordOr(`mode.${value}`, wordOr(`state.${value}`, plain(value))),
  }));
}
