import { mdiAccountCircleOutline, mdiHomeOutline } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { AuthorizePage } from '../pages/authorize-page.ts';
import { ClaimPage } from '../pages/claim-page.ts';
import { HomePage } from '../pages/home-page.ts';
import { LoginForm } from '../pages/login-form.ts';
import { LoginPage } from '../pages/login-page.ts';
import { FactorCard } from '../pages/profile/factor-card.ts';
import { PasswordCard } from '../pages/profile/password-card.ts';
import { PersonCard } from '../pages/profile/person-card.ts';
import { ReachPicker } from '../pages/profile/reach-picker.ts';
import { SessionCard } from '../pages/profile/session-card.ts';
import { TokenCard } from '../pages/profile/token-card.ts';
import { TokenDialog } from '../pages/profile/token-dialog.ts';
import { ProfilePage } from '../pages/profile-page.ts';
import { CopyText } from '../parts/copy-text.ts';
import { door } from '../parts/door.ts';
import { icon, mark } from '../parts/icon.ts';
import { PasswordField } from '../parts/password-field.ts';
import { Session, type Stage } from '../server/session.ts';
import { say } from '../words/say.ts';
import { LightElement } from './light-element.ts';
import { PATHS } from './paths.ts';
import { language, onPreference } from './preferences.ts';
import { onNavigate, startRouter } from './router.ts';

const ELEMENTS = {
  'hearth-password-field': PasswordField,
  'hearth-copy-text': CopyText,
  'hearth-claim-page': ClaimPage,
  'hearth-login-form': LoginForm,
  'hearth-login-page': LoginPage,
  'hearth-authorize-page': AuthorizePage,
  'hearth-home-page': HomePage,
  'hearth-profile-page': ProfilePage,
  'hearth-person-card': PersonCard,
  'hearth-password-card': PasswordCard,
  'hearth-factor-card': FactorCard,
  'hearth-session-card': SessionCard,
  'hearth-token-card': TokenCard,
  'hearth-token-dialog': TokenDialog,
  'hearth-reach-picker': ReachPicker,
};
for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

type Inside = Extract<Stage, { kind: 'inside' }>;

/** The whole app: which page is open, and whether its user may see it. */
export class HearthApp extends LightElement {
  private readonly session = new Session(() => this.requestUpdate());
  private undo: readonly (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    startRouter(Object.values(PATHS));
    this.undo = [onNavigate(() => this.turnPage()), onPreference(() => this.requestUpdate())];
    void this.session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
  }

  protected override render() {
    // Each text is looked up when its page is drawn: another language is another page.
    return keyed(language(), this.page());
  }

  private page(): TemplateResult {
    const { stage } = this.session;
    if (stage.kind === 'claim')
      return html`<hearth-claim-page
        @authorized=${this.enter}
        @claimed=${() => this.session.claimed()}
      ></hearth-claim-page>`;
    if (location.pathname === PATHS.authorize && stage.kind !== 'starting' && stage.kind !== 'unreachable')
      return html`<hearth-authorize-page></hearth-authorize-page>`;
    if (stage.kind === 'inside') return this.inside(stage);
    if (stage.kind === 'login')
      return html`<hearth-login-page .because=${stage.because} @authorized=${this.enter}></hearth-login-page>`;
    if (stage.kind === 'unreachable') return this.unreachable();
    return html`<main class="door" id="content" aria-busy="true">
      <p class="brand">${mark()} <span>Hearth</span></p>
      <p class="hint" role="status">${say('app.starting')}</p>
    </main>`;
  }

  private inside(stage: Inside): TemplateResult {
    const link = (path: string, name: string, drawing: string): TemplateResult =>
      html`<a href=${path} aria-current=${location.pathname === path ? 'page' : 'false'}>
        ${icon(drawing)}<span>${name}</span>
      </a>`;
    return html`<a class="skip" href="#content">${say('app.skip')}</a>
      <header class="bar">
        <a class="bar-brand" href=${PATHS.home}>${mark()}<span>Hearth</span></a>
        <nav aria-label=${say('app.menu')}>
          ${link(PATHS.home, say('app.home'), mdiHomeOutline)}
          ${link(PATHS.profile, say('app.profile'), mdiAccountCircleOutline)}
        </nav>
      </header>
      <div class="banner" role="status" ?hidden=${stage.isConnected}>
        ${stage.isConnected ? '' : say('connection.lost')}
      </div>
      <main id="content" tabindex="-1">${this.content(stage)}</main>`;
  }

  private content(stage: Inside): TemplateResult {
    if (location.pathname === PATHS.home)
      return html`<hearth-home-page .connection=${stage.connection}></hearth-home-page>`;
    if (location.pathname === PATHS.profile)
      return html`<hearth-profile-page
        .connection=${stage.connection}
        .user=${stage.user}
        @changed=${() => this.session.reloadUser()}
        @logout=${() => this.session.logOut()}
      ></hearth-profile-page>`;
    return html`<div class="page"><h1>${say('app.not_found')}</h1></div>`;
  }

  private unreachable(): TemplateResult {
    return door(
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

  private async enter(event: CustomEvent<string>): Promise<void> {
    await this.session.enter(event.detail);
  }

  private async turnPage(): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    window.scrollTo(0, 0);
    this.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  }
}
