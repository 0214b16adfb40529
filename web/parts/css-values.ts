import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

/**
 * Sets custom properties of an element by script, since the Content-Security-Policy blocks `style`
 * attributes.
 */
class CssValues extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('cssValues stands in the tag of an element');
  }

  render(_values: Readonly<Record<`--${string}`, string | number>>): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [values]: Parameters<this['render']>): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values))
      if (style.getPropertyValue(name) !== String(value)) style.setProperty(name, String(value));
    return noChange;
  }
}

/** Passes values to the style sheet: `<div ${cssValues({ '--fill': '40%' })}>`. */
export const cssValues = directive(CssValues);
