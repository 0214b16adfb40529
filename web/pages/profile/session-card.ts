import { mdiCellphone, mdiMonitor } from '@mdi/js';
import type { Connection } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { deviceName } from '../../parts/device-name.ts';
import { confirmation } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { endOtherSessions, revokeToken, type TokenEntry } from '../../server/account.ts';
import { OWN_CLIENT } from '../../server/session.ts';
import { say } from '../../texts/say.ts';
import { lastUse } from './token-facts.ts';

/** The user's sessions. Fires `changed` after one has ended. */
export class SessionCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    sessions: { attribute: false },
    isConfirming: { state: true },
    errorText: { state: true },
    notice: { state: true },
  };

  declare connection: Connection;
  declare sessions: readonly TokenEntry[];
  declare isConfirming: boolean;
  declare errorText: string | undefined;
  declare notice: string;

  constructor() {
    super();
    this.sessions = [];
    this.isConfirming = false;
    this.notice = '';
  }

  protected override render() {
    const { sessions } = this;
    return html`<section class="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title" tabindex="-1">${say('sessions.title')}</h2>
      <p class="hint">${say('sessions.intro')}</p>
      <p class="notice" role="status" ?hidden=${this.notice === ''}>${this.notice}</p>
      ${alert(this.errorText)}
      ${
        sessions.length === 0
          ? html`<p>${say('sessions.none')}</p>`
          : html`<ul class="rows">
              ${repeat(
                sessions,
                ({ id }) => id,
                (session) => this.row(session),
              )}
            </ul>`
      }
      ${
        sessions.some(({ is_current }) => !is_current)
          ? html`<div class="actions">
              <button type="button" class="danger" @click=${() => this.ask(true)}>
                ${say('sessions.end_others')}
              </button>
            </div>`
          : ''
      }
      ${this.isConfirming ? this.question() : ''}
    </section>`;
  }

  private row(session: TokenEntry): TemplateResult {
    const name = deviceName(session.device);
    const app = session.client_id === OWN_CLIENT.clientId ? null : session.client_id;
    const isPhone = /\b(Mobile|iPhone|iPad|Android)\b/.test(session.device ?? '');
    return html`<li class="row">
      ${icon(isPhone ? mdiCellphone : mdiMonitor)}
      <div class="row-main">
        <p class="row-name">
          ${name} ${session.is_current ? html`<span class="badge">${say('sessions.this')}</span>` : ''}
        </p>
        ${app === null ? '' : html`<p class="hint">${app}</p>`}
        <p class="hint">${lastUse(session)}</p>
      </div>
      ${
        session.is_current
          ? ''
          : html`<button
              type="button"
              aria-label=${say('sessions.end_named', { name })}
              @click=${() => this.end(session)}
            >
              ${say('sessions.end')}
            </button>`
      }
    </li>`;
  }

  private question(): TemplateResult {
    return confirmation({
      title: say('sessions.end_others'),
      question: say('sessions.end_others_sure'),
      yes: say('sessions.end_others'),
      no: say('action.cancel'),
      onYes: () => this.act(() => endOtherSessions(this.connection), say('sessions.ended_others')),
      onClose: () => this.ask(false),
    });
  }

  private ask(isConfirming: boolean): void {
    this.isConfirming = isConfirming;
  }

  private end(session: TokenEntry): Promise<void> {
    return this.act(() => revokeToken(this.connection, session.id), say('sessions.ended'));
  }

  private async act(action: () => Promise<void>, notice: string): Promise<void> {
    this.errorText = undefined;
    this.notice = '';
    try {
      await action();
      this.notice = notice;
    } catch (error) {
      this.errorText = failure(error);
    }
    this.dispatchEvent(new CustomEvent('changed'));
    this.querySelector<HTMLElement>('h2')?.focus();
  }
}
