import type { PropertyValues } from 'lit';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { navigate } from '../../app/router.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import { FormDialog } from '../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { isSame, keepEdits } from '../../parts/form/keep-edits.ts';
import { deleteUser, giveLogin, type User, type UserPolicy, updateUser } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { PolicyEditor } from './policy-editor.ts';
import { policyText } from './policy-text.ts';
import { presetTask } from './preset-task.ts';
import { TokenList } from './token-list.ts';
import { factFields, factsOf, loginFields, loginOf } from './user-fields.ts';

/** A user: name and role, login, permissions, tokens. Fires `changed` after each change. */
export class UserView extends LightElement {
  static override properties = {
    home: { attribute: false },
    subject: { attribute: false },
    facts: { state: true },
    login: { state: true },
    policy: { state: true },
    isDeleting: { state: true },
    isChoosing: { state: true },
  };

  declare home: HomeStore;
  declare subject: User;
  declare facts: FormValues;
  declare login: FormValues;
  declare policy: UserPolicy | null;
  declare isDeleting: boolean;
  /** Whether a preset is being chosen. */
  declare isChoosing: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({
      'hearth-form-dialog': FormDialog,
      'hearth-policy-editor': PolicyEditor,
      'hearth-token-list': TokenList,
    });
    this.isDeleting = false;
    this.isChoosing = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('subject')) return;
    const before = changed.get('subject') as User | undefined;
    const { subject } = this;
    if (before?.id !== subject.id) {
      this.facts = factsOf(subject);
      this.login = loginOf(subject);
      this.policy = subject.policy;
      return;
    }
    // Saving one card reads the user again; what was entered into another since then is kept.
    this.facts = keepEdits(factsOf(before), this.facts, factsOf(subject));
    this.login = keepEdits(loginOf(before), this.login, loginOf(subject));
    if (isSame(this.policy, before.policy)) this.policy = subject.policy;
  }

  protected override render() {
    const { subject, home } = this;
    const isSelf = subject.id === home.user.id;
    return html`<h1>${subject.name}</h1>
      ${isSelf || !subject.is_active || (subject.is_owner && !home.user.is_owner) ? nothing : this.seeAs()}
      ${this.actions.view()}
      ${this.card('users.about', factFields(subject, isSelf), this.facts, {
        take: (values) => {
          this.facts = values;
        },
        save: () => this.saveFacts(),
      })}
      ${this.card('users.login', loginFields(subject), this.login, {
        take: (values) => {
          this.login = values;
        },
        save: () => this.saveLogin(),
      })}
      ${subject.is_owner ? nothing : this.permissions()}
      <hearth-token-list .home=${home} .userId=${subject.id}></hearth-token-list>
      ${isSelf || subject.is_owner ? nothing : this.end()}`;
  }

  private seeAs(): TemplateResult {
    const { id, name } = this.subject;
    const open = (): void => {
      this.dispatchEvent(new CustomEvent('see-as', { detail: id, bubbles: true }));
    };
    return html`<p class="actions"><button type="button" @click=${open}>${say('users.see_as', { name })}</button>
      <span class="hint">${say('users.see_as_hint')}</span></p>`;
  }

  private card(
    title: 'users.about' | 'users.login',
    fields: readonly FormField[],
    values: FormValues,
    { take, save }: { take: (values: FormValues) => void; save: () => Promise<void> },
  ): TemplateResult {
    const id = title.replace('.', '-');
    return html`<section class="card" aria-labelledby=${id}>
      <h2 id=${id}>${say(title)}</h2>
      <form
        novalidate
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <hearth-form-fields
          .home=${this.home}
          .prefix=${id}
          .fields=${fields}
          .values=${values}
          @changed=${(event: CustomEvent<FormValues>) => take(event.detail)}
        ></hearth-form-fields>
        <div class="actions"><button class="primary" ?disabled=${this.actions.isBusy}>${say('form.save')}</button></div>
      </form>
    </section>`;
  }

  private permissions(): TemplateResult {
    const { policy } = this;
    return html`<section class="card" aria-labelledby="rights-title">
      <h2 id="rights-title">${say('rights.title')}</h2>
      <label class="check">
        <input
          type="checkbox"
          .checked=${policy !== null}
          @change=${(event: Event) => {
            const isLimited = (event.target as HTMLInputElement).checked;
            this.policy = isLimited ? (this.subject.policy ?? { rules: [] }) : null;
          }}
        />
        <span>${say('rights.limited')} <small class="hint">${say('rights.limited_hint')}</small></span>
      </label>
      ${
        policy === null
          ? nothing
          : html`<p class="notice" role="status">${policyText(this.home, policy)}</p>
            <hearth-policy-editor
              .home=${this.home}
              .policy=${policy}
              @changed=${(event: CustomEvent<UserPolicy>) => {
                this.policy = event.detail;
              }}
            ></hearth-policy-editor>`
      }
      <div class="actions">
        <button
          type="button"
          class="primary"
          ?disabled=${this.actions.isBusy}
          @click=${() => this.save({ policy: this.policy })}
        >
          ${say('rights.save')}
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          @click=${() => {
            this.isChoosing = true;
          }}
        >
          ${say('rights.use_preset')}
        </button>
      </div>
      ${
        this.isChoosing
          ? html`<hearth-form-dialog
              .home=${this.home}
              .task=${presetTask((next) => {
                this.policy = next;
              })}
              @closed=${() => {
                this.isChoosing = false;
              }}
            ></hearth-form-dialog>`
          : nothing
      }
    </section>`;
  }

  private end(): TemplateResult {
    const { name } = this.subject;
    return html`<div class="actions">
        <button
          type="button"
          class="danger"
          @click=${() => {
            this.isDeleting = true;
          }}
        >
          ${say('list.delete_named', { name })}
        </button>
      </div>
      ${
        this.isDeleting
          ? confirmation({
              title: say('list.delete_title', { name }),
              question: say('users.delete_sure'),
              yes: say('list.delete'),
              no: say('action.cancel'),
              onYes: () => void this.deleteUser(),
              onClose: () => {
                this.isDeleting = false;
              },
            })
          : nothing
      }`;
  }

  private async saveFacts(): Promise<void> {
    const { name, group, is_active, local_only } = this.facts;
    const { is_owner, id } = this.subject;
    const isSelf = id === this.home.user.id;
    await this.save({
      name,
      ...(is_owner ? {} : { group_ids: [group] }),
      ...(is_owner || isSelf ? {} : { is_active: is_active === true, local_only: local_only === true }),
    });
  }

  private async saveLogin(): Promise<void> {
    const { username = '', password = '' } = this.login;
    const request = { username: String(username), password: String(password) };
    const done = await this.actions.run(
      () => giveLogin(this.home.connection, this.subject, request),
      say('users.login_saved'),
    );
    if (!done) return;
    this.login = { username: request.username };
    this.dispatchEvent(new CustomEvent('changed'));
  }

  private async save(changes: object): Promise<void> {
    const { connection } = this.home;
    if (await this.actions.run(() => updateUser(connection, this.subject.id, changes), say('form.saved')))
      this.dispatchEvent(new CustomEvent('changed'));
  }

  private async deleteUser(): Promise<void> {
    if (await this.actions.run(() => deleteUser(this.home.connection, this.subject.id)))
      navigate('/settings/users');
  }
}
