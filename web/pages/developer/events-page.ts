import '../../styles/editors.css';
import type { HassEvent } from 'home-assistant-js-websocket';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { hasUnreadable } from '../../parts/field.ts';
import { YamlField } from '../../parts/form/yaml-field.ts';
import { Listening } from '../../parts/listening.ts';
import { timeText } from '../../parts/time-text.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** The most events shown. */
const MAX_COUNT = 50;
const KNOWN = [
  'state_changed',
  'call_service',
  'automation_triggered',
  'script_started',
  'area_registry_updated',
  'device_registry_updated',
  'entity_registry_updated',
  'core_config_updated',
  'tag_scanned',
];

/** Live events, and a form to fire one. */
export class EventsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    wanted: { state: true },
    received: { state: true },
    fired: { state: true },
    data: { state: true },
  };

  declare home: HomeStore;
  declare wanted: string;
  declare received: readonly { readonly at: number; readonly event: HassEvent }[];
  declare fired: string;
  declare data: unknown;
  private count = 0;
  private readonly hearing = new AsyncActions(this);
  private readonly listening = new Listening(this);
  private readonly firing = new AsyncActions(this);

  constructor() {
    super();
    define({ 'hearth-yaml-field': YamlField });
    this.wanted = 'state_changed';
    this.received = [];
    this.fired = '';
    this.data = undefined;
  }

  protected override render() {
    return html`<h1>${say('events.title')}</h1>
      <datalist id="event-types">${KNOWN.map((name) => html`<option value=${name}></option>`)}</datalist>
      ${this.fireForm()}
      <section class="card" aria-labelledby="listen-title">
        <h2 id="listen-title">${say('events.listen')}</h2>
        <form novalidate @submit=${this.toggle}>
          <div class="field">
            <label for="event-type">${say('events.type')}</label>
            <input
              id="event-type"
              list="event-types"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              aria-describedby="event-type-hint"
              ?disabled=${this.listening.isOn}
              .value=${this.wanted}
              @input=${(event: InputEvent) => {
                this.wanted = (event.target as HTMLInputElement).value.trim();
              }}
            />
            <p class="hint" id="event-type-hint">${say('events.type_hint')}</p>
          </div>
          ${this.hearing.view()}
          <div class="actions">
            <button class="primary">${say(this.listening.isOn ? 'events.stop' : 'events.start')}</button>
            <button type="button" ?disabled=${this.received.length === 0} @click=${this.clear}>${say('events.clear')}</button>
          </div>
        </form>
        <p class="hint">${this.listening.isOn ? say('events.listening', { count: this.count }) : nothing}</p>
        <ol class="rows">${this.received.map(row)}</ol>
      </section>`;
  }

  private fireForm(): TemplateResult {
    return html`<section class="card" aria-labelledby="fire-title">
      <h2 id="fire-title">${say('events.fire')}</h2>
      <form novalidate @submit=${this.fire}>
        <div class="field">
          <label for="fire-type">${say('events.fire_type')}</label>
          <input
            id="fire-type"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            .value=${this.fired}
            @input=${(event: InputEvent) => {
              this.fired = (event.target as HTMLInputElement).value.trim();
            }}
          />
        </div>
        <hearth-yaml-field
          .name=${'fire-data'}
          .label=${say('events.data')}
          .value=${this.data}
          .rows=${4}
          @changed=${(event: CustomEvent<unknown>) => {
            this.data = event.detail;
          }}
        ></hearth-yaml-field>
        ${this.firing.view()}
        <div class="actions">
          <button class="primary" ?disabled=${this.fired === '' || this.firing.isBusy}>${say('events.fire_now')}</button>
        </div>
      </form>
    </section>`;
  }

  private async toggle(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!this.listening.isOn) this.clear();
    const type = this.wanted === '' ? undefined : this.wanted;
    await this.listening.toggle<HassEvent>(
      this.hearing,
      (one) => this.receive(one),
      (receive) => this.home.connection.subscribeEvents(receive, type),
    );
  }

  private receive(event: HassEvent): void {
    this.count += 1;
    this.received = [{ at: this.count, event }, ...this.received].slice(0, MAX_COUNT);
  }

  private clear(): void {
    this.count = 0;
    this.received = [];
  }

  private async fire(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (hasUnreadable(this)) return this.firing.showError(say('form.unreadable'));
    const type = this.fired;
    const data = this.data ?? {};
    await this.firing.run(
      () =>
        this.home.connection.sendMessagePromise({ type: 'fire_event', event_type: type, event_data: data }),
      say('events.fired', { type }),
    );
  }
}

function row({ at, event }: { at: number; event: HassEvent }): TemplateResult {
  const time = timeText(event.time_fired, { timeStyle: 'medium' });
  const about = (event.data as { entity_id?: unknown }).entity_id;
  return html`<li class="row" data-event=${at}>
    <details class="row-main">
      <summary>
        <span><b>${event.event_type}</b> ${typeof about === 'string' ? html`<code>${about}</code>` : nothing}</span>
        <span class="hint">${time}</span>
      </summary>
      <pre class="code" tabindex="0">${JSON.stringify(event, null, 2)}</pre>
    </details>
  </li>`;
}
