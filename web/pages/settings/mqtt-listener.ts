import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { Listening } from '../../parts/listening.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

interface Message {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
}

const MAX_COUNT = 50;

/** Messages on topics, live, and a form to publish one. */
export class MqttListener extends LightElement {
  static override properties = {
    home: { attribute: false },
    received: { state: true },
  };

  declare home: HomeStore;
  declare received: readonly Message[];
  private topic = '#';
  private readonly actions = new AsyncActions(this);
  private readonly listening = new Listening(this);

  constructor() {
    super();
    this.received = [];
  }

  protected override render() {
    return html`<section class="card" aria-labelledby="listener-title">
      <h2 id="listener-title">${say('mqtt.listen')}</h2>
      <form novalidate @submit=${this.toggle}>
        <div class="field">
          <label for="topic">${say('mqtt.topic')}</label>
          <input
            id="topic"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            ?disabled=${this.listening.isOn}
            .value=${this.topic}
            @input=${(event: InputEvent) => {
              this.topic = (event.target as HTMLInputElement).value;
            }}
          />
        </div>
        ${this.actions.view()}
        <div class="actions">
          <button class="primary">${say(this.listening.isOn ? 'events.stop' : 'events.start')}</button>
        </div>
      </form>
      <ol class="rows">
        ${this.received.map(
          ({ topic, payload, qos, retain }) => html`<li class="row">
            <div class="row-main">
              <p class="row-name"><code>${topic}</code></p>
              <p class="hint">QoS ${qos}${retain ? html` · ${say('mqtt.is_retained')}` : nothing}</p>
              <pre class="code" tabindex="0">${payload}</pre>
            </div>
          </li>`,
        )}
      </ol>
    </section>`;
  }

  private async toggle(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!this.listening.isOn) this.received = [];
    await this.listening.toggle<Message>(
      this.actions,
      (message) => {
        this.received = [message, ...this.received].slice(0, MAX_COUNT);
      },
      (receive) =>
        this.home.connection.subscribeMessage(receive, { type: 'mqtt/subscribe', topic: this.topic }),
    );
  }
}
