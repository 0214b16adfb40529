import '../../styles/encryption.css';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { locale } from '../../app/preferences.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import { fingerprintView } from '../../parts/fingerprint.ts';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import type { Translation } from '../../server/server-error.ts';
import type { HomeStore } from '../../state/home-store.ts';
import '../../texts/encryption.ts';
import { say } from '../../texts/say.ts';
import { failureText } from '../../texts/server-error.ts';
import { facts } from './facts.ts';

/** The answer of `hearth/tls/info` and `hearth/tls/choose`. */
interface TlsInfo {
  readonly mode: 'off' | 'own' | 'acme' | 'files';
  readonly is_fixed: boolean;
  readonly is_active: boolean;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly expires: string | null;
  readonly fingerprint: string | null;
  readonly problem: string | null;
  readonly problem_translation?: Translation;
}

/** HTTPS: turn it on, see the certificate, and let devices trust it. */
export class EncryptionPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    info: { state: true },
    isAsking: { state: true },
  };

  declare home: HomeStore;
  declare info: TlsInfo | undefined;
  declare isAsking: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.info = undefined;
    this.isAsking = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.actions.run(async () => {
      this.info = await this.home.connection.sendMessagePromise<TlsInfo>({ type: 'hearth/tls/info' });
    });
  }

  protected override render() {
    const { info } = this;
    return html`<h1>${say('encryption.title')}</h1>
      ${this.actions.view()}
      ${
        info === undefined
          ? html`<p class="hint">${say('list.loading')}</p>`
          : html`${this.status(info)} ${info.fingerprint === null ? nothing : devices(info.fingerprint, info.addresses)}`
      }
      ${this.question()}`;
  }

  private status(info: TlsInfo): TemplateResult {
    const { is_active: isActive, is_fixed: isFixed, problem } = info;
    return html`<section class="card" aria-labelledby="encryption-status">
      <h2 id="encryption-status">${say('encryption.connection')}</h2>
      <p>${say(isActive ? 'encryption.is_on' : 'encryption.is_off')}</p>
      ${isActive ? nothing : html`<p class="hint">${say('encryption.intro')}</p>`}
      ${problem === null ? nothing : html`<p class="error" role="alert">${say('encryption.problem', { reason: failureText(problem, info.problem_translation) })}</p>`}
      ${isActive ? facts(pairs(info)) : nothing} ${isActive ? foreignName(info) : nothing}
      ${isFixed ? html`<p class="hint">${say('encryption.is_fixed')}</p>` : this.buttons(isActive)}
    </section>`;
  }

  private buttons(isActive: boolean): TemplateResult {
    const isBusy = this.actions.isBusy;
    return html`<div class="actions">
      ${
        isActive
          ? html`<a class="button" href=${secureAddress()}>${say('encryption.open')}</a>
              <button type="button" class="danger" ?disabled=${isBusy} @click=${() => {
                this.isAsking = true;
              }}>${say('encryption.turn_off')}</button>`
          : html`<button type="button" class="primary" ?disabled=${isBusy} @click=${() => this.choose('own')}>
              ${say('encryption.turn_on')}
            </button>`
      }
    </div>`;
  }

  private question(): TemplateResult | typeof nothing {
    if (!this.isAsking) return nothing;
    return confirmation({
      title: say('encryption.turn_off'),
      question: say('encryption.turn_off_sure'),
      yes: say('encryption.turn_off'),
      no: say('action.cancel'),
      onYes: () => void this.choose('off'),
      onClose: () => {
        this.isAsking = false;
      },
    });
  }

  private async choose(mode: TlsInfo['mode']): Promise<void> {
    this.isAsking = false;
    await this.actions.run(async () => {
      this.info = await this.home.connection.sendMessagePromise<TlsInfo>({ type: 'hearth/tls/choose', mode });
    });
  }
}

function pairs({ mode, names, addresses, expires }: TlsInfo): (readonly [string, string])[] {
  const day = expires === null ? '' : new Date(expires).toLocaleDateString(locale(), { dateStyle: 'long' });
  const kind = say(`encryption.kind_${mode === 'off' ? 'own' : mode}`);
  return [
    [say('encryption.kind'), kind],
    [say('encryption.valid_for'), [...names, ...addresses].join(', ')],
    [say('encryption.valid_until'), mode !== 'files' ? say('encryption.renewed', { date: day }) : day],
  ];
}

/** A hint if the address of this page is not in the certificate. */
function foreignName({ names, addresses }: TlsInfo): TemplateResult | typeof nothing {
  const name = location.hostname.replace(/^\[|\]$/g, '');
  if ([...names, ...addresses].includes(name)) return nothing;
  return html`<p class="hint">${say('encryption.other_name', { name })}</p>`;
}

function devices(fingerprint: string, addresses: readonly string[]): TemplateResult {
  const address = `http://${hostForPhones(addresses)}/trust`;
  return html`<section class="card" aria-labelledby="encryption-devices">
    <h2 id="encryption-devices">${say('encryption.devices')}</h2>
    <p>${say('encryption.devices_hint')}</p>
    ${qrDrawing(address, say('encryption.qr', { address }))}
    <p><a href=${address}>${address}</a></p>
    <h3>${say('encryption.fingerprint')}</h3>
    ${fingerprintView(fingerprint)}
  </section>`;
}

/** Host and port that other devices reach: the address of this page, unless it only works on this machine. */
function hostForPhones(addresses: readonly string[]): string {
  if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return location.host;
  const other = addresses.find((one) => one.includes('.') && !one.startsWith('127.'));
  return other === undefined ? location.host : location.host.replace(location.hostname, other);
}

function secureAddress(): string {
  return `https://${location.host}/settings/encryption`;
}
