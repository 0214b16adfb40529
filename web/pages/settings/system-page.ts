import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { locale } from '../../app/preferences.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import { type DemoState, readDemo, setDemo } from '../../server/demo.ts';
import { request } from '../../server/rest.ts';
import { restartServer } from '../../server/restart.ts';
import type { Translation } from '../../server/server-error.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { failureText } from '../../texts/server-error.ts';
import { facts } from './facts.ts';

/** Information about the server. */
interface SystemInfo {
  readonly hearth_version: string;
  readonly version: string;
  readonly node_version: string;
  readonly platform: string;
  readonly data_dir: string;
  readonly data_bytes: number;
  readonly uptime: number;
  readonly memory_bytes: number;
  readonly entity_count: number;
  readonly device_count: number;
}

/** The answer of the configuration check. */
interface ConfigurationCheck {
  readonly result: string;
  readonly errors: string | null;
  readonly error_translation?: Translation;
}

const PERIOD = 10_000;

/** The server: status, configuration check, restart, the demo home, and a link to the log. */
export class SystemPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    info: { state: true },
    demo: { state: true },
    question: { state: true },
  };

  declare home: HomeStore;
  declare info: SystemInfo | undefined;
  declare demo: DemoState | undefined;
  declare question: 'restart' | 'demo' | undefined;
  private readonly actions = new AsyncActions(this);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.info = undefined;
    this.demo = undefined;
    this.question = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.actions.run(async () => {
      await this.look();
      this.demo = await readDemo(this.home.connection);
    });
    this.timer = setInterval(() => void this.look().catch(() => {}), PERIOD);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const { info } = this;
    return html`<h1>${say('system.title')}</h1>
      ${this.actions.view()}
      <section class="card" aria-labelledby="system-about">
        <h2 id="system-about">Hearth</h2>
        ${info === undefined ? html`<p class="hint">${say('list.loading')}</p>` : facts(pairs(info))}
        <div class="actions">
          <button type="button" ?disabled=${this.actions.isBusy} @click=${this.check}>${say('system.check')}</button>
          <button
            type="button"
            class="danger"
            @click=${() => {
              this.question = 'restart';
            }}
          >
            ${say('system.restart')}
          </button>
        </div>
        <p><a href="/developer/log">${say('system.log')}</a></p>
      </section>
      ${this.demo === undefined ? nothing : this.demoCard(this.demo)} ${this.requested()}`;
  }

  private demoCard({ enabled, by_flag }: DemoState): TemplateResult {
    return html`<section class="card" aria-labelledby="system-demo">
      <h2 id="system-demo">${say('demo.title')}</h2>
      <p>${say(enabled ? 'demo.is_on' : 'demo.is_off')}</p>
      ${by_flag ? html`<p class="hint">${say('demo.by_flag')}</p>` : nothing}
      <div class="actions">
        ${
          enabled
            ? html`<button
                type="button"
                class="danger"
                ?disabled=${this.actions.isBusy}
                @click=${() => {
                  this.question = 'demo';
                }}
              >
                ${say('demo.remove')}
              </button>`
            : html`<button type="button" class="primary" ?disabled=${this.actions.isBusy} @click=${() => this.turnDemo(true)}>
                ${say('demo.add')}
              </button>`
        }
      </div>
    </section>`;
  }

  private requested(): TemplateResult | typeof nothing {
    const { question } = this;
    if (question === undefined) return nothing;
    const isRestart = question === 'restart';
    return confirmation({
      title: say(isRestart ? 'system.restart_title' : 'demo.remove_title'),
      question: say(isRestart ? 'system.restart_sure' : 'demo.remove_sure'),
      yes: say(isRestart ? 'system.restart' : 'demo.remove'),
      no: say('action.cancel'),
      onYes: () => void (isRestart ? this.restart() : this.turnDemo(false)),
      onClose: () => {
        this.question = undefined;
      },
    });
  }

  private async check(): Promise<void> {
    await this.actions.run(async () => {
      const answer = await request(this.home.connection, 'POST', '/api/config/core/check_config', {});
      const { result, errors, error_translation: translation } = answer as ConfigurationCheck;
      if (result !== 'valid') throw new Error(failureText(errors ?? result, translation));
    }, say('system.valid'));
  }

  private async restart(): Promise<void> {
    await this.actions.run(() => restartServer(this.home), say('system.restarting'));
  }

  private async turnDemo(isWanted: boolean): Promise<void> {
    await this.actions.run(
      async () => {
        this.demo = await setDemo(this.home.connection, isWanted);
        await this.look();
      },
      say(isWanted ? 'demo.added' : 'demo.removed'),
    );
  }

  private async look(): Promise<void> {
    this.info = await this.home.connection.sendMessagePromise<SystemInfo>({ type: 'hearth/system' });
  }
}

function pairs(info: SystemInfo): [string, string][] {
  return [
    [say('system.version'), `${info.hearth_version} (${info.version})`],
    [say('system.uptime'), durationText(info.uptime)],
    [say('system.memory'), sizeText(info.memory_bytes)],
    [say('system.data'), `${sizeText(info.data_bytes)} · ${info.data_dir}`],
    [
      say('system.counts'),
      say('system.counts_text', { entities: info.entity_count, devices: info.device_count }),
    ],
    [say('system.runs_on'), `Node.js ${info.node_version}, ${info.platform}`],
  ];
}

function sizeText(bytes: number): string {
  const mega = bytes / 1e6;
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: mega < 10 ? 1 : 0 }).format(mega)} MB`;
}

function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const [hours, minutes] = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const parts = [
    ...(days > 0 ? [say('system.days', { count: days })] : []),
    ...(hours > 0 ? [say('system.hours', { count: hours })] : []),
    say('system.minutes', { count: minutes }),
  ];
  return parts.join(' ');
}
