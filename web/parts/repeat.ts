import type { ChildPart } from 'lit';
import { directive, type PartInfo } from 'lit/directive.js';
import { getCommittedValue, getDirectiveClass } from 'lit/directive-helpers.js';
import { repeat as plainRepeat } from 'lit/directives/repeat.js';

/** The directive as far as it is overridden. */
interface ListDirective {
  update(part: ChildPart, values: unknown[]): unknown;
}

const PlainRepeat = getDirectiveClass(plainRepeat([], () => '')) as unknown as new (
  info: PartInfo,
) => ListDirective;

/**
 * Lit 3.3.3 leaves a comment in the document for each item that leaves a list: one that changes all day, such as the logbook on
 * a wall, would grow without end.
 */
class TidyRepeat extends PlainRepeat {
  override update(part: ChildPart, values: unknown[]): unknown {
    const before: unknown = getCommittedValue(part);
    const result = super.update(part, values);
    const after: unknown = getCommittedValue(part);
    if (Array.isArray(before) && Array.isArray(after)) {
      const kept = new Set(after);
      // Lit has taken items that moved out of the former list.
      for (const item of before as readonly (ChildPart | null)[])
        if (item !== null && !kept.has(item)) (item.endNode as ChildNode | null)?.remove();
    }
    return result;
  }
}

/** Renders a list whose elements keep their state when items come, go or move: items, key, template. */
export const repeat = directive(TidyRepeat as never) as unknown as typeof plainRepeat;
