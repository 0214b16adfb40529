import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { deviceName } from '../../parts/device-name.ts';
import { when } from '../../parts/when.ts';
import { revokeToken, type TokenEntry } from '../../server/account.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { lastUse, limitsOf } from '../profile/token-facts.ts';

/** The logins and long-lived tokens of a user, each of which can be ended. */
export class TokenList extends LightElement {
  static override properties = {
    home: { attribute: false },
    userId: { attribute: false },
    title: { attribute: false },
    tokens: { state: true },
  };

  declare home: HomeStore;
  declare userId: string;
  /** The heading; empty for the default one. */
  declare title: string;
  declare tokens: readonly TokenEntry[];
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.title = '';
    this.tokens = [];
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    return html`<section class="card">
      <h2>${this.title === '' ? say('users.tokens') : this.title}</h2>
      ${this.actions.view()}
      ${
        this.tokens.length === 0
          ? html`<p class="hint">${say('users.no_tokens')}</p>`
          : html`<ul class="rows">${this.tokens.map((token) => this.row(token))}</ul>`
      }
    </section>`;
  }

  private row(token: TokenEntry): TemplateResult {
    const name = token.name ?? deviceName(token.device);
    const limits = limitsOf(token.policy, (id) => this.home.places.areas.get(id)?.name ?? id);
    const isLong = token.type === 'long_lived_access_token';
    return html`<li class="row">
      <div class="row-main">
        <p class="row-name">
          ${name} <span class="badge ${isLong ? 'warm' : 'quiet'}">${say(isLong ? 'users.token' : 'users.session')}</span>
        </p>
        ${limits.map((limit) => html`<p class="limit">${limit}</p>`)}
        <p class="hint">
          ${lastUse(token)}${token.expires_at === null ? nothing : ` · ${say('use.expires', { when: when(token.expires_at) })}`}
        </p>
      </div>
      ${
        token.is_current
          ? html`<span class="badge">${say('sessions.this')}</span>`
          : html`<button
              type="button"
              class="danger"
              aria-label=${say('tokens.revoke_named', { name })}
              ?disabled=${this.actions.isBusy}
              @click=${() => this.revoke(token, name)}
            >
              ${say('tokens.revoke')}
            </button>`
      }
    </li>`;
  }

  private async revoke({ id }: TokenEntry, name: string): Promise<void> {
    const { connection } = this.home;
    if (await this.actions.run(() => revokeToken(connection, id), say('tokens.revoked', { name })))
      await this.read();
  }

  private async load(): Promise<void> {
    await this.actions.run(() => this.read());
  }

  private async read(): Promise<void> {
    const tokens = await this.home.connection.sendMessagePromise<TokenEntry[]>({
      type: 'hearth/token/list',
      user_id: this.userId,
    });
    this.tokens = tokens.filter(({ type }) => type !== 'system').reverse();
    this.requestUpdate();
  }
}
