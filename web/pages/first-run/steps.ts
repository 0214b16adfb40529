import { html, nothing, type TemplateResult } from 'lit';
import { brandPicture } from '../../parts/brand-picture.ts';
import { qrDrawing } from '../../parts/qr-drawing.ts';
import type { DiscoveredFlow } from '../../server/config-flows.ts';
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

/** The devices that were found meanwhile, and the way to all others. */
export function foundDevices(found: readonly DiscoveredFlow[]): TemplateResult {
  const all = '/settings/integrations/add';
  return html`<section class="card" aria-labelledby="welcome-devices">
    <h2 id="welcome-devices">${say('welcome.devices')}</h2>
    <ul class="rows">
      ${found.map(
        ({ flow_id: id, handler, context }) => html`<li class="row">
          ${brandPicture(handler)}
          <div class="row-main">
            <p class="row-name">
              <a href="${all}?flow=${encodeURIComponent(id)}">${context.title_placeholders?.name ?? handler}</a>
            </p>
          </div>
        </li>`,
      )}
    </ul>
    <p><a href=${all}>${say('home.add_device')}</a></p>
  </section>`;
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
