import { mdiBellOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dialog } from '../parts/dialog.ts';
import { failure } from '../parts/failure.ts';
import { icon } from '../parts/icon.ts';
import { when } from '../parts/when.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { LightElement } from './light-element.ts';
import { toastTrouble } from './toasts.ts';

interface Notification {
  readonly notification_id: string;
  readonly title: string | null;
  readonly message: string;
  /** An ISO 8601 timestamp. */
  readonly created_at: string;
}

/** All notifications, or those that were added, changed or removed. */
interface Change {
  readonly type: 'current' | 'added' | 'updated' | 'removed';
  readonly notifications: Readonly<Record<string, Notification>>;
}

/** The open notifications: a button with their number while there are any, and a dialog with their texts. */
export class NotificationList extends LightElement {
  static override properties = {
    home: { attribute: false },
    open: { state: true },
    isShown: { state: true },
  };

  declare home: HomeStore;
  declare open: ReadonlyMap<string, Notification>;
  declare isShown: boolean;
  private end: (() => void) | undefined;

  constructor() {
    super();
    this.open = new Map();
    this.isShown = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const listening = this.home.connection.subscribeMessage<Change>((change) => this.take(change), {
      type: 'persistent_notification/subscribe',
    });
    listening.catch(() => {});
    this.end = () => void listening.then((end) => end()).catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end?.();
  }

  protected override render() {
    const { size: count } = this.open;
    if (count === 0) return nothing;
    return html`<button
        type="button"
        class="chip notification-button"
        aria-haspopup="dialog"
        @click=${() => {
          this.isShown = true;
        }}
      >
        ${icon(mdiBellOutline)}<span>${say('notifications.count', { count })}</span>
      </button>
      ${this.isShown ? this.list() : nothing}`;
  }

  private list(): TemplateResult {
    const newest = [...this.open.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return dialog({
      title: say('notifications.title'),
      onClose: () => {
        this.isShown = false;
      },
      body: html`<div class="notifications">
          ${repeat(
            newest,
            ({ notification_id: id }) => id,
            (one) => this.entry(one),
          )}
        </div>
        <div class="actions end">
          ${
            newest.length < 2
              ? nothing
              : html`<button type="button" @click=${() => this.dismiss()}>${say('notifications.dismiss_all')}</button>`
          }
          <button type="button" class="primary" @click=${(event: Event) => (event.currentTarget as Element).closest('dialog')?.close()}>
            ${say('action.close')}
          </button>
        </div>`,
    });
  }

  private entry({ notification_id: id, title, message, created_at }: Notification): TemplateResult {
    const name = title ?? say('notifications.untitled');
    return html`<article class="notification">
      <h3>${name}</h3>
      <p class="notification-text">${message}</p>
      <div class="notification-end">
        <small class="hint">${when(created_at)}</small>
        <button type="button" aria-label=${say('notifications.dismiss_named', { name })} @click=${() => this.dismiss(id)}>
          ${say('notifications.dismiss')}
        </button>
      </div>
    </article>`;
  }

  private take({ type, notifications }: Change): void {
    const open = new Map(type === 'current' ? [] : this.open);
    for (const [id, notification] of Object.entries(notifications)) {
      if (type === 'removed') open.delete(id);
      else open.set(id, notification);
    }
    this.open = open;
    if (open.size === 0) this.isShown = false;
  }

  /** Dismisses one notification, or all. */
  private dismiss(id?: string): void {
    const order =
      id === undefined
        ? { service: 'dismiss_all', data: {} }
        : { service: 'dismiss', data: { notification_id: id } };
    this.home
      .call({ domain: 'persistent_notification', ...order })
      .catch((error) => toastTrouble(failure(error)));
  }
}
