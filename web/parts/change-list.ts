import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { toast } from '../app/toasts.ts';
import {
  type Change,
  type ChangePart,
  type ChangePreview,
  type ChangeSubject,
  type ChangeTarget,
  listChanges,
  previewUndo,
  undoChanges,
} from '../server/changes.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AsyncActions } from './async-actions.ts';
import { changedParts, changeText, conflictText, kindName } from './change-text.ts';
import { closeDialog, dialog } from './dialog.ts';
import { diffView } from './diff-view.ts';
import { lineDiff } from './line-diff.ts';
import { timeText } from './time-text.ts';

const PAGE = 50;

/** Recorded changes, newest first: of one user, of one item, or all; each with its undo after a preview. */
export class ChangeList extends LightElement {
  static override properties = {
    home: { attribute: false },
    userId: { attribute: false },
    subject: { attribute: false },
    changes: { state: true },
    isWhole: { state: true },
    preview: { state: true },
  };

  declare home: HomeStore;
  /** Only the changes of this user; all if it is empty. */
  declare userId: string;
  /** Only the changes of this document or item. */
  declare subject: ChangeSubject | undefined;
  declare changes: readonly Change[];
  /** Whether there are no older changes. */
  declare isWhole: boolean;
  /** What is about to be undone. */
  declare preview: { readonly target: ChangeTarget; readonly plan: ChangePreview } | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.userId = '';
    this.subject = undefined;
    this.changes = [];
    this.isWhole = false;
    this.preview = undefined;
  }

  /** Reads the newest changes again. */
  readonly refresh = (): Promise<void> => this.load(true);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('userId') || changed.has('subject')) void this.load(true);
  }

  protected override render() {
    return html`${this.actions.view()}
      ${this.changes.length === 0 && this.isWhole ? html`<p class="hint">${say('changes.none')}</p>` : nothing}
      <ol class="rows">${this.changes.map((change, index) => this.row(change, index))}</ol>
      ${
        this.isWhole
          ? nothing
          : html`<button type="button" @click=${() => this.load(false)}>${say('audit.older')}</button>`
      }
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
    const time = timeText(change.time, { dateStyle: 'medium', timeStyle: 'short' });
    const mayUndoTo = index > 0 && this.userId === '' && this.subject === undefined;
    return html`<li class="row wraps">
      <div class="row-main">
        <p class="row-name">${changeText(change)}</p>
        <p class="hint">${[time, ...facts].filter(Boolean).join(' · ')}</p>
      </div>
      ${isFinal ? againLink(change) : nothing}
      ${
        isFinal || undoneBy !== null
          ? nothing
          : html`<button type="button" class="quiet" @click=${() => this.ask({ change_id: id })}>${say('changes.undo')}</button>`
      }
      ${
        mayUndoTo
          ? html`<button type="button" class="quiet" @click=${() => this.ask({ to: change.time })}>${say('changes.undo_to')}</button>`
          : nothing
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
        ${partsView(plan.parts, this.home)}
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
    const { userId, subject } = this;
    await this.actions.run(async () => {
      const before = isFresh ? undefined : this.changes.at(-1)?.id;
      const query = { limit: PAGE, before, userId, ...(subject === undefined ? {} : { subject }) };
      const changes = await listChanges(this.home.connection, query);
      this.changes = isFresh ? changes : [...this.changes, ...changes];
      this.isWhole = changes.length < PAGE;
    });
  }
}

/** Where users create again what is never undone, or change it once more. */
const AGAIN: Readonly<Record<string, string>> = {
  token: '/profile',
  password: '/settings/users',
  second_factor: '/profile',
  user: '/settings/users',
  mqtt_user: '/settings/mqtt',
  settings: '/settings/mqtt',
};

function againLink(change: Change): TemplateResult | typeof nothing {
  const { verb } = change;
  const to = againAddress(change);
  if (to === undefined || verb === 'created') return nothing;
  return html`<a href=${to}>${say(verb === 'deleted' ? 'changes.again' : 'changes.change_again')}</a>`;
}

/** The address of the form that creates something again, filled in, or of the page of the user to change once more. */
export function againAddress({ kind, verb, name, subject }: Change): string | undefined {
  const page = AGAIN[kind];
  if (page === undefined) return undefined;
  if (verb === 'deleted' && (kind === 'token' || kind === 'user'))
    return `${page}?${new URLSearchParams({ again: name })}`;
  const isOfUser = verb !== 'deleted' && (kind === 'user' || kind === 'password');
  return isOfUser ? `${page}/${encodeURIComponent(subject.id)}` : page;
}

/** What would become of documents, items and files: each with the fields that differ. */
export function partsView(parts: readonly ChangePart[], home: HomeStore): TemplateResult {
  return html`<ul class="rows">${parts.map(
    (part) => html`<li class="row wraps"><div class="row-main">
      <p class="row-name">${kindName(part.kind)}: ${part.label}</p>
      ${part.conflict === undefined ? nothing : html`<p class="error">${conflictText(part.conflict)}</p>`}
      ${fieldsView(part, home)}
    </div></li>`,
  )}</ul>`;
}

/** The fields that differ, and the texts of several lines below them, as in their file. */
function fieldsView(part: ChangePart, home: HomeStore): TemplateResult {
  const all = changedParts(part, home);
  const short = all.filter(({ isLong }) => !isLong);
  return html`${
    short.length === 0
      ? nothing
      : html`<table class="facts">${short.map(
          ({ name, now, before }) =>
            html`<tr>${name === '' ? nothing : html`<th scope="row">${name}</th>`}<td><del>${now}</del></td><td><ins>${before}</ins></td></tr>`,
        )}</table>`
  }
  ${all
    .filter(({ isLong }) => isLong)
    .map(
      ({ name, now, before }) =>
        html`${name === '' ? nothing : html`<p class="hint">${name}</p>`}${diffView(lineDiff(now, before))}`,
    )}`;
}

/** A dialog with the changes of one document or item. */
export function changesDialog(
  home: HomeStore,
  { name, subject }: { readonly name: string; readonly subject: ChangeSubject },
  onClose: () => void,
): TemplateResult {
  define({ 'hearth-change-list': ChangeList });
  return dialog({
    title: say('changes.of', { name }),
    isWide: true,
    onClose,
    body: html`<hearth-change-list .home=${home} .subject=${subject}></hearth-change-list>
      <div class="actions end">
        <button type="button" data-first @click=${closeDialog}>${say('action.close')}</button>
      </div>`,
  });
}
