import type { Connection } from 'home-assistant-js-websocket';
import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { say } from '../../texts/say.ts';

/** A link to the official frontend, where it is installed. */
export class OtherFrontendCard extends LightElement {
  static override properties = {
    connection: { attribute: false },
    address: { state: true },
  };

  declare connection: Connection;
  declare address: string | undefined;

  constructor() {
    super();
    this.address = undefined;
  }

  protected override firstUpdated(): void {
    void this.look().catch(() => {});
  }

  protected override render() {
    if (this.address === undefined) return nothing;
    return html`<section class="card" aria-labelledby="other-frontend">
      <h2 id="other-frontend">${say('other_frontend.title')}</h2>
      <p><a href=${this.address} rel="external">${say('other_frontend.open')}</a></p>
    </section>`;
  }

  private async look(): Promise<void> {
    const found = await this.connection.sendMessagePromise<{ readonly port: number } | null>({
      type: 'hearth/official_frontend',
    });
    if (found === null) return;
    const address = new URL('/', location.href);
    address.port = String(found.port);
    this.address = address.href;
  }
}
