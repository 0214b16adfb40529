import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { navigate } from '../../../app/router.ts';
import { Deeds } from '../../../parts/deeds.ts';
import { confirmation } from '../../../parts/dialog.ts';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import {
  deleteItem,
  type ItemConfig,
  type Judged,
  judge,
  readItem,
  type Verdict,
  writeItem,
} from '../../../server/items.ts';
import type { House } from '../../../state/house.ts';
import { say } from '../../../words/say.ts';
import { entityOfItem, type ItemKind, runItem } from './item-kind.ts';
import { blankItem, newItemId, normalItem, partOf, partsOf } from './item-shape.ts';
import { SceneStates } from './scene-states.ts';
import { StepList } from './step-list.ts';

const PAUSE = 400;

/** One automation, script or scene: forms for its parts, the same as YAML beside them, judged by the server while it is written. */
export class ItemEditor extends LightElement {
  static override properties = {
    house: { attribute: false },
    kind: { attribute: false },
    itemId: { attribute: false },
    config: { state: true },
    verdicts: { state: true },
    isUnreadable: { state: true },
    isChanged: { state: true },
    isDoomed: { state: true },
  };

  declare house: House;
  declare kind: ItemKind;
  /** `new` for one that is not there yet. */
  declare itemId: string;
  declare config: ItemConfig | undefined;
  declare verdicts: Partial<Record<Judged, Verdict>>;
  declare isUnreadable: boolean;
  declare isChanged: boolean;
  declare isDoomed: boolean;
  private readonly deeds = new Deeds(this);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    defineForms();
    define({ 'hearth-step-list': StepList, 'hearth-scene-states': SceneStates });
    this.config = undefined;
    this.verdicts = {};
    this.isUnreadable = false;
    this.isChanged = false;
    this.isDoomed = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { config, kind } = this;
    if (config === undefined) return html`<h1>${say(kind.title)}</h1>${this.deeds.view()}`;
    const name = config[kind.nameKey];
    return html`<h1>${this.isNew ? say(kind.add) : typeof name === 'string' ? name : this.itemId}</h1>
      ${this.isNew ? nothing : this.links()}
      <div class="two">
        <div class="editor-form">${this.facts(config)} ${this.parts(config)}
          ${kind.domain === 'scene' ? this.sceneCard(config) : nothing}</div>
        <section class="card editor-yaml">
          <hearth-yaml-field
            .name=${'item-yaml'}
            .label=${say('items.yaml')}
            .value=${config}
            .rows=${20}
            @changed=${(event: CustomEvent<unknown>) => {
              this.isUnreadable = typeof event.detail !== 'object' || event.detail === null;
              if (!this.isUnreadable) this.change(normalItem(kind.domain, event.detail as ItemConfig));
            }}
            @unreadable=${() => {
              this.isUnreadable = true;
            }}
          ></hearth-yaml-field>
        </section>
      </div>
      <div class="save-bar">
        ${this.deeds.view()}
        <div class="actions">
          <button
            type="button"
            class="primary"
            ?disabled=${this.deeds.isBusy || this.isUnreadable || !this.isChanged}
            @click=${this.save}
          >
            ${say('form.save')}
          </button>
          ${this.isNew ? nothing : this.more()}
        </div>
      </div>
      ${this.isDoomed ? this.question() : nothing}`;
  }

  private get isNew(): boolean {
    return this.itemId === 'new';
  }

  private links(): TemplateResult {
    const { base, domain } = this.kind;
    const path = `${base}/${encodeURIComponent(this.itemId)}`;
    return html`<p class="actions">
      ${domain === 'scene' ? nothing : html`<a href="${path}/traces">${say('traces.title')}</a>`}
      <a href="${path}/versions">${say('versions.title')}</a>
    </p>`;
  }

  private facts(config: ItemConfig): TemplateResult {
    const { domain, nameKey } = this.kind;
    const fields: FormField[] = [
      { kind: 'text', name: nameKey, label: say('record.name'), isRequired: true, maxLength: 255 },
      ...(domain === 'automation'
        ? []
        : [{ kind: 'icon', name: 'icon', label: say('record.icon') } as const]),
      ...(domain === 'scene'
        ? []
        : ([
            { kind: 'long_text', name: 'description', label: say('labels.description') },
            {
              kind: 'select',
              name: 'mode',
              label: say('items.mode'),
              options: (['single', 'restart', 'queued', 'parallel'] as const).map((id) => ({
                id,
                name: say(`mode.${id}`),
              })),
            },
          ] as const)),
    ];
    return html`<section class="card">
      <hearth-form-fields
        .house=${this.house}
        .prefix=${'item'}
        .fields=${fields}
        .values=${config as FormValues}
        @changed=${(event: CustomEvent<FormValues>) => this.change(event.detail)}
      ></hearth-form-fields>
    </section>`;
  }

  /** What is made from a blueprint has no parts of its own. */
  private parts(config: ItemConfig): TemplateResult | readonly TemplateResult[] {
    if (config.use_blueprint !== undefined)
      return html`<section class="card"><p class="hint">${say('items.from_blueprint')}</p></section>`;
    return partsOf(this.kind.domain).map((part) => this.partCard(config, part));
  }

  private partCard(config: ItemConfig, part: string): TemplateResult {
    const place = part === 'sequence' ? 'actions' : (part as Judged);
    const verdict = this.verdicts[place];
    return html`<section class="card" data-part=${place} aria-labelledby="part-${place}">
      <h2 id="part-${place}">${say(`items.${place}`)}</h2>
      <div role="status">${verdict?.valid === false ? html`<p class="error">${verdict.error}</p>` : nothing}</div>
      <hearth-step-list
        .house=${this.house}
        .place=${place}
        .steps=${partOf(config, part)}
        @changed=${(event: CustomEvent<readonly unknown[]>) => this.change({ ...config, [part]: event.detail })}
      ></hearth-step-list>
    </section>`;
  }

  private sceneCard(config: ItemConfig): TemplateResult {
    return html`<hearth-scene-states
      .house=${this.house}
      .states=${config.entities}
      @changed=${(event: CustomEvent<unknown>) => this.change({ ...config, entities: event.detail })}
    ></hearth-scene-states>`;
  }

  private more(): TemplateResult {
    return html`<button type="button" ?disabled=${this.deeds.isBusy || this.isChanged} @click=${this.run}>
        ${say(this.kind.domain === 'scene' ? 'items.turn_on' : 'items.run')}
      </button>
      <button
        type="button"
        class="danger"
        @click=${() => {
          this.isDoomed = true;
        }}
      >
        ${say('list.delete')}
      </button>`;
  }

  private question(): TemplateResult {
    const name = String(this.config?.[this.kind.nameKey] ?? this.itemId);
    return confirmation({
      title: say('list.delete_title', { name }),
      question: say('items.delete_sure'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.deleteItem(),
      onClose: () => {
        this.isDoomed = false;
      },
    });
  }

  private change(config: ItemConfig): void {
    this.config = config;
    this.isChanged = true;
    this.deeds.news = '';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.judge(), PAUSE);
  }

  private async judge(): Promise<void> {
    const { config, kind } = this;
    if (config === undefined || kind.domain === 'scene' || config.use_blueprint !== undefined) return;
    const parts = partsOf(kind.domain).map((part) => [
      part === 'sequence' ? 'actions' : part,
      partOf(config, part),
    ]);
    const verdicts = await judge(this.house.connection, Object.fromEntries(parts)).catch(() => ({}));
    if (config === this.config) this.verdicts = verdicts;
  }

  private readonly save = async (): Promise<void> => {
    const { config, kind, house } = this;
    const name = config?.[kind.nameKey];
    if (config === undefined) return;
    if (typeof name !== 'string' || name.trim() === '') {
      await this.deeds.run(() => Promise.reject(new Error(say('items.needs_name'))));
      return;
    }
    const done = await this.deeds.run(async () => {
      const id = this.isNew ? await newItemId(house, kind.domain, name) : this.itemId;
      await writeItem(house.connection, kind.domain, id, config);
      this.isChanged = false;
      if (this.isNew) navigate(`${kind.base}/${encodeURIComponent(id)}`, 'replace');
    }, say('form.saved'));
    if (done && !this.isNew) await this.judge();
  };

  private readonly run = async (): Promise<void> => {
    const { house, kind } = this;
    const entity = entityOfItem(house, kind.domain, this.itemId);
    if (entity === undefined) return;
    const name = String(this.config?.[kind.nameKey] ?? this.itemId);
    await this.deeds.run(() => runItem(house, kind.domain, entity.entity_id), say('items.has_run', { name }));
  };

  private async deleteItem(): Promise<void> {
    const { house, kind } = this;
    if (await this.deeds.run(() => deleteItem(house.connection, kind.domain, this.itemId)))
      navigate(kind.base);
  }

  private async load(): Promise<void> {
    const { house, kind } = this;
    await this.deeds.run(async () => {
      this.config = this.isNew
        ? blankItem(kind.domain)
        : normalItem(kind.domain, await readItem(house.connection, kind.domain, this.itemId));
      await this.judge();
    });
  }
}
