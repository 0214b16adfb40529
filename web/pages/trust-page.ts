import '../styles/encryption.css';
import '../styles/inner.css';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { entryFrame } from '../parts/entry-frame.ts';
import { fingerprintView } from '../parts/fingerprint.ts';
import '../texts/encryption.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';

const CERTIFICATE = '/api/hearth/tls/authority.crt';

/** The steps of a platform, and how its user agent is recognized. */
interface Platform {
  readonly name: 'ios' | 'android' | 'windows' | 'macos' | 'firefox';
  readonly sign: RegExp;
}

/** The first whose sign is found is open. */
const PLATFORMS: readonly Platform[] = [
  { name: 'ios', sign: /iPhone|iPad/ },
  { name: 'android', sign: /Android/ },
  { name: 'firefox', sign: /Firefox|X11/ },
  { name: 'windows', sign: /Windows/ },
  { name: 'macos', sign: /Macintosh/ },
];

/** How a device comes to trust the certificates of this home. Open to everyone who reaches the server. */
export class TrustPage extends LightElement {
  static override properties = { fingerprint: { state: true } };

  /** Undefined until the server has answered; null without an authority of the home's own. */
  declare fingerprint: string | null | undefined;

  constructor() {
    super();
    this.fingerprint = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  protected override render() {
    const { fingerprint } = this;
    if (fingerprint === undefined)
      return entryFrame(say('trust.title'), html`<p class="hint" role="status">…</p>`);
    if (fingerprint === null) return entryFrame(say('trust.title'), html`<p>${say('trust.off')}</p>`);
    return entryFrame(say('trust.title'), this.steps(fingerprint));
  }

  private steps(fingerprint: string): TemplateResult {
    const own = PLATFORMS.find(({ sign }) => sign.test(navigator.userAgent));
    const secure = `https://${location.host}/`;
    return html`<p class="intro">${say('trust.intro')}</p>
      <h2>${say('trust.compare_title')}</h2>
      <p>${say('trust.compare')}</p>
      ${fingerprintView(fingerprint)}
      <h2>${say('trust.install_title')}</h2>
      <div class="actions">
        <a class="button primary" href=${CERTIFICATE} download="hearth.crt">${say('trust.download')}</a>
      </div>
      ${PLATFORMS.map(({ name }) => instructions(name, name === own?.name))}
      <h2>${say('trust.check_title')}</h2>
      <p>${say('trust.check')}</p>
      <p><a href=${secure}>${secure}</a></p>`;
  }

  private async look(): Promise<void> {
    const answer = await fetch('/api/hearth/tls');
    const { fingerprint } = (await answer.json()) as { readonly fingerprint: string | null };
    this.fingerprint = fingerprint;
  }
}

function instructions(name: Platform['name'], isOpen: boolean): TemplateResult {
  const steps = (['1', '2', '3'] as const).map((step) => say(`trust.${name}_${step}` satisfies TextKey));
  return html`<details ?open=${isOpen}>
    <summary>${say(`trust.${name}`)}</summary>
    <ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
    <p class="hint">${say(`trust.${name}_remove`)}</p>
  </details>`;
}
