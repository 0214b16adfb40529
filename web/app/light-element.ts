import { LitElement } from 'lit';

/**
 * An element that renders into the document itself, not into a shadow tree: password managers find its forms, labels reach their
 * fields, and one set of style sheets holds for all pages. Styles of one element are written below its tag's name.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
