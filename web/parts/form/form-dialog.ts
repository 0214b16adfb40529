import { html } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { AsyncActions } from '../async-actions.ts';
import { closeDialog, dialog } from '../dialog.ts';
import { focusFieldError, hasUnreadable } from '../field.ts';
import { type FormField, type FormValues, missingIn } from './form-field.ts';

/** A form to show in a dialog. */
export interface FormTask {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly isWide?: boolean;
  /** The text of the submit button. */
  readonly yes?: string;
  /** Saves the values; errors are shown in the dialog. */
  readonly save: (values: FormValues) => Promise<unknown>;
}

/** A dialog with a form. Fires `saved` if saved, and `closed` at the end. */
export class FormDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    task: { attribute: false },
    values: { state: true },
    fieldErrors: { state: true },
  };

  declare home: HomeStore;
  declare task: FormTask;
  declare values: FormValues | undefined;
  declare fieldErrors: Readonly<Record<string, string>>;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.values = undefined;
    this.fieldErrors = {};
  }

  protected override render() {
    const { title, fields, values, yes, isWide = false } = this.task;
    return dialog({
      title,
      isWide,
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: html`<form novalidate @submit=${this.submit}>
        <hearth-form-fields
          .home=${this.home}
          .fields=${fields}
          .values=${this.values ?? values}
          .fieldErrors=${this.fieldErrors}
          .prefix=${'dialog'}
          @changed=${(event: CustomEvent<FormValues>) => {
            this.values = event.detail;
            this.fieldErrors = {};
          }}
        ></hearth-form-fields>
        ${this.actions.view()}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary" ?disabled=${this.actions.isBusy}>${yes ?? say('form.save')}</button>
        </div>
      </form>`,
    });
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (hasUnreadable(this)) {
      this.actions.showError(say('form.unreadable'));
      return;
    }
    const values = this.values ?? this.task.values;
    const missing = missingIn(this.task.fields, values);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    await this.updateComplete;
    if (missing.length > 0) {
      focusFieldError(this);
      return;
    }
    if (!(await this.actions.run(() => this.task.save(values)))) return;
    this.dispatchEvent(new CustomEvent('saved'));
    this.querySelector('dialog')?.close();
  }
}
