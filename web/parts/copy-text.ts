import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { html, nothing } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { say } from '../texts/say.ts';
import { icon } from './icon.ts';

/** A text with a button that copies it. */
export class CopyText extends LightElement {
  static override properties = {
    text: { attribute: false },
    label: { attribute: false },
    isShown: { attribute: false },
    outcome: { state: true },
  };

  declare text: string;
  declare label: string;
  /** Whether the text itself is shown. */
  declare isShown: boolean;
  declare outcome: 'copied' | 'failed' | undefined;

  constructor() {
    super();
    this.text = '';
    this.label = '';
    this.isShown = true;
    this.outcome = undefined;
  }

  protected override render() {
    const isCopied = this.outcome === 'copied';
    return html`<div class="copy">
      ${
        this.isShown
          ? html`<label for="copied-text">${this.label}</label>
              <textarea id="copied-text" class="code" readonly rows="3" .value=${this.text}></textarea>`
          : nothing
      }
      <button type="button" @click=${this.copy}>
        ${icon(isCopied ? mdiCheck : mdiContentCopy)} ${say(isCopied ? 'action.copied' : 'action.copy')}
      </button>
      <p class="hint" role="status">${this.outcome === 'failed' ? say('action.copy_failed') : nothing}</p>
    </div>`;
  }

  private async copy(): Promise<void> {
    try {
      // There is no clipboard on pages loaded over plain HTTP: the text is selected instead.
      await navigator.clipboard.writeText(this.text);
      this.outcome = 'copied';
    } catch {
      this.querySelector('textarea')?.select();
      this.outcome = 'failed';
    }
  }
}
