import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import type { FormField } from '../../parts/form/form-field.ts';
import { type RecordKind, RecordList } from '../../parts/record-list.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { facts } from './facts.ts';
import { MqttListener } from './mqtt-listener.ts';
import { MqttSetup } from './mqtt-setup.ts';
import { nameOfDevice, type RegistryDevice } from './registry.ts';

/** The status of the broker connection. */
interface Status {
  readonly url: string;
  readonly is_connected: boolean;
  readonly discovery_prefix: string;
  readonly discovered: number;
}

/** The status of the built-in broker. */
interface Broker {
  readonly is_running: boolean;
  readonly host: string;
  readonly port: number;
  readonly clients: number;
  readonly retained: number;
  readonly received: number;
  readonly sent: number;
}

/** A user of the built-in broker; empty lists allow all topics. */
interface Account {
  readonly username: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The refresh interval of the broker's status, in milliseconds. */
const PERIOD = 5000;

/** MQTT: the broker, its users, discovered devices, and messages on topics. */
export class MqttPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    status: { state: true },
    broker: { state: true },
    accounts: { state: true },
  };

  declare home: HomeStore;
  /** Undefined until loaded, null without a broker. */
  declare status: Status | null | undefined;
  declare broker: Broker | null;
  declare accounts: readonly Account[] | undefined;
  private readonly actions = new AsyncActions(this);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    define({
      'hearth-record-list': RecordList,
      'hearth-mqtt-listener': MqttListener,
      'hearth-mqtt-setup': MqttSetup,
    });
    this.status = undefined;
    this.broker = null;
    this.accounts = undefined;
    new ReloadOnReconnect(this, () => void this.load());
    new Watch(this, () => ['#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => void this.look().catch(() => {}), PERIOD);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override render() {
    const { status } = this;
    const isOff = status === null && this.broker === null;
    return html`<h1>${say('mqtt.title')}</h1>
      ${this.actions.view()}
      ${status == null ? nothing : connection(status)}
      ${this.broker === null ? nothing : brokerCard(this.broker)}
      <section class="card" aria-labelledby="mqtt-setup">
        <h2 id="mqtt-setup">${say(isOff ? 'mqtt.off' : 'mqtt.setup')}</h2>
        ${isOff ? html`<p>${say('mqtt.off_more')}</p>` : nothing}
        <hearth-mqtt-setup .home=${this.home}></hearth-mqtt-setup>
      </section>
      ${
        this.accounts === undefined || this.broker === null
          ? nothing
          : html`<hearth-record-list
              .home=${this.home}
              .kind=${this.accountKind(this.accounts)}
              @changed=${this.load}
            ></hearth-record-list>`
      }
      ${status == null ? nothing : html`${this.devices()}<hearth-mqtt-listener .home=${this.home}></hearth-mqtt-listener>`}`;
  }

  private devices(): TemplateResult {
    const found = ([...this.home.places.devices.values()] as RegistryDevice[]).filter(({ identifiers }) =>
      identifiers.some(([source]) => source === 'mqtt'),
    );
    return html`<section class="card">
      <h2>${say('mqtt.devices', { count: found.length })}</h2>
      ${
        found.length === 0
          ? html`<p class="hint">${say('mqtt.no_devices')}</p>`
          : html`<ul class="rows">
              ${found.map(
                (device) => html`<li class="row">
                  <p class="row-name"><a href="/settings/devices/${device.id}">${nameOfDevice(device)}</a></p>
                  <span class="row-value">${[device.manufacturer, device.model].filter(Boolean).join(' ')}</span>
                </li>`,
              )}
            </ul>`
      }
    </section>`;
  }

  private accountKind(accounts: readonly Account[]): RecordKind {
    const ask = (what: string, more: object): Promise<unknown> =>
      this.home.connection.sendMessagePromise({ type: `hearth/mqtt/users/${what}`, ...more });
    const fields: FormField[] = [
      { kind: 'text', name: 'username', label: say('users.username'), isRequired: true, maxLength: 64 },
      {
        kind: 'text',
        type: 'password',
        name: 'password',
        label: say('users.password'),
        hint: say('mqtt.password_hint'),
      },
      { kind: 'list', name: 'publish', label: say('mqtt.may_publish'), hint: say('mqtt.filters_hint') },
      { kind: 'list', name: 'subscribe', label: say('mqtt.may_subscribe'), hint: say('mqtt.filters_hint') },
    ];
    return {
      title: say('mqtt.accounts'),
      none: say('mqtt.no_accounts'),
      add: say('list.add'),
      fields,
      items: accounts.map((one) => ({
        id: one.username,
        name: one.username,
        detail: [...new Set([...one.publish, ...one.subscribe])].join(', ') || say('mqtt.all_topics'),
        values: { ...one },
      })),
      save: ({ username, password, publish, subscribe }, id) =>
        ask(id === undefined ? 'create' : 'update', {
          username: id ?? username,
          ...(password === undefined ? {} : { password }),
          ...(publish === undefined && id === undefined ? {} : { publish: publish ?? ['#'] }),
          ...(subscribe === undefined && id === undefined ? {} : { subscribe: subscribe ?? ['#'] }),
        }),
      remove: (username) => ask('delete', { username }),
    };
  }

  private readonly load = async (): Promise<void> => {
    const { connection } = this.home;
    await this.actions.run(async () => {
      await this.look();
      this.accounts = await connection
        .sendMessagePromise<Account[]>({ type: 'hearth/mqtt/users/list' })
        .catch(() => undefined);
    });
  };

  private async look(): Promise<void> {
    const { connection } = this.home;
    this.status = await connection.sendMessagePromise<Status | null>({ type: 'hearth/mqtt/status' });
    this.broker = await connection.sendMessagePromise<Broker | null>({ type: 'hearth/mqtt/broker' });
  }
}

function connection({ url, is_connected, discovery_prefix, discovered }: Status): TemplateResult {
  return html`<section class="card">
    <div class="card-head">
      <h2>${say('mqtt.broker')}</h2>
      <span class="badge ${is_connected ? '' : 'bad'}">${say(is_connected ? 'mqtt.connected' : 'mqtt.lost')}</span>
    </div>
    ${facts([
      [say('mqtt.address'), url],
      [say('mqtt.prefix'), discovery_prefix],
      [say('mqtt.discovered'), String(discovered)],
    ])}
  </section>`;
}

function brokerCard(broker: Broker): TemplateResult {
  return html`<section class="card">
    <div class="card-head">
      <h2>${say('mqtt.inside')}</h2>
      <span class="badge ${broker.is_running ? '' : 'bad'}">${say(broker.is_running ? 'mqtt.running' : 'mqtt.stopped')}</span>
    </div>
    ${facts([
      [say('mqtt.address'), `${broker.host}:${broker.port}`],
      [say('mqtt.clients'), String(broker.clients)],
      [say('mqtt.retained'), String(broker.retained)],
      [say('mqtt.messages'), `${broker.received} / ${broker.sent}`],
    ])}
  </section>`;
}
