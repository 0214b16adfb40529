import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { navigate } from '../../../app/router.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { hasUnreadable } from '../../../parts/field.ts';
import { isMapping } from '../../../parts/form/fitting.ts';
import type { FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import { type BlueprintFacts, writtenOut } from '../../../server/blueprints.ts';
import {
  deleteItem,
  type ItemConfig,
  type ValidatedPart,
  type Validation,
  writeItem,
} from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';
import { type BlueprintUse, useIn } from './blueprint-fields.ts';
import { BlueprintForm } from './blueprint-form.ts';
import { Draft } from './draft.ts';
import { itemLinks, ownCards, partCard } from './item-cards.ts';
import { itemFields } from './item-fields.ts';
import { entityOfItem, type ItemKind } from './item-kind.ts';
import { normalItem } from './item-parts.ts';
import { blankItem, loadItem, newItemId, partsOf } from './item-shape.ts';
import { validateItem } from './item-validation.ts';
import { RunButton } from './run-button.ts';
import { SceneStates } from './scene-states.ts';
import { ScriptInputsCard } from './script-inputs-card.ts';
import { offerUndo } from './undo-deletion.ts';

const PAUSE = 400;

/** The editor of an automation, script or scene: forms or YAML for its parts, validated while editing. */
export class ItemEditor extends LightElement {
  static override properties = {
    home: { attribute: false },
    kind: { attribute: false },
    itemId: { attribute: false },
    config: { state: true },
    validations: { state: true },
    isUnreadable: { state: true },
    isChanged: { state: true },
    isDeleting: { state: true },
  };

  declare home: HomeStore;
  declare kind: ItemKind;
  /** `new` for a new item. */
  declare itemId: string;
  declare config: ItemConfig | undefined;
  declare validations: Partial<Record<ValidatedPart, Validation>>;
  declare isUnreadable: boolean;
  declare isChanged: boolean;
  declare isDeleting: boolean;
  private readonly actions = new AsyncActions(this);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private draft: Draft | undefined;

  constructor() {
    super();
    defineForms();
    defineSteps();
    define({
      'hearth-scene-states': SceneStates,
      'hearth-blueprint-form': BlueprintForm,
      'hearth-run-button': RunButton,
      'hearth-script-inputs': ScriptInputsCard,
    });
    this.config = undefined;
    this.validations = {};
    this.isUnreadable = false;
    this.isChanged = false;
    this.isDeleting = false;
    new ReloadOnReconnect(this, () => void this.load());
    new Watch(this, () => ['#places']);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const { config, kind } = this;
    if (config === undefined) return html`<h1>${say(kind.title)}</h1>${this.actions.view()}`;
    return html`<h1>${this.isNew ? say(kind.add) : this.name}</h1>
      ${this.isNew ? nothing : itemLinks(kind, this.itemId)} ${this.draft?.view(this.discard) ?? nothing}
      <div class="two editor-two">
        <div class="editor-form">
          ${this.facts(config)}
          ${ownCards(this.home, { domain: kind.domain, config }, { change: this.change, unreadable: this.refuse })}
          ${this.parts(config)}
        </div>
        <section class="card editor-yaml">
          <hearth-yaml-field
            .home=${this.home}
            .name=${'item-yaml'}
            .label=${say('items.yaml')}
            .value=${config}
            .rows=${20}
            @changed=${(event: CustomEvent<unknown>) => {
              if (isMapping(event.detail)) this.change(normalItem(kind.domain, event.detail));
              else this.refuse();
            }}
            @unreadable=${this.refuse}
          ></hearth-yaml-field>
        </section>
      </div>
      <div class="save-bar">
        ${this.actions.view()}
        <div class="actions">
          <button
            type="button"
            class="primary"
            ?disabled=${this.actions.isBusy || this.isUnreadable || !this.isChanged}
            @click=${this.save}
          >
            ${say('form.save')}
          </button>
          ${this.isNew ? nothing : this.more()}
        </div>
      </div>
      ${this.isDeleting ? this.question() : nothing}`;
  }

  private get isNew(): boolean {
    return this.itemId === 'new';
  }

  private get name(): string {
    return String(this.config?.[this.kind.nameKey] ?? this.itemId);
  }

  private facts(config: ItemConfig): TemplateResult {
    return html`<section class="card">
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'item'}
        .fields=${itemFields(this.kind)}
        .values=${config as FormValues}
        @changed=${(event: CustomEvent<FormValues>) => this.change(event.detail)}
      ></hearth-form-fields>
    </section>`;
  }

  /** An item made from a blueprint has inputs instead of parts. */
  private parts(config: ItemConfig): TemplateResult | readonly TemplateResult[] {
    const { domain } = this.kind;
    if (config.use_blueprint === undefined || domain === 'scene')
      return partsOf(domain).map((part) =>
        partCard(this.home, { part, config, validations: this.validations }, this.change),
      );
    const { actions: validation } = this.validations;
    return html`<hearth-blueprint-form
        .home=${this.home}
        .domain=${domain}
        .use=${useIn(config)}
        @changed=${(event: CustomEvent<BlueprintUse>) => this.change({ ...config, use_blueprint: event.detail })}
        @known=${(event: CustomEvent<BlueprintFacts>) => this.nameAfter(event.detail)}
      ></hearth-blueprint-form>
      <div role="status">${validation?.valid === false ? html`<p class="alert">${failureText(validation.error ?? '', validation.error_translation)}</p>` : nothing}</div>
      <div class="actions">
        <button type="button" ?disabled=${this.actions.isBusy || validation?.valid === false} @click=${this.takeOver}>
          ${say('blueprints.take_over')}
        </button>
      </div>`;
  }

  private more(): TemplateResult {
    const { home, kind, itemId } = this;
    return html`<hearth-run-button
        .home=${home}
        .domain=${kind.domain}
        .entityId=${entityOfItem(home, kind.domain, itemId)?.entity_id}
        .name=${this.name}
        .isOff=${this.actions.isBusy || this.isChanged}
        .actions=${this.actions}
      ></hearth-run-button>
      <button
        type="button"
        class="danger"
        @click=${() => {
          this.isDeleting = true;
        }}
      >
        ${say('list.delete')}
      </button>`;
  }

  private question(): TemplateResult {
    return confirmation({
      title: say('list.delete_title', { name: this.name }),
      question: say('items.delete_sure'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.deleteItem(),
      onClose: () => {
        this.isDeleting = false;
      },
    });
  }

  private readonly change = (config: ItemConfig): void => {
    this.config = config;
    this.isChanged = true;
    this.isUnreadable = false;
    this.draft?.keep(config);
    this.actions.showNotice('');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.validate(), PAUSE);
  };

  /** Called when the input cannot be saved as it is. */
  private readonly refuse = (): void => {
    this.isUnreadable = true;
  };

  private async validate(): Promise<void> {
    const { config, kind } = this;
    if (config === undefined || kind.domain === 'scene') return;
    const validations = await validateItem(this.home, kind.domain, config);
    if (config === this.config) this.validations = validations;
  }

  private readonly save = async (): Promise<void> => {
    const { config, kind, home } = this;
    const name = config?.[kind.nameKey];
    if (config === undefined) return;
    if (hasUnreadable(this)) return this.actions.showError(say('form.unreadable'));
    if (typeof name !== 'string' || name.trim() === '')
      return this.actions.showError(say('items.needs_name'));
    const done = await this.actions.run(async () => {
      const id = this.isNew ? await newItemId(home, kind.domain, name) : this.itemId;
      await writeItem(home.connection, kind.domain, id, config);
      // Input typed meanwhile is still unsaved.
      this.isChanged = config !== this.config;
      if (!this.isChanged) this.draft?.drop();
      if (this.isNew) navigate(`${kind.base}/${encodeURIComponent(id)}`, 'replace');
    }, say('form.saved'));
    if (done && !this.isNew) await this.validate();
  };

  /** Names a new item after its blueprint, until it has its own name. */
  private nameAfter({ name, description }: BlueprintFacts): void {
    const { config } = this;
    if (!this.isNew || config === undefined || config.alias !== '') return;
    this.config = { ...config, alias: name, ...(description === undefined ? {} : { description }) };
    this.isChanged = true;
  }

  /** Replaces the blueprint by its expanded configuration, so that the steps can be edited. */
  private readonly takeOver = async (): Promise<void> => {
    const { config, kind, home } = this;
    if (config === undefined || kind.domain === 'scene') return;
    const { domain } = kind;
    await this.actions.run(async () => {
      const { use_blueprint: _use, ...own } = config;
      const written = await writtenOut(home.connection, domain, useIn(config));
      this.change(normalItem(domain, { ...written, ...own }));
    }, say('blueprints.taken_over'));
  };

  private async deleteItem(): Promise<void> {
    const { home, kind } = this;
    if (!(await this.actions.run(() => deleteItem(home.connection, kind.domain, this.itemId)))) return;
    this.draft?.drop();
    navigate(kind.base);
    offerUndo(home, kind, { id: this.itemId, name: this.name });
  }

  private async load(): Promise<void> {
    const { home, kind } = this;
    // Loaded once: the item may be being edited.
    if (this.config !== undefined) return;
    await this.actions.run(async () => {
      const blueprint = new URLSearchParams(location.search).get('blueprint');
      const saved = this.isNew
        ? blankItem(kind.domain, blueprint)
        : await loadItem(home, kind.domain, this.itemId);
      this.draft = new Draft(home.user.id, [kind.domain, this.itemId, blueprint].join('.'));
      this.config = this.draft.restore(saved);
      this.isChanged = this.config !== saved;
      await this.validate();
    });
  }

  private readonly discard = (): void => {
    this.draft?.drop();
    this.config = undefined;
    void this.load();
  };
}
