import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { devicesOf, type EntryDevice } from '../../server/config-entries.ts';
import {
  FlowClient,
  type FlowStart,
  type FlowStep,
  type FlowTexts,
  readFlowTexts,
} from '../../server/config-flows.ts';
import { RestRefusal } from '../../server/rest.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { AsyncActions } from '../async-actions.ts';
import { closeDialog, dialog } from '../dialog.ts';
import { focusFieldError, hasUnreadable } from '../field.ts';
import { type FormValues, missingIn } from '../form/form-field.ts';
import { defineForms } from '../form/form-fields.ts';
import { DevicePlaces } from './device-places.ts';
import { FlowForm } from './flow-form.ts';
import { FlowPreviews } from './flow-previews.ts';

/** How long the devices of a new entry may take to appear, in milliseconds. */
const DEVICES_WITHIN = 6_000;
const LOOK_EVERY = 500;
const MAX_DEVICES = 12;

/** A flow to show. */
export type FlowTask = FlowStart & {
  /** What is set up, as the title where a step has none. */
  readonly name: string;
  /** Whether it makes devices, which are named and placed at the end. */
  readonly hasDevices: boolean;
};

/** A dialog that shows the steps of a flow one after the other; fires `closed` when it is closed. */
export class FlowDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    task: { attribute: false },
    form: { state: true },
    values: { state: true },
    fieldErrors: { state: true },
    devices: { state: true },
  };

  declare home: HomeStore;
  declare task: FlowTask;
  /** The present step; undefined until the flow has begun. */
  declare form: FlowForm | undefined;
  declare values: FormValues;
  declare fieldErrors: Readonly<Record<string, string>>;
  /** The devices of the new entry, to be named and placed. */
  declare devices: readonly EntryDevice[] | undefined;
  private client!: FlowClient;
  private texts: FlowTexts = {};
  private isClosed = false;
  private readonly actions = new AsyncActions(this);
  private readonly previews = new FlowPreviews(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-device-places': DevicePlaces });
    this.form = undefined;
    this.values = {};
    this.fieldErrors = {};
    this.devices = undefined;
  }

  protected override firstUpdated(): void {
    const { home, task } = this;
    this.client = new FlowClient(home.connection, task);
    void this.actions.run(async () => {
      const step = await this.client.begin();
      this.texts = await readFlowTexts(home.connection, [task.handler]);
      this.take(step);
    });
  }

  protected override render() {
    const { form } = this;
    const isBeginning = form === undefined && this.actions.errorText === undefined;
    return dialog({
      title: form?.title ?? this.task.name,
      body: html`${isBeginning ? html`<p class="hint" role="status">${say('list.loading')}</p>` : nothing}
        ${form === undefined ? nothing : this.content(form)} ${this.actions.view()}`,
      onClose: this.onClose,
    });
  }

  private content(form: FlowForm): TemplateResult {
    const { step, description } = form;
    const about = description === undefined ? nothing : html`<p class="hint">${description}</p>`;
    switch (step.type) {
      case 'form':
        return html`${about}${this.fields(form)}`;
      case 'menu':
        return html`${about}
          <div class="actions">
            ${(step.menu_options ?? []).map(
              (one) => html`<button
                type="button"
                ?disabled=${this.actions.isBusy}
                @click=${() => this.send({ next_step_id: one })}
              >
                ${form.choice(one)}
              </button>`,
            )}
          </div>`;
      case 'progress':
        return html`<p role="status">${form.progressText ?? say('integrations.working')}</p>`;
      case 'external':
        return html`<p><a href=${step.url ?? ''} target="_blank" rel="noreferrer">${say('integrations.open_page')}</a></p>`;
      case 'abort':
        return html`<p>${form.abortText}</p>${this.closeButton()}`;
      case 'create_entry':
        return this.places();
    }
  }

  private fields({ step, fields }: FlowForm): TemplateResult {
    const { isBusy } = this.actions;
    const general = this.fieldErrors.base;
    const isLast = step.last_step === true;
    const next = isLast ? say('form.save') : say('action.next');
    return html`<form novalidate data-first @submit=${this.submit}>
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'flow'}
        .fields=${fields}
        .values=${this.values}
        .fieldErrors=${this.fieldErrors}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.values = event.detail;
          this.fieldErrors = {};
          this.followPreview();
        }}
      ></hearth-form-fields>
      ${step.preview == null ? nothing : html`<p class="notice" role="status">${this.previews.text()}</p>`}
      ${general === undefined ? nothing : html`<div role="alert" class="alert">${general}</div>`}
      <div class="actions end">
        <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
        <button class="primary" ?disabled=${isBusy}>${isBusy && !isLast ? say('integrations.connecting') : next}</button>
      </div>
    </form>`;
  }

  private places(): TemplateResult {
    const { devices } = this;
    if (devices === undefined) return html`<p role="status">${say('integrations.looking')}</p>`;
    if (devices.length === 0) return html`<p>${say('integrations.added')}</p>${this.closeButton()}`;
    return html`<hearth-device-places
      .home=${this.home}
      .devices=${devices}
      @placed=${() => this.close()}
    ></hearth-device-places>`;
  }

  private closeButton(): TemplateResult {
    return html`<div class="actions end">
      <button type="button" class="primary" data-first @click=${closeDialog}>${say('integrations.close')}</button>
    </div>`;
  }

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { form, values } = this;
    if (form === undefined) return;
    if (hasUnreadable(this)) {
      this.actions.showError(say('form.unreadable'));
      return;
    }
    const missing = missingIn(form.fields, values);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    await this.updateComplete;
    if (missing.length > 0) focusFieldError(this);
    else this.send(form.answers(values));
  };

  private send(answers: object): void {
    const { form, client } = this;
    if (form === undefined) return;
    void this.actions.run(async () => {
      try {
        this.take(await client.answer(form.step.flow_id, answers));
      } catch (error) {
        if (!(error instanceof RestRefusal && error.fields !== undefined)) throw error;
        this.fieldErrors = error.fields;
      }
    });
  }

  private take(step: FlowStep): void {
    const { task, texts, client } = this;
    const form = new FlowForm(step, task.handler, { texts, isOptions: client.isOptions });
    // A form that is shown again names what is wrong, and keeps what was entered.
    const isAgain = step.type === 'form' && step.step_id === this.form?.step.step_id;
    this.form = form;
    this.fieldErrors = form.errors();
    if (step.type === 'create_entry') {
      this.previews.stop();
      if (task.hasDevices && step.result !== undefined) void this.findDevices(step.result.entry_id);
      else this.close();
      return;
    }
    if (!isAgain) this.values = form.initialValues();
    if (step.type === 'progress') void this.waitFor(step.flow_id);
    this.followPreview();
  }

  private followPreview(): void {
    if (this.form?.step.type === 'form') this.previews.follow(this.client, this.form, this.values);
    else this.previews.stop();
  }

  /** Looks whether something that takes its time has ended. */
  private async waitFor(flowId: string): Promise<void> {
    await pause(LOOK_EVERY * 2);
    if (this.isClosed) return;
    await this.actions.run(async () => this.take(await this.client.read(flowId)));
  }

  private async findDevices(entryId: string): Promise<void> {
    let found: readonly EntryDevice[] = [];
    for (
      let waited = 0;
      waited < DEVICES_WITHIN && found.length === 0 && !this.isClosed;
      waited += LOOK_EVERY
    ) {
      await pause(LOOK_EVERY);
      found = await devicesOf(this.home.connection, entryId);
    }
    this.devices = found.slice(0, MAX_DEVICES);
  }

  private close(): void {
    this.querySelector('dialog')?.close();
  }

  private readonly onClose = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    const { form, client, task } = this;
    const isOpen = form !== undefined && !['create_entry', 'abort'].includes(form.step.type);
    // A discovered device stays in the list. What is not ended here ends by itself on the server.
    if (isOpen && !('flowId' in task)) client.end(form.step.flow_id).catch(() => {});
    this.dispatchEvent(new CustomEvent('closed'));
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
