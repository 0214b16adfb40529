import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { FormDialog } from '../../../parts/form/form-dialog.ts';
import type { FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { offerUndo } from '../../../parts/offer-undo.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import {
  type BlueprintFacts,
  deleteBlueprint,
  listBlueprints,
  type SavedBlueprint,
  type SavedDomain,
} from '../../../server/blueprints.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { say } from '../../../texts/say.ts';
import { blueprintTemplate } from '../blueprint-template.ts';
import { BlueprintImport } from './blueprint-import.ts';
import { ITEM_KINDS } from './item-kind.ts';

const DOMAINS: readonly SavedDomain[] = ['automation', 'script', 'template'];

interface Row {
  readonly domain: SavedDomain;
  readonly path: string;
  readonly kept: SavedBlueprint;
}

/** Blueprints for automations, scripts and template entities: import and use. */
export class BlueprintsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    rows: { state: true },
    isImporting: { state: true },
    deleting: { state: true },
    used: { state: true },
  };

  declare home: HomeStore;
  declare rows: readonly Row[] | undefined;
  declare isImporting: boolean;
  declare deleting: Row | undefined;
  /** The blueprint of which a template entity is being created. */
  declare used: { readonly path: string; readonly facts: BlueprintFacts } | undefined;
  private made = '';
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    defineSteps();
    define({ 'hearth-blueprint-import': BlueprintImport, 'hearth-form-dialog': FormDialog });
    this.rows = undefined;
    this.isImporting = false;
    this.deleting = undefined;
    new ReloadOnReconnect(this, () => void this.load(''));
    this.used = undefined;
  }

  protected override render() {
    return html`<div class="card-head">
        <h1>${say('blueprints.title')}</h1>
        <button
          type="button"
          class="primary"
          @click=${() => {
            this.isImporting = true;
          }}
        >
          ${say('blueprints.import')}
        </button>
      </div>
      <p class="intro">${say('blueprints.intro')}</p>
      ${this.actions.view()} ${this.rows === undefined ? nothing : DOMAINS.map((domain) => this.card(domain))}
      ${
        this.isImporting
          ? html`<hearth-blueprint-import
              .home=${this.home}
              @saved=${() => this.load(say('blueprints.kept'))}
              @closed=${() => {
                this.isImporting = false;
              }}
            ></hearth-blueprint-import>`
          : nothing
      }
      ${this.deleting === undefined ? nothing : this.question(this.deleting)} ${this.maker()}`;
  }

  private card(domain: SavedDomain): TemplateResult {
    const rows = (this.rows ?? []).filter((row) => row.domain === domain);
    return html`<section class="card" aria-labelledby="blueprints-${domain}" data-domain=${domain}>
      <h2 id="blueprints-${domain}">${say(`blueprints.${domain}`)}</h2>
      ${domain === 'template' ? html`<p class="hint">${say('blueprints.template_hint')}</p>` : nothing}
      ${rows.length === 0 ? html`<p class="hint">${say('blueprints.none')}</p>` : html`<ul class="rows">${rows.map((row) => this.row(row))}</ul>`}
    </section>`;
  }

  private row(row: Row): TemplateResult {
    const { path, kept } = row;
    const name = nameOf(row);
    return html`<li class="row blueprint">
      <div class="row-main">
        <p class="row-name">${name}</p>
        ${'error' in kept ? html`<p class="error">${kept.error}</p>` : kept.metadata.description === undefined ? nothing : html`<p class="hint written">${kept.metadata.description}</p>`}
        <p class="hint">${[path, 'error' in kept ? undefined : kept.metadata.author].filter(Boolean).join(' · ')}</p>
      </div>
      <div class="actions">
        ${'error' in kept ? nothing : this.use(row, kept.metadata)}
        ${
          path.startsWith('homeassistant/')
            ? nothing
            : html`<button
                type="button"
                class="quiet"
                aria-label=${say('list.delete_named', { name })}
                @click=${() => {
                  this.deleting = row;
                }}
              >
                ${say('list.delete')}
              </button>`
        }
      </div>
    </li>`;
  }

  /** Automations and scripts are created in their editors, template entities here. */
  private use({ domain, path }: Row, facts: BlueprintFacts): TemplateResult {
    const label = say('blueprints.use_named', { name: facts.name });
    if (domain !== 'template')
      return html`<a
        class="button plain"
        href="${ITEM_KINDS[domain].base}/new?blueprint=${encodeURIComponent(path)}"
        aria-label=${label}
        >${say('blueprints.use')}</a
      >`;
    return html`<button
      type="button"
      class="primary"
      aria-label=${label}
      @click=${() => {
        this.used = { path, facts };
      }}
    >
      ${say('blueprints.use')}
    </button>`;
  }

  private maker(): TemplateResult | typeof nothing {
    if (this.used === undefined) return nothing;
    const { path, facts } = this.used;
    const { fields, values, toWire } = blueprintTemplate(path, facts);
    return html`<hearth-form-dialog
      .home=${this.home}
      .task=${{
        title: facts.name,
        fields,
        values,
        isWide: true,
        save: (filled: FormValues) => {
          this.made = String(filled.name);
          return this.home.connection.sendMessagePromise({ type: 'template/create', ...toWire(filled) });
        },
      }}
      @saved=${() => this.actions.showNotice(say('blueprints.made', { name: this.made }))}
      @closed=${() => {
        this.used = undefined;
      }}
    ></hearth-form-dialog>`;
  }

  private question(row: Row): TemplateResult {
    const name = nameOf(row);
    return confirmation({
      title: say('list.delete_title', { name }),
      question: say('list.delete_sure'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.deleteBlueprint(row, name),
      onClose: () => {
        this.deleting = undefined;
      },
    });
  }

  private async deleteBlueprint({ domain, path }: Row, name: string): Promise<void> {
    const { connection } = this.home;
    if (!(await this.actions.run(() => deleteBlueprint(connection, domain, path)))) return;
    await this.load();
    void offerUndo(connection, { name, act: 'blueprint/delete', onUndone: () => void this.load() });
  }

  private async load(notice?: string): Promise<void> {
    await this.actions.run(async () => {
      const lists = await Promise.all(
        DOMAINS.map(async (domain) =>
          Object.entries(await listBlueprints(this.home.connection, domain)).map(
            ([path, kept]): Row => ({ domain, path, kept }),
          ),
        ),
      );
      this.rows = lists.flat();
    }, notice);
  }
}

function nameOf({ path, kept }: Row): string {
  return 'error' in kept ? path : kept.metadata.name;
}
