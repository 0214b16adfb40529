import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import type { FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import { type BlueprintDomain, type BlueprintFacts, listBlueprints } from '../../../server/blueprints.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import { type BlueprintUse, givenInputs, inputFields, shownInputs } from './blueprint-fields.ts';

/**
 * The inputs of an automation or script made from a blueprint. Fires `changed` with the use, and `known` with
 * the blueprint's metadata.
 */
export class BlueprintForm extends LightElement {
  static override properties = {
    home: { attribute: false },
    domain: { attribute: false },
    use: { attribute: false },
    facts: { state: true },
    problem: { state: true },
  };

  declare home: HomeStore;
  declare domain: BlueprintDomain;
  declare use: BlueprintUse;
  declare facts: BlueprintFacts | undefined;
  declare problem: string | undefined;
  private readonly actions = new AsyncActions(this);
  private requested = '';

  constructor() {
    super();
    defineForms();
    defineSteps();
    this.facts = undefined;
    this.problem = undefined;
  }

  protected override willUpdate(): void {
    const { path } = this.use;
    if (this.requested === path) return;
    this.requested = path;
    void this.load(path);
  }

  protected override render() {
    const { facts, problem, use } = this;
    return html`<section class="card" data-part="blueprint" aria-labelledby="blueprint-title">
      <h2 id="blueprint-title">${facts?.name ?? use.path}</h2>
      ${this.actions.view()} ${problem === undefined ? nothing : html`<p class="error">${problem}</p>`}
      ${facts === undefined ? nothing : this.inputs(facts)}
    </section>`;
  }

  private inputs(facts: BlueprintFacts): TemplateResult {
    const fields = inputFields(facts);
    return html`${facts.description === undefined ? nothing : html`<p class="hint written">${facts.description}</p>`}
    ${
      fields.length === 0
        ? html`<p class="hint">${say('blueprints.no_inputs')}</p>`
        : html`<hearth-form-fields
            .home=${this.home}
            .prefix=${'input'}
            .fields=${fields}
            .values=${shownInputs(facts, this.use.input)}
            @changed=${(event: CustomEvent<FormValues>) => this.emit(facts, event.detail)}
          ></hearth-form-fields>`
    }`;
  }

  private emit(facts: BlueprintFacts, shown: FormValues): void {
    const { path, input } = this.use;
    const detail: BlueprintUse = { path, input: givenInputs(facts, shown, input) };
    this.dispatchEvent(new CustomEvent('changed', { detail }));
  }

  private async load(path: string): Promise<void> {
    this.facts = undefined;
    this.problem = undefined;
    await this.actions.run(async () => {
      const found = (await listBlueprints(this.home.connection, this.domain))[path];
      // The path may have changed meanwhile.
      if (path !== this.requested) return;
      if (found === undefined) this.problem = say('blueprints.gone', { path });
      else if ('error' in found) this.problem = found.error;
      else this.facts = found.metadata;
    });
    if (path === this.requested && this.facts !== undefined)
      this.dispatchEvent(new CustomEvent('known', { detail: this.facts }));
  }
}
