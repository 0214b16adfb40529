import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { say } from '../../words/say.ts';

/** One of a list to unfold. The list shows the one that is chosen, also where somebody had chosen another in it before. */
export function option(value: string, text: string, isChosen: boolean): TemplateResult {
  return html`<option value=${value} .selected=${live(isChosen)}>${text}</option>`;
}

/** The one that stands for none. */
export function noOption(isChosen: boolean): TemplateResult {
  return option('', say('form.none'), isChosen);
}
