import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { focusFieldError } from '../../parts/field.ts';
import { type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { readHome, updateHome } from '../../server/home-facts.ts';
import { whereAmI } from '../../server/where-am-i.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { AddressesCard } from './addresses-card.ts';
import { customFields, homeOfValues, locationFields, nameField, valuesOfHome } from './place-fields.ts';

/** The facts of the home: name, location, time zone, units. */
export class HomeFactsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    values: { state: true },
    fieldErrors: { state: true },
  };

  declare home: HomeStore;
  declare values: FormValues | undefined;
  declare fieldErrors: Readonly<Record<string, string>>;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-addresses-card': AddressesCard });
    this.values = undefined;
    this.fieldErrors = {};
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      this.values = valuesOfHome(await readHome(this.home.connection));
    });
  }

  protected override render() {
    const { values } = this;
    return html`<h1>${say('place.title')}</h1>
      ${
        values === undefined
          ? this.actions.view()
          : html`<section class="card">
              <form novalidate @submit=${this.submit}>
                <hearth-form-fields
                  class="pairs"
                  .home=${this.home}
                  .prefix=${'home'}
                  .fields=${[nameField(), ...locationFields(), ...customFields()]}
                  .values=${values}
                  .fieldErrors=${this.fieldErrors}
                  @changed=${(event: CustomEvent<FormValues>) => {
                    this.values = event.detail;
                  }}
                ></hearth-form-fields>
                ${this.actions.view()}
                <div class="actions">
                  <button class="primary" ?disabled=${this.actions.isBusy}>${say('form.save')}</button>
                  ${
                    window.isSecureContext
                      ? html`<button type="button" @click=${this.locate}>${say('place.here')}</button>`
                      : nothing
                  }
                </div>
              </form>
            </section>
            <hearth-addresses-card .home=${this.home}></hearth-addresses-card>`
      }`;
  }

  private async locate(): Promise<void> {
    await this.actions.run(async () => {
      const here = await whereAmI();
      this.values = { ...this.values, ...here };
    });
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const values = this.values ?? {};
    const fields = [nameField(), ...locationFields(), ...customFields()];
    this.fieldErrors = Object.fromEntries(
      missingIn(fields, values).map((name) => [name, say('error.required')]),
    );
    await this.updateComplete;
    if (Object.keys(this.fieldErrors).length > 0) return focusFieldError(this);
    await this.actions.run(() => updateHome(this.home.connection, homeOfValues(values)), say('form.saved'));
  }
}
