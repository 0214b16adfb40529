import { html, type PropertyValues } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import type { FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import { keyFault, rowFields } from './script-input-fields.ts';
import { type InputRow, inputsOf, keyedRows, rowsOf } from './script-input-rows.ts';

/**
 * The inputs of a script. Fires `changed` with the inputs, undefined for none, and `unreadable` while keys
 * are invalid.
 */
export class ScriptInputsCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    inputs: { attribute: false },
    rows: { state: true },
  };

  declare home: HomeStore;
  /** As in the script's configuration. */
  declare inputs: unknown;
  declare rows: readonly InputRow[];
  /** The inputs last fired, as JSON: they are not parsed again while being edited. */
  private reported: string | undefined;
  /** Keys not in use yet, which follow the typed name. */
  private readonly fresh = new Set<string>();

  constructor() {
    super();
    defineForms();
    defineSteps();
    this.inputs = undefined;
    this.rows = [];
  }

  protected override willUpdate(changed: PropertyValues): void {
    const now = JSON.stringify(this.inputs ?? {});
    if (!changed.has('inputs') || now === this.reported) return;
    this.reported = now;
    this.rows = rowsOf(this.inputs);
  }

  protected override render() {
    const fault = keyFault(this.rows);
    return html`<section class="card" data-part="inputs" aria-labelledby="inputs-title" ?data-unreadable=${fault !== undefined}>
      <h2 id="inputs-title">${say('inputs.title')}</h2>
      <p class="hint">${say('inputs.intro')}</p>
      <hearth-rows-field
        .home=${this.home}
        .fields=${rowFields}
        .rows=${this.rows}
        .add=${say('inputs.add')}
        .titleOf=${(number: number) => this.titleOf(this.rows[number - 1], number)}
        .prefix=${'inputs'}
        .isTop=${true}
        .fault=${fault}
        @changed=${(event: CustomEvent<readonly FormValues[]>) => this.take(event.detail)}
      ></hearth-rows-field>
    </section>`;
  }

  private titleOf(row: InputRow | undefined, number: number): string {
    const { name, key } = row ?? {};
    return String(name || key || say('inputs.numbered', { number }));
  }

  private take(rows: readonly InputRow[]): void {
    this.rows = keyedRows(this.rows, rows, this.fresh);
    if (keyFault(this.rows) !== undefined) {
      this.dispatchEvent(new CustomEvent('unreadable'));
      return;
    }
    const inputs = inputsOf(this.rows);
    this.reported = JSON.stringify(inputs);
    const detail = this.rows.length === 0 ? undefined : inputs;
    this.dispatchEvent(new CustomEvent('changed', { detail }));
  }
}
