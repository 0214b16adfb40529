import { LitElement } from 'lit';

/**
 * An element that renders into the light DOM instead of a shadow root: password managers find its forms,
 * labels can reference fields, and one set of style sheets applies to all pages. Element-specific styles are
 * nested under the tag name.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
