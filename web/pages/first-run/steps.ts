import { html, nothing, type TemplateResult } from 'lit';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** The welcome step that sets up MQTT. */
export function mqttStep(home: HomeStore, hasBroker: boolean): TemplateResult {
  if (hasBroker)
    return html`<p>${say('welcome.mqtt_there')}</p>
      <p><a href="/settings/mqtt">${say('mqtt.title')}</a></p>`;
  return html`<hearth-mqtt-setup .home=${home} .isPart=${true}></hearth-mqtt-setup>
    <p class="hint">${say('welcome.mqtt_wait')}</p>`;
}

/** For those who have a home already. */
export function bringLinks(): TemplateResult {
  return html`<section class="card" aria-labelledby="welcome-bring">
    <h2 id="welcome-bring">${say('welcome.bring')}</h2>
    <p><a href="/settings/import">${say('welcome.import')}</a></p>
    <p><a href="/settings/backups">${say('welcome.restore')}</a></p>
  </section>`;
}

/** The welcome step with the server's address as a QR code. */
export function phoneStep(addresses: readonly string[]): TemplateResult {
  const url = addressFor(location, addresses);
  if (url === undefined) return html`<p>${say('welcome.phone_alone')}</p>`;
  return html`<p class="intro">${say('welcome.phone_more')}</p>
    ${qrDrawing(url, say('welcome.phone_qr', { url }))}
    <p class="below"><a href=${url}>${url}</a></p>
    ${url.startsWith('https:') ? nothing : html`<p class="hint">${say('welcome.phone_network')}</p>`}`;
}

/** An address for phones on the home network: the current one, unless it is a loopback address. */
function addressFor(
  { protocol, hostname, port, origin }: Pick<Location, 'protocol' | 'hostname' | 'port' | 'origin'>,
  addresses: readonly string[],
): string | undefined {
  const isOwn = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (!isOwn) return origin;
  const [first] = addresses;
  return first === undefined ? undefined : `${protocol}//${first}${port === '' ? '' : `:${port}`}`;
}
