import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { type Addresses, readAddresses, testAddress } from '../../server/addresses.ts';
import { updateHome } from '../../server/home-facts.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

const NAMES = ['internal_url', 'external_url'] as const;

/** Where phones reach the home: in its network and from outside, each with a test. */
export class AddressesCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    values: { state: true },
  };

  declare home: HomeStore;
  declare values: FormValues | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    this.values = undefined;
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      const { internal_url, external_url }: Addresses = await readAddresses(this.home.connection);
      this.values = { internal_url: internal_url ?? '', external_url: external_url ?? '' };
    });
  }

  protected override render() {
    const { values } = this;
    return html`<section class="card" aria-labelledby="home-addresses">
      <h2 id="home-addresses">${say('addresses.title')}</h2>
      <p class="hint">${say('addresses.hint')}</p>
      ${values === undefined ? nothing : this.form(values)} ${this.actions.view()}
    </section>`;
  }

  private form(values: FormValues): TemplateResult {
    return html`<form novalidate @submit=${this.submit}>
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'addresses'}
        .fields=${NAMES.map(field)}
        .values=${values}
        .fieldErrors=${{}}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.values = event.detail;
        }}
      ></hearth-form-fields>
      <div class="actions">
        <button class="primary" ?disabled=${this.actions.isBusy}>${say('addresses.save')}</button>
        ${NAMES.map(
          (name) =>
            html`<button
              type="button"
              ?disabled=${this.actions.isBusy || textOf(values, name) === ''}
              @click=${() => this.test(textOf(values, name))}
            >
              ${say(`addresses.test_${name}`)}
            </button>`,
        )}
      </div>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = this.values ?? {};
    const facts = Object.fromEntries(NAMES.map((name) => [name, textOf(values, name) || null]));
    await this.actions.run(() => updateHome(this.home.connection, facts), say('form.saved'));
  }

  private async test(url: string): Promise<void> {
    let isTrusted = false;
    await this.actions.run(
      async () => {
        isTrusted = await testAddress(this.home.connection, url);
      },
      () => say(isTrusted || url.startsWith('http:') ? 'addresses.reached' : 'addresses.untrusted', { url }),
    );
  }
}

function field(name: (typeof NAMES)[number]): FormField {
  return { kind: 'text', type: 'url', name, label: say(`addresses.${name}`), maxLength: 500 };
}

function textOf(values: FormValues, name: (typeof NAMES)[number]): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}
