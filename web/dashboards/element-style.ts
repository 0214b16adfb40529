import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';
import { configIn, textIn } from './config.ts';

/** What an element of a picture may set: its place, size and look, nothing that loads or covers other parts. */
const ALLOWED = new Set(
  (
    'top left right bottom width height transform color opacity font-size font-weight text-align ' +
    'border-radius background-color padding rotate scale white-space'
  ).split(' '),
);
const UNSAFE = /url\(|expression|[;{}\\]/i;
const CUSTOM = /^--[\w-]+$/;

/** Applies the `style` of a dashboard by script, since the Content-Security-Policy blocks attributes. */
class ElementStyle extends Directive {
  private before: readonly string[] = [];

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('elementStyle stands in the tag of an element');
  }

  render(_style: unknown): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [given]: Parameters<this['render']>): typeof noChange {
    const { style } = part.element as HTMLElement;
    const wanted = Object.entries(configIn(given) ?? {}).flatMap(([name, value]) => {
      const text = textIn(value);
      const isAllowed = ALLOWED.has(name) || CUSTOM.test(name);
      return isAllowed && text !== undefined && text.length < 200 && !UNSAFE.test(text)
        ? [[name, text] as const]
        : [];
    });
    for (const name of this.before) if (!wanted.some(([one]) => one === name)) style.removeProperty(name);
    for (const [name, text] of wanted) style.setProperty(name, text);
    this.before = wanted.map(([name]) => name);
    return noChange;
  }
}

export const elementStyle = directive(ElementStyle);
