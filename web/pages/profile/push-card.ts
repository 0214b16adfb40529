import '../../styles/controls.css';
import '../../styles/push.css';
import { mdiBellOutline } from '@mdi/js';
import type { Connection } from 'home-assistant-js-websocket';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { deviceName } from '../../parts/device-name.ts';
import { icon } from '../../parts/icon.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { timeText } from '../../parts/time-text.ts';
import {
  type PushBrowser,
  type PushInfo,
  type PushPreferences,
  pushObstacle,
  readPush,
  subscribePush,
  unsubscribePush,
} from '../../server/push.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import '../../texts/push.ts';
import { say } from '../../texts/say.ts';

/** Which browsers show the user's notifications, and when they are quiet. */
export class PushCard extends LightElement {
  static override properties = { connection: { attribute: false }, info: { state: true } };

  declare connection: Connection;
  declare info: PushInfo | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.info = undefined;
    new ReloadOnReconnect(this, () => void this.actions.run(() => this.load()));
  }

  protected override render() {
    const { info } = this;
    return html`<section class="card" aria-labelledby="push-title">
      <h2 id="push-title">${say('push.title')}</h2>
      <p class="hint">${say('push.intro')}</p>
      ${this.actions.view()} ${info === undefined ? nothing : this.content(info)}
    </section>`;
  }

  private content({ browsers, preferences }: PushInfo): TemplateResult {
    const obstacle = pushObstacle();
    const own = browsers.find(({ is_current }) => is_current);
    const others = browsers.filter(({ is_current }) => !is_current);
    return html`${
      obstacle === undefined
        ? labeledSwitch({
            label: say('push.here'),
            isOn: own !== undefined,
            isDisabled: this.actions.isBusy,
            onTurn: (isOn) => void this.turn(isOn, own),
          })
        : html`<p>${say(obstacle)}</p>`
    }
      ${others.length === 0 ? nothing : html`<h3>${say('push.other')}</h3><ul class="rows">${others.map((one) => this.row(one))}</ul>`}
      ${browsers.length === 0 ? nothing : this.choices(preferences)}`;
  }

  private row(browser: PushBrowser): TemplateResult {
    const { name, created_at } = browser;
    return html`<li class="row">
      ${icon(mdiBellOutline)}
      <div class="row-main">
        <p class="row-name">${name}</p>
        <p class="hint">${say('push.since', { date: timeText(created_at, { dateStyle: 'medium' }) })}</p>
      </div>
      <button type="button" aria-label=${say('push.remove_named', { name })} @click=${() => this.turn(false, browser)}>
        ${say('push.remove')}
      </button>
    </li>`;
  }

  private choices(preferences: PushPreferences): TemplateResult {
    const time = (key: 'quiet_from' | 'quiet_to'): TemplateResult => html`<label>
      ${say(`push.${key}`)}
      <input
        type="time"
        .value=${preferences[key] ?? ''}
        @change=${({ target }: Event) => this.save({ [key]: (target as HTMLInputElement).value || null })}
      />
    </label>`;
    return html`<fieldset class="quiet-hours">
        <legend>${say('push.quiet')}</legend>
        ${time('quiet_from')} ${time('quiet_to')}
        <p class="hint">${say('push.quiet_hint')}</p>
      </fieldset>
      ${labeledSwitch({
        label: say('push.hide'),
        isOn: preferences.hides_content,
        onTurn: (isOn) => void this.save({ hides_content: isOn }),
      })}
      <div class="actions">
        <button type="button" ?disabled=${this.actions.isBusy} @click=${this.test}>${say('push.test')}</button>
      </div>`;
  }

  private async load(): Promise<void> {
    this.info = await readPush(this.connection);
  }

  private async turn(isOn: boolean, browser: PushBrowser | undefined): Promise<void> {
    await this.actions.run(async () => {
      if (isOn)
        await subscribePush(this.connection, this.info?.public_key ?? '', deviceName(navigator.userAgent));
      else if (browser !== undefined) await unsubscribePush(this.connection, browser);
      await this.load();
    });
  }

  private async save(changes: Partial<PushPreferences>): Promise<void> {
    if (this.info === undefined) return;
    const preferences = { ...this.info.preferences, ...changes };
    await this.actions.run(async () => {
      await this.connection.sendMessagePromise({ type: 'hearth/push/preferences', ...preferences });
      await this.load();
    }, say('push.saved'));
  }

  private async test(): Promise<void> {
    const message = say('push.test_text');
    await this.actions.run(async () => {
      await this.connection.sendMessagePromise({ type: 'hearth/push/test', message });
    }, say('push.tested'));
  }
}
