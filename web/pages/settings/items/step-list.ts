import { mdiArrowDown, mdiArrowUp, mdiCodeBraces, mdiDeleteOutline } from '@mdi/js';
import type { HassServices } from 'home-assistant-js-websocket';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { icon } from '../../../parts/icon.ts';
import type { House } from '../../../state/house.ts';
import { say } from '../../../words/say.ts';
import type { Word } from '../../../words/table.ts';
import { actionFields, fromActionForm, isDataField, toActionForm } from './action-form.ts';
import { fits, kindOf, STEP_KINDS, type StepConfig, type StepKind, type StepPlace } from './step-kinds.ts';

const ADD: Readonly<Record<StepPlace, Word>> = {
  triggers: 'step.add_trigger',
  conditions: 'step.add_condition',
  actions: 'step.add_action',
};

/** The steps of one part of an item, each a form where there is one for it, else YAML. Fires `changed` with them. */
export class StepList extends LightElement {
  static override properties = {
    house: { attribute: false },
    place: { attribute: false },
    steps: { attribute: false },
    services: { state: true },
    asYaml: { state: true },
  };

  declare house: House;
  declare place: StepPlace;
  declare steps: readonly StepConfig[];
  declare services: HassServices;
  /** Which steps their writer wants to see as YAML. */
  declare asYaml: ReadonlySet<number>;
  private readonly inSight = new Map<string, ReadonlySet<string>>();

  constructor() {
    super();
    defineForms();
    this.steps = [];
    this.services = {};
    this.asYaml = new Set();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.place !== 'actions') return;
    this.house.serviceList().then(
      (services) => {
        this.services = services;
      },
      // Without descriptions the data of a call is written as YAML.
      () => {},
    );
  }

  protected override render() {
    const { place, steps } = this;
    return html`<ol class="step-list">${steps.map((step, at) => this.step(step, at))}</ol>
      <select
        class="step-add"
        aria-label=${say(ADD[place])}
        @change=${(event: Event) => this.add(event.target as HTMLSelectElement)}
      >
        <option value="">${say(ADD[place])}</option>
        ${STEP_KINDS[place].map(({ name, title }) => html`<option value=${name}>${say(title)}</option>`)}
        <option value="yaml">${say('step.other')}</option>
      </select>`;
  }

  private step(step: StepConfig, at: number): TemplateResult {
    const kind = kindOf(this.place, step);
    const fields = kind === undefined ? [] : this.fieldsOf(kind, step as FormValues);
    const values = kind?.name === 'action' ? toActionForm(step as FormValues, fields) : (step as FormValues);
    const canForm = kind !== undefined && fits(fields, values);
    const isYaml = !canForm || this.asYaml.has(at);
    const name = say('step.numbered', {
      number: at + 1,
      name: kind === undefined ? say('step.other') : say(kind.title),
    });
    const off = typeof step === 'object' && step !== null && (step as FormValues).enabled === false;
    return html`<li class="rule" data-step=${at}>
      <div class="card-head">
        <h3>${name} ${off ? html`<span class="badge quiet">${say('entities.disabled')}</span>` : nothing}</h3>
        <div class="row-tools">
          ${canForm ? this.tool(mdiCodeBraces, say(isYaml ? 'step.as_form' : 'step.as_yaml', { name }), () => this.turn(at)) : nothing}
          ${this.tool(mdiArrowUp, say('list.up', { name }), () => this.move(at, -1), at === 0)}
          ${this.tool(mdiArrowDown, say('list.down', { name }), () => this.move(at, 1), at === this.steps.length - 1)}
          ${this.tool(mdiDeleteOutline, say('list.delete_named', { name }), () => this.put(at, []))}
        </div>
      </div>
      ${
        isYaml
          ? html`<hearth-yaml-field
              .name=${`${this.place}-${at}-yaml`}
              .label=${say('step.yaml', { name })}
              .value=${step}
              @changed=${(event: CustomEvent<unknown>) => this.put(at, [event.detail])}
            ></hearth-yaml-field>`
          : this.form(at, kind, { fields, values })
      }
    </li>`;
  }

  /** The fields of a step; of those a call may have and has not, only on demand. */
  private form(
    at: number,
    kind: StepKind,
    { fields, values }: { readonly fields: readonly FormField[]; readonly values: FormValues },
  ): TemplateResult {
    const names = this.shownAt(at, values, fields);
    const rest = fields.filter(({ name }) => !names.has(name));
    const part = (some: readonly FormField[]): TemplateResult => html`<hearth-form-fields
      .house=${this.house}
      .prefix=${`${this.place}-${at}`}
      .fields=${some}
      .values=${values}
      @changed=${(event: CustomEvent<FormValues>) =>
        this.put(at, [kind.name === 'action' ? fromActionForm(event.detail) : event.detail])}
    ></hearth-form-fields>`;
    return html`${part(fields.filter(({ name }) => names.has(name)))}
    ${
      rest.length === 0
        ? nothing
        : html`<details class="more-fields">
            <summary>${say('step.more_fields', { count: rest.length })}</summary>
            ${part(rest)}
          </details>`
    }`;
  }

  /** Which fields stand in sight: settled when a step is first drawn, so that none moves while it is filled in. */
  private shownAt(at: number, values: FormValues, fields: readonly FormField[]): ReadonlySet<string> {
    const of = `${at} ${String(values.action)} ${fields.length}`;
    const known = this.inSight.get(of);
    if (known !== undefined) return known;
    const isOwn = ({ name, isRequired }: FormField): boolean =>
      !isDataField(name) || isRequired === true || values[name] !== undefined;
    const names = new Set(fields.filter(isOwn).map(({ name }) => name));
    this.inSight.set(of, names);
    return names;
  }

  private fieldsOf(kind: StepKind, step: FormValues): readonly FormField[] {
    return kind.name === 'action' ? actionFields(this.services, step) : kind.fields();
  }

  private tool(drawing: string, label: string, onClick: () => void, isOff = false): TemplateResult {
    return html`<button type="button" class="quiet round" aria-label=${label} title=${label} ?disabled=${isOff} @click=${onClick}>
      ${icon(drawing)}
    </button>`;
  }

  private add(select: HTMLSelectElement): void {
    const kind = STEP_KINDS[this.place].find(({ name }) => name === select.value);
    const isYaml = select.value === 'yaml';
    select.value = '';
    if (kind === undefined && !isYaml) return;
    if (isYaml) this.asYaml = new Set([...this.asYaml, this.steps.length]);
    this.tell([...this.steps, kind?.blank ?? {}]);
  }

  private turn(at: number): void {
    const next = new Set(this.asYaml);
    if (!next.delete(at)) next.add(at);
    this.asYaml = next;
  }

  private move(at: number, by: number): void {
    const steps = [...this.steps];
    const [moved] = steps.splice(at, 1);
    steps.splice(at + by, 0, moved);
    this.inSight.clear();
    this.asYaml = new Set();
    this.tell(steps);
  }

  private put(at: number, replacement: readonly StepConfig[]): void {
    if (replacement.length === 0) {
      this.asYaml = new Set();
      this.inSight.clear();
    }
    this.tell(this.steps.flatMap((step, i) => (i === at ? replacement : [step])));
  }

  private tell(steps: readonly StepConfig[]): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: steps }));
  }
}
