import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { focusFieldError } from '../../parts/field.ts';
import { type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import {
  type BrokerTrial,
  type MqttSettings,
  readMqttSettings,
  tryBroker,
  writeMqttSettings,
} from '../../server/mqtt-settings.ts';
import { restartServer } from '../../server/restart.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { mqttFields, mqttSettingsRequest, mqttValues } from './mqtt-fields.ts';

/**
 * The broker settings: edited, tested, saved to the settings file, and applied immediately or by a restart.
 */
export class MqttSetup extends LightElement {
  static override properties = {
    home: { attribute: false },
    settings: { state: true },
    values: { state: true },
    fieldErrors: { state: true },
    trial: { state: true },
    isPart: { attribute: false },
  };

  declare home: HomeStore;
  declare settings: MqttSettings | undefined;
  /** The edited values; undefined if nothing was changed. */
  declare values: FormValues | undefined;
  declare fieldErrors: Readonly<Record<string, string>>;
  declare trial: BrokerTrial | undefined;
  /** Whether it is part of a form with its own button. */
  declare isPart: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    this.settings = undefined;
    this.values = undefined;
    this.fieldErrors = {};
    this.trial = undefined;
    this.isPart = false;
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    const { settings } = this;
    return html`<div class="mqtt-setup" @keydown=${this.onKey}>
      ${settings === undefined ? nothing : this.form(settings)} ${this.actions.view()}
      ${settings?.needs_restart === true ? this.restartNotice() : nothing}
    </div>`;
  }

  private form(settings: MqttSettings): TemplateResult {
    const values = this.values ?? mqttValues(settings);
    const { isBusy } = this.actions;
    return html`${outsideNotice(settings.outside)}
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'mqtt'}
        .fields=${mqttFields(settings)}
        .values=${values}
        .fieldErrors=${this.fieldErrors}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.values = event.detail;
          this.fieldErrors = {};
          this.trial = undefined;
        }}
      ></hearth-form-fields>
      <div role="status" ?hidden=${this.trial === undefined}>${this.trial === undefined ? nothing : verdict(this.trial)}</div>
      <div class="actions">
        <button
          type="button"
          class=${this.isPart ? '' : 'primary'}
          ?disabled=${isBusy || this.values === undefined}
          @click=${this.save}
        >
          ${say('form.save')}
        </button>
        ${
          values.choice === 'far'
            ? html`<button type="button" ?disabled=${isBusy} @click=${this.attempt}>${say('mqtt.try')}</button>`
            : nothing
        }
      </div>`;
  }

  private restartNotice(): TemplateResult {
    return html`<div class="notice" role="status">
      <p>${say('mqtt.needs_restart')}</p>
      <div class="actions">
        <button type="button" ?disabled=${this.actions.isBusy} @click=${this.restart}>${say('system.restart')}</button>
      </div>
    </div>`;
  }

  private readonly load = async (): Promise<void> => {
    await this.actions.run(async () => {
      this.settings = await readMqttSettings(this.home.connection);
    });
  };

  /** It may be inside another form: Enter must not submit that one. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    void this.save();
  };

  private readonly save = async (): Promise<void> => {
    const { settings, values } = this;
    if (settings === undefined || values === undefined || !(await this.isComplete(settings, values))) return;
    await this.actions.run(async () => {
      this.settings = await writeMqttSettings(this.home.connection, mqttSettingsRequest(values, settings));
      this.values = undefined;
      this.trial = undefined;
    }, say('form.saved'));
  };

  private readonly attempt = async (): Promise<void> => {
    const { settings } = this;
    if (settings === undefined) return;
    const values = this.values ?? mqttValues(settings);
    if (!(await this.isComplete(settings, values))) return;
    this.trial = undefined;
    await this.actions.run(async () => {
      const { broker: _inside, ...request } = mqttSettingsRequest(values, settings);
      this.trial = await tryBroker(this.home.connection, request);
    });
  };

  private readonly restart = async (): Promise<void> => {
    await this.actions.run(() => restartServer(this.home), say('system.restarting'));
  };

  private async isComplete(settings: MqttSettings, values: FormValues): Promise<boolean> {
    const missing = missingIn(mqttFields(settings), values);
    this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
    await this.updateComplete;
    if (missing.length > 0) focusFieldError(this);
    return missing.length === 0;
  }
}

/** Lists settings that the server was started with and that cannot be changed here. */
function outsideNotice(paths: readonly string[]): TemplateResult | typeof nothing {
  if (paths.length === 0) return nothing;
  const names = paths.map((path) => `HEARTH_${path.replaceAll('.', '_').toUpperCase()}`).join(', ');
  return html`<p class="notice">${say('mqtt.outside', { names })}</p>`;
}

function verdict({ verdict: name, message }: BrokerTrial): TemplateResult {
  const text = wordOr(`mqtt.verdict_${name}`, message);
  if (name === 'connected') return html`<p class="notice good">${text} (${message})</p>`;
  return html`<p class="alert">${text}</p>
    ${name === 'other' || message === '' ? nothing : html`<p class="hint"><code>${message}</code></p>`}`;
}
