import type { HassServices } from 'home-assistant-js-websocket';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { hasUnreadable } from '../../parts/field.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { inputDefaults, spreadOut, type WireFields } from '../../parts/form/wire-fields.ts';
import { fieldOf } from '../../parts/form/wire-selector.ts';
import { yamlTools } from '../../parts/form/yaml-text.ts';
import { defineSteps } from '../../parts/steps/define-steps.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** A service as described by the server. */
interface WireService {
  readonly name?: string;
  readonly description?: string;
  readonly fields?: WireFields;
  readonly target?: unknown;
  readonly response?: unknown;
}

const KEY = 'hearth.service';

/** Calls any service: a form generated from its description, or YAML, and the response. */
export class ServicesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    services: { state: true },
    service: { state: true },
    values: { state: true },
    isYaml: { state: true },
    isUnreadable: { state: true },
    answer: { state: true },
  };

  declare home: HomeStore;
  declare services: HassServices;
  declare service: string;
  /** The fields, with the target under `target`. */
  declare values: FormValues;
  declare isYaml: boolean;
  declare isUnreadable: boolean;
  /** The response of the last call, as YAML. */
  declare answer: string | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    defineSteps();
    this.services = {};
    this.service = sessionStorage.getItem(KEY) ?? 'light.turn_on';
    this.values = {};
    this.isYaml = false;
    this.isUnreadable = false;
    this.answer = undefined;
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      this.services = await this.home.serviceList();
      this.values = this.blank();
    });
  }

  protected override render() {
    const found = this.found();
    const names = Object.entries(this.services).flatMap(([domain, list]) =>
      Object.keys(list).map((name) => `${domain}.${name}`),
    );
    return html`<h1>${say('services.title')}</h1>
      <section class="card">
        <form novalidate @submit=${this.submit}>
          <div class="field">
            <label for="service">${say('services.service')}</label>
            <input
              id="service"
              list="service-names"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              .value=${this.service}
              @change=${this.choose}
            />
            <datalist id="service-names">${names.map((name) => html`<option value=${name}></option>`)}</datalist>
            <p class="hint">
              ${found === undefined ? (names.length === 0 ? say('list.loading') : say('services.unknown')) : found.description}
            </p>
          </div>
          ${found === undefined ? nothing : this.fill(found)} ${this.actions.view()}
          <div class="actions">
            <button class="primary" ?disabled=${found === undefined || this.actions.isBusy || this.isUnreadable}>
              ${say('services.call')}
            </button>
            <label class="check">
              <input
                type="checkbox"
                .checked=${this.isYaml}
                @change=${(event: Event) => {
                  this.isYaml = (event.target as HTMLInputElement).checked;
                }}
              />
              <span>${say('services.as_yaml')}</span>
            </label>
          </div>
        </form>
      </section>
      ${
        this.answer === undefined
          ? nothing
          : html`<section class="card" aria-labelledby="answer-title">
              <h2 id="answer-title">${say('services.answer')}</h2>
              <pre class="code result" tabindex="0">${this.answer}</pre>
            </section>`
      }`;
  }

  private fill(found: WireService): TemplateResult {
    if (this.isYaml)
      return html`<hearth-yaml-field
        .name=${'service-yaml'}
        .label=${say('services.data')}
        .value=${this.values}
        .rows=${10}
        @changed=${(event: CustomEvent<unknown>) => {
          this.isUnreadable = false;
          this.values =
            typeof event.detail === 'object' && event.detail !== null ? (event.detail as FormValues) : {};
        }}
        @unreadable=${() => {
          this.isUnreadable = true;
        }}
      ></hearth-yaml-field>`;
    return html`<hearth-form-fields
      .home=${this.home}
      .fields=${fieldsOf(found)}
      .values=${this.values}
      .prefix=${'service'}
      @changed=${(event: CustomEvent<FormValues>) => {
        this.values = event.detail;
      }}
    ></hearth-form-fields>`;
  }

  private found(): WireService | undefined {
    const [domain = '', name = ''] = this.service.split('.');
    return this.services[domain]?.[name] as WireService | undefined;
  }

  /** The initial values for another service; the target is kept. */
  private blank(): FormValues {
    const { target } = this.values;
    return {
      ...(target === undefined ? {} : { target }),
      // Only scripts get default values: other services apply their own.
      ...(this.service.startsWith('script.') ? inputDefaults(this.found()?.fields ?? {}) : {}),
    };
  }

  private choose(event: Event): void {
    this.service = (event.target as HTMLInputElement).value.trim();
    sessionStorage.setItem(KEY, this.service);
    this.values = this.blank();
    this.answer = undefined;
    this.isUnreadable = false;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const found = this.found();
    if (found === undefined) return;
    if (hasUnreadable(this)) return this.actions.showError(say('form.unreadable'));
    const [domain = '', service = ''] = this.service.split('.');
    const { target, ...data } = this.values;
    const begin = performance.now();
    await this.actions.run(
      async () => {
        const answer = await this.home.connection.sendMessagePromise<{
          response: unknown;
          context: unknown;
        }>({
          type: 'call_service',
          domain,
          service,
          service_data: data,
          ...(target === undefined ? {} : { target }),
          return_response: found.response !== undefined,
        });
        const { write } = await yamlTools();
        this.answer = write(found.response === undefined ? { context: answer.context } : answer.response);
      },
      () => say('services.done', { time: Math.round(performance.now() - begin) }),
    );
  }
}

function fieldsOf({ fields = {}, target }: WireService): FormField[] {
  const own = spreadOut(fields).map(([name, one]) => fieldOf(name, one));
  const whom: FormField = { kind: 'target', name: 'target', label: say('services.target') };
  return target === undefined || target === null ? own : [whom, ...own];
}
