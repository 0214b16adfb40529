import { mdiHelpCircleOutline } from '@mdi/js';
import { html, nothing, type PropertyValues } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { icon } from '../parts/icon.ts';
import type { House } from '../state/house.ts';
import { say } from '../words/say.ts';

/** Why an entity is as it is, in a sentence of the server; nothing where it does not know. */
export class CauseLine extends LightElement {
  static override properties = {
    house: { attribute: false },
    entityId: { attribute: false },
    since: { attribute: false },
    cause: { state: true },
  };

  declare house: House;
  declare entityId: string;
  /** When it changed last: another change has another cause. */
  declare since: number;
  declare cause: string | undefined;

  constructor() {
    super();
    this.cause = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('entityId') || changed.has('since')) void this.ask();
  }

  protected override render() {
    const { cause } = this;
    return cause === undefined
      ? nothing
      : html`<p class="cause">${icon(mdiHelpCircleOutline)}<span>${say('dialog.cause', { cause })}</span></p>`;
  }

  private async ask(): Promise<void> {
    const { house, entityId, since } = this;
    try {
      const answer = await house.connection.sendMessagePromise<unknown>({
        type: 'hearth/cause',
        entity_id: entityId,
      });
      if (since === this.since) this.cause = sentenceOf(answer);
    } catch {
      this.cause = undefined;
    }
  }
}

function sentenceOf(answer: unknown): string | undefined {
  const { text } = (answer ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' && text !== '' ? text : undefined;
}
