import { html } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { PATHS } from '../app/paths.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { OWN_CLIENT } from '../server/session.ts';
import { say } from '../texts/say.ts';
import { type AuthorizeRequest, hostOf, readRequest, returnAddress } from './authorize-request.ts';

/** The OAuth authorization page for other apps: names the client; logging in is the consent. */
export class AuthorizePage extends LightElement {
  static override properties = { isGoing: { state: true } };

  declare isGoing: boolean;
  private readonly request = readRequest(location.search);

  constructor() {
    super();
    this.isGoing = false;
  }

  protected override render() {
    const { request } = this;
    if (request === null) return this.refuse();
    if (this.isGoing)
      return entryFrame(
        say('authorize.title'),
        html`<p class="notice" role="status">${say('authorize.going')}</p>`,
      );
    return new URL(request.client.clientId).origin === location.origin
      ? entryFrame(say('login.title'), this.form(request, say('login.submit')))
      : entryFrame(say('authorize.title'), this.consent(request));
  }

  private consent(request: AuthorizeRequest) {
    const { clientId, redirectUri } = request.client;
    const [who, target] = [hostOf(clientId), hostOf(redirectUri)];
    return html`<div class="asker">
        <p><strong class="host">${who}</strong> ${say('authorize.who')}</p>
        ${who === target ? '' : html`<p>${say('authorize.return')} <strong class="host">${target}</strong>.</p>`}
        <p class="hint">${say('authorize.warning')}</p>
      </div>
      ${this.form(request, say('authorize.submit'))}
      <p class="below"><a href=${PATHS.home}>${say('authorize.deny')}</a></p>`;
  }

  private form(request: AuthorizeRequest, submitLabel: string) {
    return html`<hearth-login-form
      .client=${{ ...OWN_CLIENT, ...request.client }}
      .submitLabel=${submitLabel}
      @authorized=${(event: CustomEvent<string>) => {
        this.isGoing = true;
        location.assign(returnAddress(request, event.detail));
      }}
    ></hearth-login-form>`;
  }

  private refuse() {
    return entryFrame(
      say('authorize.bad_title'),
      html`<p class="intro">${say('authorize.bad')}</p>
        <p class="below"><a href=${PATHS.home}>${say('app.to_home')}</a></p>`,
    );
  }
}
