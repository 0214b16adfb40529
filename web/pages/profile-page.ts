import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { CopyText } from '../parts/copy-text.ts';
import { alert, failure } from '../parts/failure.ts';
import { listTokens, type TokenEntry } from '../server/account.ts';
import { isInCompanionApp } from '../server/companion-channel.ts';
import type { CurrentUser } from '../server/session.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { FactorCard } from './profile/factor-card.ts';
import { OtherFrontendCard } from './profile/other-frontend-card.ts';
import { PasswordCard } from './profile/password-card.ts';
import { PersonCard } from './profile/person-card.ts';
import { PushCard } from './profile/push-card.ts';
import { ReachPicker } from './profile/reach-picker.ts';
import { SessionCard } from './profile/session-card.ts';
import { TokenCard } from './profile/token-card.ts';
import { TokenDialog } from './profile/token-dialog.ts';

define({
  'hearth-copy-text': CopyText,
  'hearth-person-card': PersonCard,
  'hearth-other-frontend-card': OtherFrontendCard,
  'hearth-push-card': PushCard,
  'hearth-password-card': PasswordCard,
  'hearth-factor-card': FactorCard,
  'hearth-session-card': SessionCard,
  'hearth-token-card': TokenCard,
  'hearth-token-dialog': TokenDialog,
  'hearth-reach-picker': ReachPicker,
});

/** The profile of the current user [§5.2]. Fires `changed` after a new name, and `logout`. */
export class ProfilePage extends LightElement {
  static override properties = {
    home: { attribute: false },
    user: { attribute: false },
    tokens: { state: true },
    errorText: { state: true },
  };

  declare home: HomeStore;
  declare user: CurrentUser;
  declare tokens: readonly TokenEntry[];
  declare errorText: string | undefined;

  constructor() {
    super();
    this.tokens = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.lookAgain);
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.lookAgain);
  }

  protected override render() {
    const { user, tokens } = this;
    const { connection } = this.home;
    const pass = (event: Event): boolean =>
      this.dispatchEvent(new CustomEvent(event.type, { bubbles: true }));
    return html`<div class="page">
      <h1>${say('profile.title')}</h1>
      ${alert(this.errorText)}
      <hearth-person-card
        .connection=${connection}
        .user=${user}
        @changed=${pass}
        @logout=${pass}
      ></hearth-person-card>
      ${isInCompanionApp() ? appSettings() : nothing}
      <hearth-other-frontend-card .connection=${connection}></hearth-other-frontend-card>
      <hearth-push-card .connection=${connection}></hearth-push-card>
      <hearth-token-card
        .connection=${connection}
        .tokens=${tokens.filter(({ type }) => type === 'long_lived_access_token').toReversed()}
        @changed=${this.load}
      ></hearth-token-card>
      <hearth-session-card
        .connection=${connection}
        .sessions=${tokens.filter(({ type }) => type === 'normal').sort(byUse)}
        @changed=${this.load}
      ></hearth-session-card>
      <hearth-password-card .connection=${connection} @changed=${this.load}></hearth-password-card>
      <hearth-factor-card .connection=${connection}></hearth-factor-card>
    </div>`;
  }

  private readonly lookAgain = (): void => {
    if (document.visibilityState === 'visible') void this.load();
  };

  private async load(): Promise<void> {
    try {
      this.tokens = await listTokens(this.home.connection);
      this.errorText = undefined;
    } catch (error) {
      this.errorText = failure(error);
    }
  }
}

/** The only way back into the settings of the companion app that shows this page. */
function appSettings(): TemplateResult {
  const open = async (): Promise<void> => {
    const { companionApp } = await import('../server/companion-app.ts');
    companionApp()?.openSettings();
  };
  return html`<section class="card" aria-labelledby="companion-title">
    <h2 id="companion-title">${say('profile.companion')}</h2>
    <div class="actions"><button type="button" @click=${open}>${say('profile.companion_settings')}</button></div>
  </section>`;
}

function byUse(a: TokenEntry, b: TokenEntry): number {
  if (a.is_current !== b.is_current) return a.is_current ? -1 : 1;
  return (b.last_used_at ?? b.created_at).localeCompare(a.last_used_at ?? a.created_at);
}
