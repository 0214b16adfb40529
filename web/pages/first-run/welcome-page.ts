import '../../styles/inner.css';
import '../../texts/inner.ts';
import { html, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { language } from '../../app/preferences.ts';
import { navigate } from '../../app/router.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { type FormField, type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { type DiscoveredFlow, discoveredFlows } from '../../server/config-flows.ts';
import { readDemo, setDemo } from '../../server/demo.ts';
import { readHome, updateHome } from '../../server/home-facts.ts';
import { whereAmI } from '../../server/where-am-i.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { MqttSetup } from '../settings/mqtt-setup.ts';
import {
  customFields,
  homeOfValues,
  locationFields,
  nameField,
  valuesOfHome,
} from '../settings/place-fields.ts';
import { guessHome } from './guesses.ts';
import { bringLinks, foundDevices, mqttStep, phoneStep } from './steps.ts';

const STEPS = ['home', 'place', 'demo', 'mqtt', 'phone'] as const;
type Step = (typeof STEPS)[number];

/** The setup wizard of a new home. Everything in it can be changed in the settings later. */
export class WelcomePage extends LightElement {
  static override properties = {
    home: { attribute: false },
    step: { state: true },
    values: { state: true },
    fieldErrors: { state: true },
    hasDemo: { state: true },
    isDemoSettled: { state: true },
    addresses: { state: true },
    hasBroker: { state: true },
    found: { state: true },
  };

  declare home: HomeStore;
  declare step: Step;
  declare values: FormValues | undefined;
  declare fieldErrors: Readonly<Record<string, string>>;
  declare hasDemo: boolean;
  /** Whether the server was started with the simulated home, so that there is nothing to ask. */
  declare isDemoSettled: boolean;
  /** The server's addresses on the local network. */
  declare addresses: readonly string[];
  declare hasBroker: boolean;
  declare found: readonly DiscoveredFlow[];
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-mqtt-setup': MqttSetup });
    this.step = 'home';
    this.values = undefined;
    this.fieldErrors = {};
    this.hasDemo = false;
    this.isDemoSettled = false;
    this.addresses = [];
    this.hasBroker = false;
    this.found = [];
  }

  protected override firstUpdated(): void {
    void this.actions.run(() => this.load());
  }

  protected override render() {
    const { steps } = this;
    const at = steps.indexOf(this.step);
    return html`<div class="page welcome">
      <header class="page-head">
        <p class="hint">${say('welcome.step', { number: at + 1, count: steps.length })}</p>
        <progress max=${steps.length} value=${at + 1} aria-label=${say('welcome.progress')}></progress>
      </header>
      <section class="card" aria-labelledby="welcome-title">
        <h1 id="welcome-title" tabindex="-1">${say(`welcome.${this.step}`)}</h1>
        ${this.step === 'phone' ? '' : html`<p class="intro">${say(`welcome.${this.step}_more`)}</p>`}
        <form novalidate @submit=${this.submit}>
          ${this.body()} ${this.actions.view()}
          <div class="actions">
            <button class="primary" ?disabled=${this.actions.isBusy || this.values === undefined}>
              ${say(this.step === 'phone' ? 'welcome.finish' : 'welcome.next')}
            </button>
            ${
              at === 0
                ? ''
                : html`<button type="button" @click=${() => this.go(steps[at - 1])}>${say('welcome.back')}</button>`
            }
          </div>
        </form>
      </section>
      ${
        this.step === 'phone'
          ? ''
          : html`<p><button type="button" class="link" data-skip @click=${leave}>${say('welcome.skip')}</button></p>`
      }
      ${this.step === 'home' && this.home.user.is_owner ? bringLinks() : ''}
      ${this.step === 'mqtt' && this.home.user.is_admin ? foundDevices(this.found) : ''}
    </div>`;
  }

  private get steps(): readonly Step[] {
    return this.isDemoSettled ? STEPS.filter((step) => step !== 'demo') : STEPS;
  }

  private body(): TemplateResult {
    switch (this.step) {
      case 'home':
        return this.form([nameField(), ...customFields()]);
      case 'place':
        return html`${this.form(locationFields())}${
          window.isSecureContext
            ? html`<div class="actions">
                <button type="button" @click=${this.locate}>${say('place.here')}</button>
              </div>`
            : html`<p class="hint">${say('welcome.no_location')}</p>`
        }`;
      case 'demo':
        return html`<label class="check">
          <input
            type="checkbox"
            id="demo"
            .checked=${this.hasDemo}
            @change=${(event: Event) => {
              this.hasDemo = (event.target as HTMLInputElement).checked;
            }}
          />
          <span>${say('demo.add')} <small class="hint">${say('demo.is_off')}</small></span>
        </label>`;
      case 'mqtt':
        return mqttStep(this.home, this.hasBroker);
      case 'phone':
        return phoneStep(this.addresses);
    }
  }

  private form(fields: readonly FormField[]): TemplateResult {
    return html`<hearth-form-fields
      .home=${this.home}
      .prefix=${'welcome'}
      .fields=${fields}
      .values=${this.values ?? {}}
      .fieldErrors=${this.fieldErrors}
      @changed=${(event: CustomEvent<FormValues>) => {
        this.values = event.detail;
      }}
    ></hearth-form-fields>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { step, values = {} } = this;
    const requested =
      step === 'home' ? [nameField(), ...customFields()] : step === 'place' ? locationFields() : [];
    this.fieldErrors = Object.fromEntries(
      missingIn(requested, values).map((name) => [name, say('error.required')]),
    );
    if (Object.keys(this.fieldErrors).length > 0) return;
    if (await this.actions.run(() => this.keep(step, values)))
      await this.go(this.steps[this.steps.indexOf(step) + 1]);
  }

  /** Saves each step immediately, so that leaving early loses nothing. */
  private async keep(step: Step, values: FormValues): Promise<void> {
    const { connection } = this.home;
    const { latitude, longitude, elevation = 0, ...rest } = values;
    if (step === 'home') await updateHome(connection, { ...homeOfValues(rest), language: language() });
    if (step === 'place') await updateHome(connection, { latitude, longitude, elevation });
    if (step !== 'demo') return;
    const { enabled } = await readDemo(connection);
    if (enabled !== this.hasDemo) await setDemo(connection, this.hasDemo);
  }

  private async go(step: Step | undefined): Promise<void> {
    if (step === undefined) {
      leave();
      return;
    }
    this.step = step;
    if (step === 'mqtt') void this.actions.run(() => this.lookAround());
    await this.updateComplete;
    window.scrollTo(0, 0);
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  /** Devices may have been found since the first step. */
  private async lookAround(): Promise<void> {
    if (!this.home.user.is_admin) return;
    const found = await discoveredFlows(this.home.connection);
    this.found = found.filter(({ context }) => context.source !== 'reauth');
  }

  private async locate(): Promise<void> {
    const before = this.values;
    await this.actions.run(async () => {
      this.values = { ...before, ...(await whereAmI()) };
    });
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    const [known, demo] = await Promise.all([readHome(connection), readDemo(connection)]);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // Keeps what the user typed before the server answered.
    this.values = {
      ...valuesOfHome(guessHome(known, { timeZone, languages: navigator.languages })),
      ...this.values,
    };
    this.hasDemo = demo.enabled;
    this.isDemoSettled = demo.by_flag;
    const [system, mqtt] = await Promise.all([
      connection.sendMessagePromise<{ readonly addresses: readonly string[] }>({ type: 'hearth/system' }),
      connection.sendMessagePromise<unknown>({ type: 'hearth/mqtt/status' }),
    ]);
    this.addresses = system.addresses;
    this.hasBroker = mqtt !== null;
  }
}

function leave(): void {
  navigate(PATHS.home, 'replace');
}
