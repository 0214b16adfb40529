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

/** The text of an input, unless what stands in it means the same: `3.0` on its way to `3.05` is not made `3` under the cursor. */
export const asTyped = directive(AsTyped);
