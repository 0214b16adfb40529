import {
  mdiArrowDown,
  mdiArrowUp,
  mdiChevronDown,
  mdiCodeBraces,
  mdiContentCopy,
  mdiContentDuplicate,
  mdiDeleteOutline,
  mdiEye,
  mdiEyeOff,
  mdiShapeOutline,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Fault, faultIn } from '../form/fault.ts';
import { type FormField, type FormValues, fieldsFor, type StepPlace } from '../form/form-field.ts';
import { defineForms } from '../form/form-fields.ts';
import { icon } from '../icon.ts';
import { keepFocus } from '../keep-focus.ts';
import { moved, spliced } from '../list-edits.ts';
import { repeat } from '../repeat.ts';
import { labeledButton, toolButton } from '../tool-button.ts';
import { describedBy, NOTHING_DESCRIBED } from './described.ts';
import { type NewStep, stepAdder } from './step-adder.ts';
import { copyStep } from './step-clipboard.ts';
import { dragHandle } from './step-drag.ts';
import { innerFault, isPlaced } from './step-fault.ts';
import type { Described, StepConfig, StepKind } from './step-kind.ts';
import { commonFields, isMain, kindOf, stepValues } from './step-kinds.ts';
import { marksFor, namesInSight, newMark, type StepMark } from './step-marks.ts';
import { stepSummary } from './step-summary.ts';
import { stepTest } from './step-test.ts';

/** Longer lists start collapsed, since they are read more often than edited. */
const FEW = 3;

/** A step with everything needed to render it. */
interface DrawnStep {
  readonly at: number;
  readonly step: StepConfig;
  readonly mark: StepMark;
  readonly kind: StepKind | undefined;
  readonly values: FormValues;
  readonly name: string;
}

/** The steps of a part, as forms or YAML; nested steps are step lists too. Fires `changed` with the steps. */
export class StepList extends LightElement {
  static override properties = {
    home: { attribute: false },
    place: { attribute: false },
    prefix: { attribute: false },
    isNested: { attribute: false },
    steps: { attribute: false },
    fault: { attribute: false },
    described: { state: true },
    marks: { state: true },
  };

  declare home: HomeStore;
  declare place: StepPlace;
  /** The prefix of all field IDs. */
  declare prefix: string;
  /** Whether it is nested in a step. */
  declare isNested: boolean;
  declare steps: readonly StepConfig[];
  /** The server's validation error in the steps. */
  declare fault: Fault | undefined;
  declare described: Described;
  declare marks: readonly StepMark[];

  constructor() {
    super();
    defineForms();
    this.prefix = 'steps';
    this.isNested = false;
    this.steps = [];
    this.fault = undefined;
    this.described = NOTHING_DESCRIBED;
    this.marks = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    describedBy(this.home).then(
      (described) => {
        this.described = described;
      },
      // Without descriptions, steps that need them are shown as YAML.
      () => {},
    );
  }

  protected override willUpdate(): void {
    this.marks = marksFor(this.marks, this.steps.length, !this.isNested && this.steps.length <= FEW);
  }

  protected override render() {
    const { place, steps, marks } = this;
    const drawn = steps.map((step, at) => this.drawn(step, at, marks[at] ?? newMark(true)));
    return html`${
      steps.length === 0
        ? nothing
        : html`<ol class="step-list">${repeat(
            drawn,
            ({ mark }) => mark.key,
            (one) => this.step(one),
          )}</ol>`
    }
      ${stepAdder(place, (chosen) => this.add(chosen))}`;
  }

  private drawn(step: StepConfig, at: number, mark: StepMark): DrawnStep {
    const kind = kindOf(this.place, step);
    const plain = stepValues(step);
    const values = kind?.toForm?.(plain, this.described) ?? plain;
    const title = kind === undefined ? say('step.other') : say(kind.title);
    return { at, step, mark, kind, values, name: say('step.numbered', { number: at + 1, name: title }) };
  }

  private step(drawn: DrawnStep): TemplateResult {
    const { at, mark, kind, values, name } = drawn;
    const { alias, enabled } = values;
    const summary =
      typeof alias === 'string' && alias !== ''
        ? alias
        : kind === undefined
          ? ''
          : stepSummary(this.home, kind, values);
    const isOff = enabled === false;
    const fault = faultIn(this.fault, at);
    return html`<li class="rule" data-step=${at} data-off=${isOff ? 'yes' : 'no'}>
      <div class="step-head">
        ${this.steps.length < 2 ? nothing : dragHandle(name, (by) => this.move(at, by))}
        <h3>
          <button
            type="button"
            class="step-fold"
            aria-expanded=${String(mark.isOpen)}
            @click=${() => this.mark(at, { isOpen: !mark.isOpen })}
          >
            ${icon(kind?.iconPath ?? mdiShapeOutline)}
            <span class="step-title"
              ><span>${name}</span>${summary === '' ? nothing : html`<small class="hint">${summary}</small>`}</span
            >
            ${isOff ? html`<span class="badge quiet">${say('entities.disabled')}</span>` : nothing}
            ${fault === undefined || mark.isOpen ? nothing : html`<span class="badge bad">${say('step.faulty')}</span>`}
            <span class="fold-sign">${icon(mdiChevronDown)}</span>
          </button>
        </h3>
        ${this.tools(drawn)}
      </div>
      ${mark.isOpen ? this.body(drawn, fault) : nothing}
    </li>`;
  }

