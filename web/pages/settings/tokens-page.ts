import { html } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { repeat } from '../../parts/repeat.ts';
import { listUsers, type User } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { TokenList } from './token-list.ts';

/** The tokens and logins of all users. */
export class TokensPage extends LightElement {
  static override properties = { home: { attribute: false }, users: { state: true } };

  declare home: HomeStore;
  declare users: readonly User[];
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    define({ 'hearth-token-list': TokenList });
    this.users = [];
  }

  protected override firstUpdated(): void {
    void this.actions.run(async () => {
      this.users = await listUsers(this.home.connection);
    });
  }

  protected override render() {
    return html`<h1>${say('access.title')}</h1>
      <p class="intro">${say('access.intro_long')} <a href="/profile">${say('access.make')}</a></p>
      ${this.actions.view()}
      ${repeat(
        this.users,
        ({ id }) => id,
        ({ id, name }) =>
          html`<hearth-token-list .home=${this.home} .userId=${id} .title=${name}></hearth-token-list>`,
      )}`;
  }
}
