import { html } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { OWN_CLIENT } from '../server/session.ts';
import { say } from '../texts/say.ts';

/** The login page of the app itself; the form's `authorized` event bubbles through. */
export class LoginPage extends LightElement {
  static override properties = { because: {} };

  declare because: 'ended' | 'logged_out' | undefined;

  protected override render() {
    const { because } = this;
    return entryFrame(
      say('login.title'),
      html`<hearth-login-form
        .client=${OWN_CLIENT}
        .notice=${because === undefined ? undefined : say(`login.${because}`)}
        @authorized=${this.pass}
      ></hearth-login-form>`,
    );
  }

  private pass(event: CustomEvent<string>): void {
    this.dispatchEvent(new CustomEvent('authorized', { detail: event.detail }));
  }
}