  private body(drawn: DrawnStep, fault: Fault | undefined): TemplateResult {
    const { at, step, mark, kind, values, name } = drawn;
    const isOff = values.enabled === false;
    const isWritten = kind === undefined || mark.asYaml;
    const fields =
      kind === undefined ? [] : [...kind.fields(values, this.described), ...commonFields(this.place)];
    const inner = innerFault(fault, fields, values);
    const place = inner === undefined || inner.path.length === 0 ? '' : inner.path.join(' › ');
    return html`<div class="step-body">
      <div role="status">${
        fault === undefined || (!isWritten && inner !== undefined && isPlaced(inner, fields, values))
          ? nothing
          : html`<p class="error">${place === '' ? fault.text : `${place}: ${fault.text}`}</p>`
      }</div>
      ${
        kind === undefined || mark.asYaml
          ? html`<hearth-yaml-field
              .name=${`${this.prefix}-${at}-yaml`}
              .label=${say('step.yaml', { name })}
              .value=${step}
              @changed=${(event: CustomEvent<unknown>) => {
                // Stays YAML while being edited, even if a form becomes available.
                if (!mark.asYaml) this.mark(at, { asYaml: true });
                this.replace(at, event.detail);
              }}
            ></hearth-yaml-field>`
          : this.form(drawn, kind, { fields, fault: inner })
      }
      <div class="step-tools">
        ${this.tools(drawn)}
        ${kind === undefined ? nothing : labeledButton(mdiCodeBraces, say(mark.asYaml ? 'step.as_form' : 'step.as_yaml_short'), () => this.mark(at, { asYaml: !mark.asYaml }))}
        ${labeledButton(mdiContentDuplicate, say('step.copy'), () => this.copy(at))}
        ${labeledButton(mdiContentCopy, say('action.copy'), () => copyStep(this.place, step))} ${stepTest(this.home, this.place, step)}
        ${typeof step === 'object' && step !== null ? labeledButton(isOff ? mdiEye : mdiEyeOff, say(isOff ? 'step.enable' : 'step.disable'), () => this.enable(at, isOff)) : nothing}
      </div>
    </div>`;
  }

  /** Next to the title if there is room, otherwise below the form. */
  private tools({ at, name }: DrawnStep): TemplateResult {
    return html`<div class="row-tools">
      ${toolButton(mdiArrowUp, say('list.up', { name }), () => this.move(at, -1), at === 0)}
      ${toolButton(mdiArrowDown, say('list.down', { name }), () => this.move(at, 1), at === this.steps.length - 1)}
      ${toolButton(mdiDeleteOutline, say('list.delete_named', { name }), () => this.takeOut(at))}
    </div>`;
  }

  /** The fields of a step; empty optional ones are shown on demand. */
  private form(
    { at, mark, values }: DrawnStep,
    kind: StepKind,
    { fields, fault }: { readonly fields: readonly FormField[]; readonly fault: Fault | undefined },
  ): TemplateResult {
    const names = namesInSight(mark, fields, (one) => isMain(this.place, one, values));
    const own = fieldsFor(fields, values);
    const rest = own.filter(({ name }) => !names.has(name));
    const part = (some: readonly FormField[]): TemplateResult => html`<hearth-form-fields
      .home=${this.home}
      .prefix=${`${this.prefix}-${at}`}
      .fields=${some}
      .values=${values}
      .fault=${fault}
      @changed=${(event: CustomEvent<FormValues>) => {
        this.replace(at, kind.toStep === undefined ? event.detail : kind.toStep(event.detail));
      }}
    ></hearth-form-fields>`;
    return html`${part(own.filter(({ name }) => names.has(name)))}
    ${
      rest.length === 0
        ? nothing
        : html`<details class="more-fields">
            <summary>${say('step.more_fields', { count: rest.length })}</summary>
            ${part(rest)}
          </details>`
    }`;
  }

  private add({ step, asYaml }: NewStep): void {
    this.marks = [...this.marks, newMark(true, asYaml)];
    this.emit([...this.steps, step]);
  }

  private copy(at: number): void {
    this.marks = spliced(this.marks, { at: at + 1, removed: 0 }, newMark(true));
    this.emit(spliced(this.steps, { at: at + 1, removed: 0 }, structuredClone(this.steps[at])));
  }

  private enable(at: number, isOn: boolean): void {
    const { enabled: _before, ...rest } = this.steps[at] as FormValues;
    this.replace(at, isOn ? rest : { ...rest, enabled: false });
  }

  private mark(at: number, patch: Partial<StepMark>): void {
    this.marks = this.marks.map((one, i) => (i === at ? { ...one, ...patch } : one));
  }

  private move(at: number, by: number): void {
    if (at + by < 0 || at + by >= this.steps.length) return;
    this.marks = moved(this.marks, at, by);
    this.emit(moved(this.steps, at, by));
    void keepFocus(this);
  }

  private takeOut(at: number): void {
    this.marks = spliced(this.marks, { at, removed: 1 });
    this.emit(spliced(this.steps, { at, removed: 1 }));
    void keepFocus(
      this,
      () => this.querySelector<HTMLElement>(`:scope > ol > li:nth-child(${at + 1}) .step-fold`) ?? this.adder,
    );
  }

  private replace(at: number, step: StepConfig): void {
    this.emit(spliced(this.steps, { at, removed: 1 }, step));
  }

  private get adder(): HTMLElement | null {
    return this.querySelector(':scope > .step-add');
  }

  private emit(steps: readonly StepConfig[]): void {
    this.steps = steps;
    this.dispatchEvent(new CustomEvent('changed', { detail: steps }));
  }
}
