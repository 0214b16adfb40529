import '../../styles/inner.css';
import '../../texts/inner.ts';
import { mdiPlay } from '@mdi/js';
import { html } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { focusFieldError } from '../../parts/field.ts';
import { type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { inputDefaults, inputFields } from '../../parts/form/wire-fields.ts';
import { icon } from '../../parts/icon.ts';
import { defineSteps } from '../../parts/steps/define-steps.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { ScriptInputs } from '../../state/script-inputs.ts';
import { say } from '../../texts/say.ts';

/** The form for the inputs of a script. Fires `run` with the values. */
export class ScriptForm extends LightElement {
  static override properties = {
    home: { attribute: false },
    inputs: { attribute: false },
    isLocked: { attribute: false },
    values: { state: true },
    fieldErrors: { state: true },
  };

  declare home: HomeStore;
  declare inputs: ScriptInputs;
  /** Whether the form is disabled. */
  declare isLocked: boolean;
  declare values: FormValues | undefined;
  declare fieldErrors: Readonly<Record<string, string>>;

  constructor() {
    super();
    defineForms();
    defineSteps();
    this.inputs = {};
    this.isLocked = false;
    this.values = undefined;
    this.fieldErrors = {};
  }

  protected override render() {
    return html`<form novalidate class="script-form" @submit=${this.submit}>
      <div role="group" aria-label=${say('control.inputs')} ?inert=${this.isLocked}>
        <hearth-form-fields
          .home=${this.home}
          .prefix=${'input'}
          .fields=${inputFields(this.inputs)}
          .values=${this.filledIn}
          .fieldErrors=${this.fieldErrors}
          @changed=${(event: CustomEvent<FormValues>) => {
            this.values = event.detail;
            this.fieldErrors = {};
          }}
        ></hearth-form-fields>
        <div class="actions"><button class="primary">${icon(mdiPlay)}${say('control.run')}</button></div>
      </div>
    </form>`;
  }

  private get filledIn(): FormValues {
    return this.values ?? inputDefaults(this.inputs);
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const missing = missingIn(inputFields(this.inputs), this.filledIn);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    await this.updateComplete;
    if (missing.length > 0) focusFieldError(this);
    else this.dispatchEvent(new CustomEvent('run', { detail: this.filledIn }));
  }
}
