import { html, nothing } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import type { AsyncActions } from '../../../parts/async-actions.ts';
import { FormDialog, type FormTask } from '../../../parts/form/form-dialog.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { inputDefaults, inputFields } from '../../../parts/form/wire-fields.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import type { ItemDomain } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { scriptInputs } from '../../../state/script-inputs.ts';
import { say } from '../../../texts/say.ts';
import { runItem } from './item-kind.ts';

/** Runs an item; a script with inputs opens a dialog first. */
export class RunButton extends LightElement {
  static override properties = {
    home: { attribute: false },
    domain: { attribute: false },
    entityId: { attribute: false },
    name: { attribute: false },
    isNamed: { attribute: false },
    isOff: { attribute: false },
    actions: { attribute: false },
    task: { state: true },
  };

  declare home: HomeStore;
  declare domain: ItemDomain;
  declare entityId: string | undefined;
  /** The name of the item. */
  declare name: string;
  /** Whether the accessible name includes the item's name, as needed in lists. */
  declare isNamed: boolean;
  declare isOff: boolean;
  /** Where the page shows the result. */
  declare actions: AsyncActions;
  declare task: FormTask | undefined;

  constructor() {
    super();
    defineForms();
    defineSteps();
    define({ 'hearth-form-dialog': FormDialog });
    this.name = '';
    this.isNamed = false;
    this.isOff = false;
    this.task = undefined;
  }

  protected override render() {
    const { domain, name, isNamed, task } = this;
    const isScene = domain === 'scene';
    return html`<button
        type="button"
        aria-label=${isNamed ? say(isScene ? 'items.turn_on_named' : 'items.run_named', { name }) : nothing}
        ?disabled=${this.isOff || this.entityId === undefined}
        @click=${this.run}
      >
        ${say(isScene ? 'items.turn_on' : 'items.run')}
      </button>
      ${
        task === undefined
          ? nothing
          : html`<hearth-form-dialog
              .home=${this.home}
              .task=${task}
              @saved=${() => this.actions.showNotice(say('items.has_run', { name }))}
              @closed=${() => {
                this.task = undefined;
              }}
            ></hearth-form-dialog>`
      }`;
  }

  private readonly run = async (): Promise<void> => {
    const { home, domain, entityId = '', name } = this;
    await this.actions.run(
      async () => {
        const inputs = domain === 'script' ? await scriptInputs(home, entityId) : {};
        if (Object.keys(inputs).length === 0) await runItem(home, domain, entityId);
        else
          this.task = {
            title: say('items.run_named', { name }),
            fields: inputFields(inputs),
            values: inputDefaults(inputs),
            yes: say('items.run'),
            save: (variables) => runItem(home, domain, entityId, variables),
          };
      },
      () => (this.task === undefined ? say('items.has_run', { name }) : ''),
    );
  };
}
