import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import {
  answerFlow,
  beginFlow,
  devicesOf,
  type EntryDevice,
  endFlow,
  type FlowStart,
  type FlowStep,
  flowTexts,
  placeDevice,
  readFlow,
} from '../server/config-entries.ts';
import { RestRefusal } from '../server/rest.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AsyncActions } from './async-actions.ts';
import { dialog } from './dialog.ts';
import { choicesOf } from './form/choices.ts';
import { type FormValues, missingIn } from './form/form-field.ts';
import { defineForms } from './form/form-fields.ts';
import { flowFields, initialValues, type StepTexts, stepTexts } from './setup-fields.ts';

/** How long the devices of a new entry may take to appear. */
const DEVICES_WITHIN = 6_000;
const LOOK_EVERY = 500;
const MAX_DEVICES = 12;

/** A dialog that sets up a device or service, form by form; fires `done` when it is closed. */
export class SetupFlow extends LightElement {
  static override properties = {
    home: { attribute: false },
    start: { attribute: false },
    name: { attribute: false },
    step: { state: true },
    values: { state: true },
    fieldErrors: { state: true },
    devices: { state: true },
  };

  declare home: HomeStore;
  declare start: FlowStart;
  /** What is set up, as the title. */
  declare name: string;
  declare step: FlowStep | undefined;
  declare values: FormValues;
  declare fieldErrors: Readonly<Record<string, string>>;
  /** The devices of the new entry, to be named and placed. */
  declare devices: readonly EntryDevice[] | undefined;
  private texts: Readonly<Record<string, string>> = {};
  private isClosed = false;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    this.name = '';
    this.step = undefined;
    this.values = {};
    this.fieldErrors = {};
    this.devices = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.actions.run(async () => {
      const { connection } = this.home;
      const step = await beginFlow(connection, this.start);
      this.texts = await flowTexts(connection, this.start.handler);
      this.take(step);
    });
  }

  protected override render() {
    const { step } = this;
    const texts = step === undefined ? undefined : this.textsOf(step);
    return dialog({
      title: texts?.title ?? this.name,
      body: html`${step === undefined && this.actions.errorText === undefined ? html`<p class="hint">${say('list.loading')}</p>` : nothing}
        ${step === undefined || texts === undefined ? nothing : this.content(step, texts)} ${this.actions.view()}`,
      onClose: this.onClose,
    });
  }

  private get isOptions(): boolean {
    return 'optionsOf' in this.start;
  }

  private textsOf(step: FlowStep): StepTexts {
    return stepTexts(this.texts, this.start.handler, { step, isOptions: this.isOptions });
  }

  private content(step: FlowStep, texts: StepTexts): TemplateResult {
    const about = texts.description === undefined ? nothing : html`<p>${texts.description}</p>`;
    switch (step.type) {
      case 'form':
        return html`${about}${this.form(step, texts)}`;
      case 'menu':
        return html`${about}
          <div class="actions">
            ${(step.menu_options ?? []).map(
              (
                one,
              ) => html`<button type="button" ?disabled=${this.actions.isBusy} @click=${() => this.send({ next_step_id: one })}>
                ${texts.choice(one)}
              </button>`,
            )}
          </div>`;
      case 'progress':
        return html`<p role="status">${texts.progress ?? say('integrations.working')}</p>`;
      case 'external':
        return html`<p><a href=${step.url ?? ''} target="_blank" rel="noreferrer">${say('integrations.open_page')}</a></p>`;
      case 'abort':
        return html`<p>${texts.abort}</p>${this.closeButton()}`;
      case 'create_entry':
        return this.placing();
    }
  }

  private form(step: FlowStep, texts: StepTexts): TemplateResult {
    const general = this.fieldErrors.base;
    return html`<form
      data-first
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        this.submit(step, texts);
      }}
    >
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'setup'}
        .fields=${flowFields(step, texts)}
        .values=${this.values}
        .fieldErrors=${this.fieldErrors}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.values = event.detail;
          this.fieldErrors = {};
        }}
      ></hearth-form-fields>
      ${general === undefined ? nothing : html`<div role="alert" class="alert">${general}</div>`}
      <div class="actions end">
        <button class="primary" ?disabled=${this.actions.isBusy}>${this.actions.isBusy ? say('integrations.connecting') : say('integrations.next')}</button>
      </div>
    </form>`;
  }

  /** Names and places the devices of a new entry. */
  private placing(): TemplateResult {
    const { devices } = this;
    if (devices === undefined) return html`<p role="status">${say('integrations.looking')}</p>`;
    if (devices.length === 0) return html`<p>${say('integrations.added')}</p>${this.closeButton()}`;
    return html`<p>${say('integrations.place')}</p>
      <form
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          this.place(devices, new FormData(event.target as HTMLFormElement));
        }}
      >
        ${devices.map((device) => this.placed(device))}
        <div class="actions end"><button class="primary" ?disabled=${this.actions.isBusy}>${say('integrations.finish')}</button></div>
      </form>`;
  }

  private placed({ id, name, name_by_user, area_id }: EntryDevice): TemplateResult {
    return html`<fieldset class="card">
      <legend>${name ?? id}</legend>
      <div class="field">
        <label for="name-${id}">${say('integrations.device_name')}</label>
        <input id="name-${id}" name="name-${id}" maxlength="100" .value=${name_by_user ?? name ?? ''} />
      </div>
      <div class="field">
        <label for="area-${id}">${say('entities.area')}</label>
        <select id="area-${id}" name="area-${id}">
          <option value="">${say('entities.no_area')}</option>
          ${choicesOf(this.home, 'area').map(
            (area) => html`<option value=${area.id} ?selected=${area.id === area_id}>${area.name}</option>`,
          )}
        </select>
      </div>
    </fieldset>`;
  }

  private closeButton(): TemplateResult {
    return html`<div class="actions end">
      <button type="button" class="primary" data-first @click=${() => this.querySelector('dialog')?.close()}>${say('integrations.close')}</button>
    </div>`;
  }

  private submit(step: FlowStep, texts: StepTexts): void {
    const fields = flowFields(step, texts);
    const missing = missingIn(fields, this.values);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    if (missing.length === 0) this.send(this.values);
  }

  private send(values: object): void {
    const { step, isOptions } = this;
    if (step === undefined) return;
    void this.actions.run(async () => {
      try {
        this.take(await answerFlow(this.home.connection, { flowId: step.flow_id, isOptions, values }));
      } catch (error) {
        if (!(error instanceof RestRefusal && error.fields !== undefined)) throw error;
        this.fieldErrors = error.fields;
      }
    });
  }

  private take(step: FlowStep): void {
    this.step = step;
    const texts = this.textsOf(step);
    this.values = initialValues(step);
    this.fieldErrors = Object.fromEntries(
      Object.entries(step.errors ?? {}).map(([field, code]) => [field, texts.error(code)]),
    );
    if (step.type === 'progress') void this.follow(step.flow_id);
    if (step.type === 'create_entry' && step.result === undefined) this.querySelector('dialog')?.close();
    if (step.result !== undefined) void this.findDevices(step.result.entry_id);
  }

  /** Looks whether something that takes its time has ended. */
  private async follow(flowId: string): Promise<void> {
    await pause(LOOK_EVERY * 2);
    if (this.isClosed) return;
    await this.actions.run(async () => this.take(await readFlow(this.home.connection, flowId)));
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

  private place(devices: readonly EntryDevice[], given: FormData): void {
    void this.actions
      .run(async () => {
        for (const { id, name, name_by_user } of devices) {
          const own = String(given.get(`name-${id}`) ?? '').trim();
          const area = String(given.get(`area-${id}`) ?? '');
          const isRenamed = own !== '' && own !== (name_by_user ?? name);
          await placeDevice(this.home.connection, id, {
            area_id: area === '' ? null : area,
            ...(isRenamed ? { name_by_user: own } : {}),
          });
        }
      })
      .then((isDone) => {
        if (isDone) this.querySelector('dialog')?.close();
      });
  }

  private readonly onClose = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    const { step } = this;
    const isOpen = step !== undefined && !['create_entry', 'abort'].includes(step.type);
    // A discovered device stays in the list.
    if (isOpen && !('flowId' in this.start))
      endFlow(this.home.connection, step.flow_id, this.isOptions).catch(() => {});
    this.dispatchEvent(new CustomEvent('done', { detail: step?.result?.entry_id }));
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
