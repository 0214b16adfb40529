import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { navigate, takeParameter } from '../../app/router.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { chevron } from '../../parts/icon.ts';
import { createUser, giveLogin, listUsers, type User } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { UserView } from './user-view.ts';

/** The name of a user's role. */
export function roleOf({ is_owner, group_ids }: Pick<User, 'is_owner' | 'group_ids'>): string {
  if (is_owner) return say('profile.role_owner');
  if (group_ids.includes('system-admin')) return say('profile.role_admin');
  return say(group_ids.includes('system-read-only') ? 'profile.role_reader' : 'profile.role_user');
}

/** The list of users with their roles, or a single user by address. */
export class UsersPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    userId: { attribute: false },
    users: { state: true },
    isMaking: { state: true },
  };

  declare home: HomeStore;
  /** The ID of the user; empty for the list. */
  declare userId: string;
  declare users: readonly User[] | undefined;
  declare isMaking: boolean;
  private readonly actions = new AsyncActions(this);
  /** The name of a deleted user to create again. */
  private again = takeParameter('again') ?? '';

  constructor() {
    super();
    defineForms();
    define({ 'hearth-form-dialog': FormDialog, 'hearth-user-view': UserView });
    this.userId = '';
    this.users = undefined;
    this.isMaking = this.again !== '';
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  protected override render() {
    const { users, userId } = this;
    if (users === undefined) return html`<h1>${say('users.title')}</h1>${this.actions.view()}`;
    const one = users.find(({ id }) => id === userId);
    if (one !== undefined)
      return html`<hearth-user-view .home=${this.home} .subject=${one} @changed=${this.load}></hearth-user-view>`;
    return html`<h1>${say('users.title')}</h1>
      <p class="intro">${say('users.intro_long')}</p>
      <section class="card">
        <div class="card-head">
          <h2>${say('users.all', { count: users.length })}</h2>
          <button
            type="button"
            @click=${() => {
              this.isMaking = true;
            }}
          >
            ${say('users.add')}
          </button>
        </div>
        ${this.actions.view()}
        <ul class="rows">${users.filter(({ system_generated }) => !system_generated).map(row)}</ul>
      </section>
      ${
        this.isMaking
          ? html`<hearth-form-dialog
              .home=${this.home}
              .task=${this.newUser()}
              @closed=${() => {
                this.isMaking = false;
                this.again = '';
              }}
            ></hearth-form-dialog>`
          : nothing
      }`;
  }

  private newUser(): FormTask {
    return {
      title: say('users.add'),
      fields: [
        { kind: 'text', name: 'name', label: say('record.name'), isRequired: true, maxLength: 100 },
        { kind: 'text', name: 'username', label: say('users.username'), isRequired: true, maxLength: 64 },
        {
          kind: 'text',
          type: 'password',
          name: 'password',
          label: say('users.password'),
          hint: say('users.password_hint'),
          isRequired: true,
        },
        {
          kind: 'select',
          name: 'group',
          label: say('users.role'),
          isRequired: true,
          options: [
            { id: 'system-users', name: say('profile.role_user') },
            { id: 'system-read-only', name: say('profile.role_reader') },
            { id: 'system-admin', name: say('profile.role_admin') },
          ],
        },
      ],
      values: { group: 'system-users', ...(this.again === '' ? {} : { name: this.again.slice(0, 100) }) },
      save: async ({ name, username, password, group }) => {
        const { connection } = this.home;
        const { user } = await createUser(connection, { name: String(name), group_ids: [String(group)] });
        try {
          await giveLogin(connection, user, { username: String(username), password: String(password) });
        } finally {
          await this.load();
        }
        navigate(`/settings/users/${user.id}`);
      },
    };
  }

  private readonly load = async (): Promise<void> => {
    await this.actions.run(async () => {
      this.users = await listUsers(this.home.connection);
    });
  };
}

function row(user: User): TemplateResult {
  const facts = [roleOf(user), user.username === null ? say('users.no_login') : user.username];
  return html`<li class="row">
    <div class="row-main">
      <p class="row-name"><a href="/settings/users/${user.id}">${user.name}</a>
        ${user.is_active ? nothing : html`<span class="badge quiet">${say('users.inactive')}</span>`}
        ${user.policy === null ? nothing : html`<span class="badge warm">${say('users.limited')}</span>`}
        ${user.local_only ? html`<span class="badge quiet">${say('users.local')}</span>` : nothing}</p>
      <p class="hint">${facts.join(' · ')}</p>
    </div>
    ${chevron()}
  </li>`;
}
