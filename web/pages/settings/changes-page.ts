import { mdiRefresh } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toast } from '../../app/toasts.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { timeText } from '../../parts/time-text.ts';
import { toolButton } from '../../parts/tool-button.ts';
import {
  type Change,
  type ChangePreview,
  type ChangeTarget,
  listChanges,
  previewUndo,
  undoChanges,
} from '../../server/changes.ts';
import { listUsers } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { changedParts, changeText, conflictText, kindName } from './change-text.ts';

const PAGE = 50;

/** The changes of the configuration: what was changed by whom, and undo of one or of all since. */
export class ChangesPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    changes: { state: true },
    userId: { state: true },
    isWhole: { state: true },
    preview: { state: true },
  };

  declare home: HomeStore;
  declare changes: readonly Change[];
  declare userId: string;
  /** Whether there are no older changes. */
  declare isWhole: boolean;
  /** What is about to be undone. */
  declare preview: { readonly target: ChangeTarget; readonly plan: ChangePreview } | undefined;
  private names: ReadonlyMap<string, string> = new Map();
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.changes = [];
    this.userId = '';
    this.isWhole = false;
    this.preview = undefined;
  }

  protected override firstUpdated(): void {
    void this.load(true);
  }

  protected override render() {
    return html`<h1>${say('changes.title')}</h1>
      <p class="intro">${say('changes.intro')}</p>
      <section class="card">
        <div class="tools">
          <select
            aria-label=${say('audit.who')}
            @change=${(event: Event) => {
              this.userId = (event.target as HTMLSelectElement).value;
              void this.load(true);
            }}
          >
            <option value="">${say('audit.everybody')}</option>
            ${[...this.names].map(([id, name]) => html`<option value=${id}>${name}</option>`)}
          </select>
          ${toolButton(mdiRefresh, say('log.refresh'), () => this.load(true))}
        </div>
        ${this.actions.view()}
        ${this.changes.length === 0 && this.isWhole ? html`<p class="hint">${say('changes.none')}</p>` : nothing}
        <ol class="rows">${this.changes.map((change, index) => this.row(change, index))}</ol>
        ${
          this.isWhole
            ? nothing
            : html`<button type="button" @click=${() => this.load(false)}>${say('audit.older')}</button>`
        }
      </section>
      ${this.preview === undefined ? nothing : this.dialog(this.preview.target, this.preview.plan)}`;
  }

  private row(change: Change, index: number): TemplateResult {
    const { id, user_name: user, parts, undone_by: undoneBy, is_final: isFinal, undoes } = change;
    const facts = [
      user ?? undefined,
      parts > 1 ? say('changes.parts', { count: parts }) : undefined,
      undoes === null ? undefined : say('changes.is_undo'),
      undoneBy === null ? undefined : say('changes.undone'),
      isFinal ? say('changes.final') : undefined,
    ];
    return html`<li class="row wraps">
      <div class="row-main">
        <p class="row-name">${changeText(change)}</p>
        <p class="hint">${[timeText(change.time, { dateStyle: 'medium', timeStyle: 'short' }), ...facts].filter(Boolean).join(' · ')}</p>
      </div>
      ${
        isFinal || undoneBy !== null
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => this.ask({ change_id: id })}>${say('changes.undo')}</button>`
      }
      ${
        index === 0
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => this.ask({ to: change.time })}>${say('changes.undo_to')}</button>`
      }
    </li>`;
  }

  private dialog(target: ChangeTarget, plan: ChangePreview): TemplateResult {
    const isConflict = plan.parts.some(({ state }) => state === 'conflict');
    const undo = (event: Event): void => {
      closeDialog(event);
      void this.undo(target, isConflict);
    };
    return dialog({
      title: say('changes.preview'),
      isWide: true,
      onClose: () => {
        this.preview = undefined;
      },
      body: html`<p>${say('changes.preview_hint', { count: plan.changes.length })}</p>
        <ul class="rows">${plan.parts.map(
          (part) => html`<li class="row wraps"><div class="row-main">
            <p class="row-name">${kindName(part.kind)}: ${part.label}</p>
            ${part.conflict === undefined ? nothing : html`<p class="error">${conflictText(part.conflict)}</p>`}
            <table class="facts">${changedParts(part).map(
              ({ name, now, before }) =>
                html`<tr><th scope="row">${name}</th><td><del>${now}</del></td><td><ins>${before}</ins></td></tr>`,
            )}</table>
          </div></li>`,
        )}</ul>
        ${
          plan.final.length === 0
            ? nothing
            : html`<p class="hint">${say('changes.final_left', { count: plan.final.length })}</p>`
        }
        <div class="actions end">
          <button type="button" data-first @click=${closeDialog}>${say('changes.cancel')}</button>
          <button type="button" class=${isConflict ? 'danger' : 'primary'} @click=${undo}>
            ${say(isConflict ? 'changes.overwrite' : 'changes.undo')}
          </button>
        </div>`,
    });
  }

  private async ask(target: ChangeTarget): Promise<void> {
    await this.actions.run(async () => {
      this.preview = { target, plan: await previewUndo(this.home.connection, target) };
    });
  }

  private async undo(target: ChangeTarget, force: boolean): Promise<void> {
    await this.actions.run(async () => {
      const { id } = await undoChanges(this.home.connection, target, force);
      toast(say(id === null ? 'changes.nothing' : 'changes.done'));
      await this.load(true);
    });
  }

  private async load(isFresh: boolean): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      if (this.names.size === 0)
        this.names = new Map((await listUsers(connection)).map(({ id, name }) => [id, name]));
      const before = isFresh ? undefined : this.changes.at(-1)?.id;
      const changes = await listChanges(connection, { limit: PAGE, before, userId: this.userId });
      this.changes = isFresh ? changes : [...this.changes, ...changes];
      this.isWhole = changes.length < PAGE;
    });
  }
}
