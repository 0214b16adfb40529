import { mdiKeyOutline } from '@mdi/js';
import type { Connection } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { takeParameter } from '../../app/router.ts';
import { confirmation } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { when } from '../../parts/when.ts';
import { listAreas, revokeToken, type TokenEntry } from '../../server/account.ts';
import { say } from '../../texts/say.ts';
import { lastUse, limitsOf } from './token-facts.ts';

/** The long-lived access tokens: create, list, revoke. Fires `changed` when one was created or revoked. */
export class TokenCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    tokens: { attribute: false },
    isMaking: { state: true },
    deleting: { state: true },
    errorText: { state: true },
    notice: { state: true },
  };

  declare connection: Connection;
  declare tokens: readonly TokenEntry[];
  declare isMaking: boolean;
  /** The token to confirm revoking. */
  declare deleting: TokenEntry | undefined;
  declare errorText: string | undefined;
  declare notice: string;
  /** The name of a revoked token to create again. */
  private again = takeParameter('again') ?? '';
  private areaNames: ReadonlyMap<string, string> = new Map();

  constructor() {
    super();
    this.tokens = [];
    this.isMaking = this.again !== '';
    this.notice = '';
  }

  protected override firstUpdated(): void {
    // Without names, areas are shown by ID.
    listAreas(this.connection).then(
      (areas) => {
        this.areaNames = new Map(areas.map(({ area_id, name }) => [area_id, name]));
        this.requestUpdate();
      },
      () => {},
    );
  }

  protected override render() {
    return html`<section class="card" aria-labelledby="tokens-title">
      <h2 id="tokens-title" tabindex="-1">${say('tokens.title')}</h2>
      <p class="hint">${say('tokens.intro')}</p>
      <p class="notice" role="status" ?hidden=${this.notice === ''}>${this.notice}</p>
      ${alert(this.errorText)}
      ${
        this.tokens.length === 0
          ? html`<p>${say('tokens.none')}</p>`
          : html`<ul class="rows">
              ${repeat(
                this.tokens,
                ({ id }) => id,
                (token) => this.row(token),
              )}
            </ul>`
      }
      <div class="actions">
        <button type="button" class="primary" @click=${() => this.make()}>${say('tokens.create')}</button>
      </div>
      ${
        this.isMaking
          ? html`<hearth-token-dialog
              .connection=${this.connection}
              .suggested=${this.again.slice(0, 100)}
              @made=${() => this.dispatchEvent(new CustomEvent('changed'))}
              @closed=${() => {
                this.isMaking = false;
                this.again = '';
              }}
            ></hearth-token-dialog>`
          : ''
      }
      ${this.deleting === undefined ? '' : this.question(this.deleting)}
    </section>`;
  }

  private row(token: TokenEntry): TemplateResult {
    const name = token.name ?? token.id;
    const limits = limitsOf(token.policy, (id) => this.areaNames.get(id) ?? id);
    const facts = [
      say('use.made', { when: when(token.created_at) }),
      ...(token.expires_at === null ? [] : [say('use.expires', { when: when(token.expires_at) })]),
    ];
    return html`<li class="row">
      ${icon(mdiKeyOutline)}
      <div class="row-main">
        <p class="row-name">${name}</p>
        ${limits.map((limit) => html`<p class="limit">${limit}</p>`)}
        <p class="hint">${lastUse(token)}</p>
        <p class="hint">${facts.join(' · ')}</p>
      </div>
      <button
        type="button"
        class="danger"
        aria-label=${say('tokens.revoke_named', { name })}
        @click=${() => {
          this.deleting = token;
        }}
      >
        ${say('tokens.revoke')}
      </button>
    </li>`;
  }

  private question(token: TokenEntry): TemplateResult {
    const name = token.name ?? token.id;
    return confirmation({
      title: say('tokens.revoke_title', { name }),
      question: say('tokens.revoke_sure'),
      yes: say('tokens.revoke'),
      no: say('action.cancel'),
      onYes: () => this.revoke(token.id, name),
      onClose: () => {
        this.deleting = undefined;
      },
    });
  }

  private make(): void {
    this.notice = '';
    this.errorText = undefined;
    this.isMaking = true;
  }

  private async revoke(id: string, name: string): Promise<void> {
    this.notice = '';
    this.errorText = undefined;
    try {
      await revokeToken(this.connection, id);
      this.notice = say('tokens.revoked', { name });
    } catch (error) {
      this.errorText = failure(error);
    }
    this.dispatchEvent(new CustomEvent('changed'));
    this.querySelector<HTMLElement>('h2')?.focus();
  }
}
