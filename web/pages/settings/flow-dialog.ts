import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { focusFieldError, hasUnreadable } from '../../parts/field.ts';
import { type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { numberText, withUnit } from '../../parts/number-text.ts';
import {
  answerFlow,
  beginFlow,
  endFlow,
  type FlowForm,
  type FlowKind,
  type FlowPreview,
  type FlowResult,
  type FlowTexts,
  previewFlow,
} from '../../server/config-flows.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { errorOf, type FlowStep, flowFields, flowInput, flowValues, stepText } from './flow-fields.ts';

/** A flow to show: `handler` is a domain, or the ID of an entry of the domain for its options. */
export interface FlowTask {
  readonly kind: FlowKind;
  readonly domain: string;
  readonly handler: string;
}

/** How long typing rests before the preview follows, in milliseconds. */
const PREVIEW_REST = 500;

/** A dialog that shows the forms of a flow one after the other. Fires `saved` if it made something, and `closed`. */
export class FlowDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    task: { attribute: false },
    texts: { attribute: false },
    form: { state: true },
    values: { state: true },
    fieldErrors: { state: true },
    preview: { state: true },
  };

  declare home: HomeStore;
  declare task: FlowTask;
  declare texts: FlowTexts;
  declare form: FlowForm | undefined;
  declare values: FormValues;
  declare fieldErrors: Readonly<Record<string, string>>;
  declare preview: FlowPreview | undefined;
  private readonly actions = new AsyncActions(this);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private previews = 0;
  private endPreview: (() => Promise<void>) | undefined;

  constructor() {
    super();
    this.form = undefined;
    this.values = {};
    this.fieldErrors = {};
    this.preview = undefined;
  }

  protected override firstUpdated(): void {
    const { home, task } = this;
    void this.actions.run(async () => this.show(await beginFlow(home.connection, task.kind, task.handler)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopPreview();
  }

  protected override render() {
    const { form, texts, task } = this;
    const step = this.step();
    return dialog({
      title: (step && stepText(step, 'title')) ?? texts[`component.${task.domain}.title`] ?? task.domain,
      onClose: () => this.close(),
      body: html`<form novalidate @submit=${this.submit}>
        ${step === undefined ? html`<p class="hint" role="status">${say('list.loading')}</p>` : this.fields(step)}
        ${this.actions.view()}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary" ?disabled=${form === undefined || this.actions.isBusy}>
            ${say(form?.last_step === false ? 'action.next' : 'form.save')}
          </button>
        </div>
      </form>`,
    });
  }

  private step(): FlowStep | undefined {
    const { form, texts, task } = this;
    return form && { domain: task.domain, kind: task.kind, form, texts };
  }

  private fields(step: FlowStep): TemplateResult {
    const description = stepText(step, 'description');
    return html`${description === undefined ? nothing : html`<p class="hint">${description}</p>`}
      <hearth-form-fields
        .home=${this.home}
        .fields=${flowFields(step)}
        .values=${this.values}
        .fieldErrors=${this.fieldErrors}
        .prefix=${'flow'}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.values = event.detail;
          this.fieldErrors = {};
          this.follow();
        }}
      ></hearth-form-fields>
      ${step.form.preview === null ? nothing : html`<p class="notice" role="status">${this.previewText()}</p>`}`;
  }

  private previewText(): string {
    const { error, state, attributes } = this.preview ?? {};
    if (error !== undefined) return error;
    if (state === undefined) return say('helpers.preview_none');
    const unit = attributes?.unit_of_measurement;
    const shown = withUnit(numberText(state), typeof unit === 'string' ? unit : undefined);
    return say('helpers.preview', { state: shown });
  }

  private show(result: FlowResult): void {
    this.stopPreview();
    if (result.type === 'form') {
      // A form that is shown again names what is wrong, and keeps what was entered.
      const isNew = result.step_id !== this.form?.step_id;
      this.form = result;
      if (isNew) this.values = flowValues(result.data_schema);
      this.showErrors(result);
      this.follow();
      return;
    }
    this.form = undefined;
    if (result.type === 'create_entry') this.dispatchEvent(new CustomEvent('saved'));
    this.querySelector('dialog')?.close();
  }

  private showErrors({ errors }: FlowForm): void {
    const step = this.step();
    if (step === undefined || errors === null) return;
    const { base, ...others } = errors;
    this.fieldErrors = Object.fromEntries(
      Object.entries(others).map(([name, error]) => [name, errorOf(step, error)]),
    );
    if (base !== undefined) this.actions.showError(errorOf(step, base));
  }

  /** Lets the preview follow what was entered, once it is complete. */
  private follow(): void {
    const { form } = this;
    this.stopPreview();
    if (form === undefined || form.preview === null) return;
    this.timer = setTimeout(() => void this.startPreview(form), PREVIEW_REST);
  }

  private async startPreview(form: FlowForm): Promise<void> {
    const step = this.step();
    if (step === undefined || missingIn(flowFields(step), this.values).length > 0) return;
    const { previews } = this;
    const { connection } = this.home;
    const input = flowInput(form.data_schema, this.values);
    const show = (preview: FlowPreview): void => {
      if (previews === this.previews) this.preview = preview;
    };
    const end = await previewFlow(connection, { kind: this.task.kind, form }, input, show).catch(
      () => undefined,
    );
    if (previews === this.previews) this.endPreview = end;
    else await end?.();
  }

  private stopPreview(): void {
    clearTimeout(this.timer);
    this.previews += 1;
    this.preview = undefined;
    void this.endPreview?.();
    this.endPreview = undefined;
  }

  private close(): void {
    const { form, home, task } = this;
    // What is not ended here ends by itself on the server.
    if (form !== undefined) endFlow(home.connection, task.kind, form.flow_id).catch(() => {});
    this.dispatchEvent(new CustomEvent('closed'));
  }

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { form, values, home, task } = this;
    const step = this.step();
    if (form === undefined || step === undefined) return;
    if (hasUnreadable(this)) {
      this.actions.showError(say('form.unreadable'));
      return;
    }
    const missing = missingIn(flowFields(step), values);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    await this.updateComplete;
    if (missing.length > 0) {
      focusFieldError(this);
      return;
    }
    const input = flowInput(form.data_schema, values);
    let result: FlowResult | undefined;
    const isAnswered = await this.actions.run(async () => {
      result = await answerFlow(home.connection, { kind: task.kind, flowId: form.flow_id }, input);
    });
    if (isAnswered && result !== undefined) this.show(result);
  };
}
