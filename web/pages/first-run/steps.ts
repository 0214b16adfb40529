import { html, nothing, type TemplateResult } from 'lit';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import type { House } from '../../state/house.ts';
import { say } from '../../words/say.ts';

/** How devices that speak MQTT come into the house. */
export function mqttStep(house: House, hasBroker: boolean): TemplateResult {
  if (hasBroker)
    return html`<p>${say('welcome.mqtt_there')}</p>
      <p><a href="/settings/mqtt">${say('mqtt.title')}</a></p>`;
  return html`<hearth-mqtt-setup .house=${house} .isPart=${true}></hearth-mqtt-setup>
    <p class="hint">${say('welcome.mqtt_wait')}</p>`;
}

/** The address of the house, for the camera of a phone. */
export function phoneStep(addresses: readonly string[]): TemplateResult {
  const url = addressFor(location, addresses);
  if (url === undefined) return html`<p>${say('welcome.phone_alone')}</p>`;
  return html`<p class="intro">${say('welcome.phone_more')}</p>
    ${qrDrawing(url, say('welcome.phone_qr', { url }))}
    <p class="below"><a href=${url}>${url}</a></p>
    ${url.startsWith('https:') ? nothing : html`<p class="hint">${say('welcome.phone_network')}</p>`}`;
}

/** What a phone in the home network opens: the address that is open here, unless it means this very machine. */
function addressFor(
  { protocol, hostname, port, origin }: Pick<Location, 'protocol' | 'hostname' | 'port' | 'origin'>,
  addresses: readonly string[],
): string | undefined {
  const isOwn = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (!isOwn) return origin;
  const [first] = addresses;
  return first === undefined ? undefined : `${protocol}//${first}${port === '' ? '' : `:${port}`}`;
}
