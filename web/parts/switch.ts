import { html, type TemplateResult } from 'lit';

interface SwitchView {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

/** An on/off switch with its label. */
export function labeledSwitch({ label, isOn, isDisabled = false, onTurn }: SwitchView): TemplateResult {
  return html`<div class="switch-line">
    <span aria-hidden="true">${label}</span>
    <button
      type="button"
      role="switch"
      class="switch"
      aria-checked=${isOn ? 'true' : 'false'}
      aria-label=${label}
      ?disabled=${isDisabled}
      @click=${() => onTurn(!isOn)}
    ><span></span></button>
  </div>`;
}
