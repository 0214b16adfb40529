import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../parts/icon.ts';

/** A button of a control. */
export interface Action {
  readonly text: string;
  readonly icon: string;
  readonly isActive?: boolean | undefined;
  readonly isDisabled?: boolean;
  /** Whether it is shown: devices differ in what they support. */
  readonly isAvailable?: boolean;
  readonly onPress: () => void;
}

/** Large buttons with an icon and a text, side by side. */
export function actionButtons(
  label: string,
  actions: readonly Action[],
  isLocked: boolean,
): TemplateResult | typeof nothing {
  const shown = actions.filter(({ isAvailable = true }) => isAvailable);
  if (shown.length === 0) return nothing;
  return html`<div class="actions-big" role="group" aria-label=${label}>
    ${shown.map(
      (action) => html`<button
        type="button"
        aria-pressed=${action.isActive === undefined ? nothing : String(action.isActive)}
        ?disabled=${isLocked || action.isDisabled === true}
        @click=${action.onPress}
      >
        ${icon(action.icon)}<span>${action.text}</span>
      </button>`,
    )}
  </div>`;
}
