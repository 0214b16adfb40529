import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** A round icon button; its label is for screen readers and the tooltip. */
export function toolButton(
  iconPath: string,
  label: string,
  onClick: () => unknown,
  isOff = false,
): TemplateResult {
  return html`<button
    type="button"
    class="quiet round"
    aria-label=${label}
    title=${label}
    ?disabled=${isOff}
    @click=${onClick}
  >
    ${icon(iconPath)}
  </button>`;
}

/** A small button with icon and text. */
export function labeledButton(iconPath: string, label: string, onClick: () => unknown): TemplateResult {
  return html`<button type="button" class="quiet wordy" @click=${onClick}>${icon(iconPath)}${label}</button>`;
}
