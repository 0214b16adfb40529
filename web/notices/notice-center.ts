import '../styles/dashboards.css';
import '../styles/notices.css';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { LightElement } from '../app/light-element.ts';
import { toastTrouble } from '../app/toasts.ts';
import { markdownView } from '../dashboards/markdown.ts';
import { closeDialog, dialog } from '../parts/dialog.ts';
import { failure } from '../parts/failure.ts';
import { icon } from '../parts/icon.ts';
import { repeat } from '../parts/repeat.ts';
import { when } from '../parts/when.ts';
import { say } from '../texts/say.ts';
import type { Notice, NoticeKind } from './notice.ts';
import type { NoticeStore } from './notice-store.ts';

/** How many notices of a kind are rendered at first, and with each "Show more". */
const PAGE = 20;

/** The notification center: a dialog with all notices by kind. */
export class NoticeCenter extends LightElement {
  static override properties = { store: { attribute: false }, limits: { state: true } };

  declare store: NoticeStore;
  /** How many notices are rendered, by the name of the kind. */
  declare limits: Readonly<Record<string, number>>;
  private end: () => void = () => {};

  constructor() {
    super();
    this.limits = {};
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.end = this.store.listen(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end();
  }

  protected override render() {
    const sections = this.store.sections();
    return dialog({
      title: say('notifications.title'),
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: html`${
        sections.length === 0
          ? html`<p class="hint" role="status">${say('notices.none')}</p>`
          : sections.map(({ kind, notices }) => this.section(kind, notices))
      }
        <div class="actions end">
          <button type="button" class="primary" @click=${closeDialog}>${say('action.close')}</button>
        </div>`,
    });
  }

  private section(kind: NoticeKind, notices: readonly Notice[]): TemplateResult {
    const { name, title } = kind;
    const limit = this.limits[name] ?? PAGE;
    const isMany = kind.dismissAll !== undefined && notices.length > 1;
    return html`<section class="notices" aria-labelledby="notices-${name}">
      <div class="notices-head">
        <h3 id="notices-${name}">${icon(kind.icon)} ${say(title)} <small class="hint">${notices.length}</small></h3>
        ${isMany ? html`<button type="button" class="quiet" @click=${() => this.dismissAll(kind, notices)}>${say('notices.dismiss_all')}</button>` : nothing}
      </div>
      ${repeat(
        notices.slice(0, limit),
        ({ id }) => id,
        (notice) => this.entry(kind, notice),
      )}
      ${
        notices.length > limit
          ? html`<button type="button" @click=${() => this.showMore(name, limit)}>
              ${say('notices.more', { count: notices.length - limit })}
            </button>`
          : nothing
      }
    </section>`;
  }

  private entry(kind: NoticeKind, { id, title, text, time, link }: Notice): TemplateResult {
    return html`<article class="notice-entry">
      <h4>${title}</h4>
      ${text === undefined || text === '' ? nothing : html`<div class="notice-text markdown">${guard([text], () => markdownView(text, 4))}</div>`}
      <div class="notice-end">
        <small class="hint">${time === undefined ? nothing : when(time)}</small>
        <span class="actions">
          <button type="button" class="quiet" aria-label=${say('notices.about', { action: say(kind.dismissal), title })}
            @click=${() => this.attempt(kind.dismiss(this.store.home, id))}>${say(kind.dismissal)}</button>
          ${link === undefined ? nothing : html`<a class="button" href=${link.path} @click=${closeDialog}>${link.label}</a>`}
        </span>
      </div>
    </article>`;
  }

  private showMore(name: string, limit: number): void {
    this.limits = { ...this.limits, [name]: limit + 5 * PAGE };
  }

  private dismissAll(kind: NoticeKind, notices: readonly Notice[]): void {
    const ids = notices.map(({ id }) => id);
    this.attempt(kind.dismissAll?.(this.store.home, ids) ?? Promise.resolve());
  }

  private attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => toastTrouble(failure(error)));
  }
}
