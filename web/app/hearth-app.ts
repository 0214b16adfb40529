import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { AuthorizePage } from '../pages/authorize-page.ts';
import { ClaimPage } from '../pages/claim-page.ts';
import { LoginForm } from '../pages/login-form.ts';
import { LoginPage } from '../pages/login-page.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { mark } from '../parts/icon.ts';
import { PasswordField } from '../parts/password-field.ts';
import { Session, type Stage } from '../server/session.ts';
import { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AppShell } from './app-shell.ts';
import { define } from './define.ts';
import { LightElement } from './light-element.ts';
import { NotificationList } from './notification-list.ts';
import { PATHS } from './paths.ts';
import { language, onPreference } from './preferences.ts';
import { navigate, onNavigate, startRouter } from './router.ts';
import { SearchOpener } from './search-opener.ts';
import { ToastList } from './toasts.ts';

define({
  'hearth-password-field': PasswordField,
  'hearth-claim-page': ClaimPage,
  'hearth-login-form': LoginForm,
  'hearth-login-page': LoginPage,
  'hearth-authorize-page': AuthorizePage,
  'hearth-notifications': NotificationList,
  'hearth-search': SearchOpener,
  'hearth-shell': AppShell,
  'hearth-toasts': ToastList,
});

type Inside = Extract<Stage, { kind: 'inside' }>;

/** The root element: the login pages, or the app once logged in. */
export class HearthApp extends LightElement {
  private readonly session = new Session(() => this.requestUpdate());
  private undo: readonly (() => void)[] = [];
  private home: HomeStore | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    startRouter();
    this.undo = [onNavigate(() => this.requestUpdate()), onPreference(() => this.requestUpdate())];
    void this.session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
    this.leaveHome();
  }

  protected override render() {
    // Texts are looked up while rendering, so another language needs a new page element.
    return html`${keyed(language(), this.page())}<hearth-toasts></hearth-toasts>`;
  }

  private page(): TemplateResult {
    const { stage } = this.session;
    if (stage.kind !== 'inside') this.leaveHome();
    if (location.pathname === PATHS.trust) return this.trust();
    if (stage.kind === 'claim')
      return html`<hearth-claim-page
        @authorized=${this.moveIn}
        @claimed=${() => this.session.claimed()}
      ></hearth-claim-page>`;
    if (location.pathname === PATHS.authorize && stage.kind !== 'starting' && stage.kind !== 'unreachable')
      return html`<hearth-authorize-page></hearth-authorize-page>`;
    if (stage.kind === 'inside') return this.inside(stage);
    if (stage.kind === 'login')
      return html`<hearth-login-page .because=${stage.because} @authorized=${this.enter}></hearth-login-page>`;
    if (stage.kind === 'unreachable') return this.unreachable();
    return html`<main class="entry-page" id="content" aria-busy="true">
      <p class="brand">${mark()} <span>Hearth</span></p>
      <p class="hint" role="status">${say('app.starting')}</p>
    </main>`;
  }

  private inside(stage: Inside): TemplateResult {
    if (this.home?.connection !== stage.connection) {
      this.leaveHome();
      this.home = new HomeStore(stage.connection, stage.user);
    }
    this.home.user = stage.user;
    return html`<hearth-shell
      .home=${this.home}
      .user=${stage.user}
      .address=${location.pathname}
      @changed=${() => this.session.reloadUser()}
      @logout=${() => this.session.logOut()}
    ></hearth-shell>`;
  }

  /** The steps to trust this home's certificates, which nobody needs to log in for. */
  private trust(): TemplateResult {
    void import('../pages/trust-page.ts').then(({ TrustPage }) => define({ 'hearth-trust-page': TrustPage }));
    return html`<hearth-trust-page></hearth-trust-page>`;
  }

  private leaveHome(): void {
    this.home?.close();
    this.home = undefined;
  }

  private unreachable(): TemplateResult {
    return entryFrame(
      say('connection.unreachable'),
      html`<p class="intro">${say('connection.unreachable_more')}</p>
        <div class="actions">
          <button type="button" class="primary wide" @click=${() => this.session.start()}>
            ${say('connection.retry')}
          </button>
        </div>
        <p class="hint" role="status">${say('connection.retrying')}</p>`,
    );
  }

  /** Takes a new owner to the welcome page, unless another page was requested. */
  private async moveIn(event: CustomEvent<string>): Promise<void> {
    if (location.pathname === PATHS.home) navigate(PATHS.welcome, 'replace');
    await this.enter(event);
  }

  private async enter(event: CustomEvent<string>): Promise<void> {
    await this.session.enter(event.detail);
  }
}
