import { mdiDeleteOutline, mdiPencilOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { language } from '../../app/preferences.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { closeDialog, confirmation, dialog } from '../../parts/dialog.ts';
import { FlowDialog, type FlowTask } from '../../parts/flow/flow-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { offerUndo } from '../../parts/offer-undo.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { type ConfigEntry, listHelperEntries, removeEntry } from '../../server/config-entries.ts';
import { type FlowTexts, listHelperHandlers, readFlowTexts } from '../../server/config-flows.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { say } from '../../texts/say.ts';

const REMOVE_ENTRY = 'DELETE /api/config/config_entries/entry/:entry_id';

/** The helpers that compute from other entities: utility meters, statistics, filters and more, made by flows. */
export class ComputedHelpers extends LightElement {
  static override properties = {
    home: { attribute: false },
    entries: { state: true },
    isChoosing: { state: true },
    task: { state: true },
    removed: { state: true },
  };

  declare home: HomeStore;
  declare entries: readonly ConfigEntry[] | undefined;
  /** Whether the kind of a new helper is being chosen. */
  declare isChoosing: boolean;
  declare task: FlowTask | undefined;
  /** The entry that is about to be deleted. */
  declare removed: ConfigEntry | undefined;
  private handlers: readonly string[] = [];
  private texts: FlowTexts = {};
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-flow-dialog': FlowDialog });
    this.entries = undefined;
    this.isChoosing = false;
    this.task = undefined;
    this.removed = undefined;
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    const { entries } = this;
    return html`<section class="card" data-kind="computed">
      <div class="card-head">
        <h2>${say('helpers.computed')}</h2>
        <button
          type="button"
          ?disabled=${entries === undefined}
          @click=${() => {
            this.isChoosing = true;
          }}
        >
          ${say('list.add')}
        </button>
      </div>
      ${this.actions.view()}
      ${entries?.length === 0 ? html`<p class="hint">${say('helpers.computed_hint')}</p>` : nothing}
      <ul class="rows">${(entries ?? []).map((entry) => this.row(entry))}</ul>
      ${this.dialogs()}
    </section>`;
  }

  private row(entry: ConfigEntry): TemplateResult {
    const { title: name, domain: handler, entry_id: optionsOf } = entry;
    return html`<li class="row">
      <div class="row-main">
        <p class="row-name">${name}</p>
        <p class="hint">${this.titleOf(handler)}</p>
      </div>
      <div class="row-tools">
        ${toolButton(mdiPencilOutline, say('list.edit_named', { name }), () => {
          this.task = { optionsOf, handler, name: this.titleOf(handler), hasDevices: false };
        })}
        ${toolButton(mdiDeleteOutline, say('list.delete_named', { name }), () => {
          this.removed = entry;
        })}
      </div>
    </li>`;
  }

  private dialogs(): TemplateResult | typeof nothing {
    const { task, removed, isChoosing } = this;
    if (task !== undefined)
      return html`<hearth-flow-dialog
        .home=${this.home}
        .task=${task}
        @closed=${() => {
          this.task = undefined;
          void this.load();
        }}
      ></hearth-flow-dialog>`;
    if (removed !== undefined)
      return confirmation({
        title: say('list.delete_title', { name: removed.title }),
        question: say('list.delete_sure'),
        yes: say('list.delete'),
        no: say('action.cancel'),
        onYes: () => void this.delete(removed),
        onClose: () => {
          this.removed = undefined;
        },
      });
    return isChoosing ? this.kinds() : nothing;
  }

  private kinds(): TemplateResult {
    const choose = (handler: string) => (event: Event) => {
      closeDialog(event);
      this.task = { handler, name: this.titleOf(handler), hasDevices: false };
    };
    return dialog({
      title: say('helpers.computed_kind'),
      onClose: () => {
        this.isChoosing = false;
      },
      body: html`<ul class="rows">
        ${this.handlers.map(
          (domain) => html`<li class="row">
            <div class="row-main">
              <p class="row-name">
                <button type="button" class="link" @click=${choose(domain)}>${this.titleOf(domain)}</button>
              </p>
              <p class="hint">${this.texts[`component.${domain}.config.step.user.description`] ?? ''}</p>
            </div>
          </li>`,
        )}
      </ul>`,
    });
  }

  private titleOf(domain: string): string {
    return this.texts[`component.${domain}.title`] ?? domain;
  }

  private async delete({ entry_id: id, title: name }: ConfigEntry): Promise<void> {
    const { connection } = this.home;
    const isDone = await this.actions.run(async () => {
      await removeEntry(connection, id);
      await this.load();
    });
    if (isDone) void offerUndo(connection, { name, act: REMOVE_ENTRY, onUndone: () => void this.load() });
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      const [handlers, entries] = await Promise.all([
        listHelperHandlers(connection),
        listHelperEntries(connection),
      ]);
      this.texts = await readFlowTexts(connection, handlers);
      const { compare } = new Intl.Collator(language());
      this.handlers = handlers.toSorted((one, other) => compare(this.titleOf(one), this.titleOf(other)));
      this.entries = entries.toSorted((one, other) => compare(one.title, other.title));
    });
  }
}
