import type { Connection } from 'home-assistant-js-websocket';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { type Preferences, prefer, preferences } from '../../app/preferences.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { alert, failure } from '../../parts/failure.ts';
import { field, focusFieldError, valuesOf } from '../../parts/field.ts';
import { loadProfile, type Profile, rename } from '../../server/account.ts';
import type { CurrentUser } from '../../server/session.ts';
import { LANGUAGES } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';

/** The current user, and the preferences of this browser. Fires `changed` after a new name, and `logout`. */
export class PersonCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    user: { attribute: false },
    profile: { state: true },
    isRenaming: { state: true },
    fieldError: { state: true },
    errorText: { state: true },
  };

  declare connection: Connection;
  declare user: CurrentUser;
  declare profile: Profile | undefined;
  declare isRenaming: boolean;
  declare fieldError: string | undefined;
  declare errorText: string | undefined;

  constructor() {
    super();
    this.isRenaming = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  protected override render() {
    const { user, profile } = this;
    return html`<section class="card" aria-labelledby="person-title">
      <div class="person">
        <span class="avatar" aria-hidden="true">${[...user.name][0]?.toUpperCase() ?? '?'}</span>
        <div class="person-text">
          <h2 id="person-title">${user.name}</h2>
          ${
            profile?.username
              ? html`<p class="hint username">${say('profile.username', { username: profile.username })}</p>`
              : ''
          }
          <p class="hint">${say(`profile.role_${roleOf(user, profile)}`)}</p>
        </div>
      </div>
      <div class="actions">
        <button type="button" @click=${() => this.open()}>${say('profile.change_name')}</button>
        <button type="button" @click=${() => this.dispatchEvent(new CustomEvent('logout'))}>
          ${say('profile.log_out')}
        </button>
      </div>
      <h3>${say('look.title')}</h3>
      <div class="pair">
        ${choice('theme', say('look.theme'), [
          ['auto', say('look.auto')],
          ['light', say('look.light')],
          ['dark', say('look.dark')],
        ])}
        ${choice('language', say('app.language'), [['auto', say('look.language_auto')], ...LANGUAGES])}
        ${choice('sparklines', say('look.curves'), [
          ['off', say('look.curves_none')],
          ['on', say('look.curves_hours')],
        ])}
      </div>
      ${this.isRenaming ? this.renameDialog() : ''}
    </section>`;
  }

  private renameDialog(): TemplateResult {
    return dialog({
      title: say('profile.change_name'),
      onClose: () => {
        this.isRenaming = false;
      },
      body: html`<form novalidate @submit=${this.rename}>
        ${field({
          name: 'name',
          label: say('profile.name'),
          hint: say('profile.name_hint'),
          value: this.user.name,
          autocomplete: 'name',
          maxLength: 100,
          error: this.fieldError,
        })}
        ${alert(this.errorText)}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary">${say('action.save')}</button>
        </div>
      </form>`,
    });
  }

  /** If loading fails, the card shows less, without an error. */
  private async load(): Promise<void> {
    this.profile = await loadProfile(this.connection).catch(() => undefined);
  }

  private open(): void {
    this.fieldError = undefined;
    this.errorText = undefined;
    this.isRenaming = true;
  }

  private async rename(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { name = '' } = valuesOf(event.target as HTMLFormElement);
    const window = this.querySelector('dialog');
    this.errorText = undefined;
    this.fieldError = name === '' ? say('error.required') : undefined;
    await this.updateComplete;
    if (this.fieldError !== undefined) return focusFieldError(this);
    try {
      await rename(this.connection, name);
      window?.close();
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (error) {
      this.errorText = failure(error);
    }
  }
}

function roleOf(user: CurrentUser, profile: Profile | undefined) {
  if (user.is_owner) return 'owner';
  if (user.is_admin) return 'admin';
  return profile?.group_ids.includes('system-users') === false ? 'reader' : 'user';
}

function choice<Key extends keyof Preferences>(
  key: Key,
  label: string,
  options: readonly (readonly [Preferences[Key], string])[],
): TemplateResult {
  const now = preferences()[key];
  return html`<div class="field">
    <label for="look-${key}">${label}</label>
    <select
      id="look-${key}"
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        const picked = options.find(([one]) => one === value);
        if (picked !== undefined) void prefer({ [key]: picked[0] });
      }}
    >
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}
    </select>
  </div>`;
}
