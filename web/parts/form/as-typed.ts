import { noChange } from 'lit';
import { Directive, directive, type PropertyPart } from 'lit/directive.js';
import { setCommittedValue } from 'lit/directive-helpers.js';

class AsTyped extends Directive {
  override render(text: string, _means: (typed: string) => boolean): string {
    return text;
  }

  override update(part: PropertyPart, [text, means]: Parameters<this['render']>): unknown {
    const { value } = part.element as HTMLInputElement;
    if (value === text || means(value)) return noChange;
    setCommittedValue(part);
    return text;
  }
}

/**
 * Sets the text of an input unless it already means the same: `3.0` on the way to `3.05` is not replaced by
 * `3`.
 */
export const asTyped = directive(AsTyped);
