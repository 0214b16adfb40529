import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { say } from '../../texts/say.ts';

/** An option of a select; stays in sync with the value after the user has chosen another one. */
export function option(value: string, text: string, isChosen: boolean): TemplateResult {
  return html`<option value=${value} .selected=${live(isChosen)}>${text}</option>`;
}

/** The empty option. */
export function noOption(isChosen: boolean): TemplateResult {
  return option('', say('form.none'), isChosen);
}
