import { join } from 'node:path';
import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { inTicks } from '../../core/pacer.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Home } from '../../entities/home/home.ts';
import type { ConfigEntries } from '../../entities/registry/config-entries.ts';
import type { DeviceRegistry } from '../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import { writeFileAtomically } from '../../storage/atomic-file.ts';
import type { EntityPort } from '../entity-port.ts';
import { Birth } from './client/birth.ts';
import { type BrokerAddress, Connection, type Outgoing } from './client/connection.ts';
import type { Qos } from './client/subscriptions.ts';
import { WarningLog } from './client/warning-log.ts';
import { components } from './components/index.ts';
import { type DeviceTrigger, DeviceTriggers, type TriggerListener } from './discovery/device-triggers.ts';
import { Discovery } from './discovery/discovery.ts';
import { entityKind } from './discovery/entity-item.ts';
import {
  deviceInfo,
  type InspectedMessage,
  inspect,
  listenTo,
  type ReceivedMessage,
} from './discovery/inspection.ts';
import type { ItemKind } from './discovery/item.ts';
import { ManualItems, type ManualSection } from './discovery/manual-items.ts';
import { type ScanTag, tagKind } from './discovery/tags.ts';
import type { Component } from './entity/component.ts';
import { DEVICE_FALLBACK_NAME } from './entity/describe-entity.ts';
import { Groups } from './entity/groups.ts';
import { mqttServices } from './mqtt-services.ts';
import type { HomeTemplates } from './schema/templates.ts';
import { TASMOTA_TITLE } from './tasmota/device.ts';
import { TASMOTA, TasmotaDiscovery } from './tasmota/discovery.ts';
import { tasmotaKinds } from './tasmota/kinds.ts';
import { triggerKind } from './tasmota/triggers.ts';

/** The `mqtt` block of the settings. */
export interface MqttSettings {
  /** The broker's address; undefined while the embedded one does not listen. */
  readonly address: () => BrokerAddress | undefined;
  readonly discovery_prefix: string;
  /** How many items devices may announce. */
  readonly max_discovered: number;
}

/** What MQTT needs of the server. */
export interface MqttParts {
  readonly settings: MqttSettings;
  /** `mqtt.entities` of the settings file, where it has it. */
  readonly manual?: ManualSection | undefined;
  /** Where `mqtt.dump` puts its file. */
  readonly dataDir: string;
  readonly entities: EntityPort;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly configEntries: ConfigEntries;
  readonly engine: ServiceEngine;
  readonly home: Pick<Home, 'units'>;
  readonly scanTag: ScanTag;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** The data source of the functions in templates. */
  readonly templates?: HomeTemplates | undefined;
}

/** MQTT: the connection to a broker and all that announces itself there. */
export class Mqtt implements Part {
  readonly name = 'mqtt';
  readonly connection: Connection;
  private readonly triggers: DeviceTriggers;
  private readonly parts: MqttParts;
  private readonly discovery: Discovery;
  private readonly manual: ManualItems;
  private readonly tasmota: TasmotaDiscovery;
  private readonly birth: Birth;
  private readonly lastWill: Outgoing;
  private readonly undos: Undo[] = [];
  private readonly reloads = new SerialQueue();

  constructor(parts: MqttParts) {
    this.parts = parts;
    const { clock, log, settings } = parts;
    const warnings = new WarningLog(log, clock);
    const topic = `${settings.discovery_prefix}/status`;
    this.lastWill = { topic, payload: 'offline' };
    this.connection = new Connection({
      address: settings.address,
      will: this.lastWill,
      clock,
      log,
      warnings,
    });
    this.birth = new Birth({
      connection: this.connection,
      clock,
      message: { topic, payload: 'online' },
      onFailure: (error) => warnings.warn('birth', `The birth message was not sent: ${String(error)}`),
    });
    const groups = new Groups(parts.registry);
    const home = { ...parts, connection: this.connection, warnings, groups };
    const configEntryId = (): string => parts.configEntries.ensure('mqtt', DEVICE_FALLBACK_NAME).entry_id;
    this.triggers = new DeviceTriggers({ ...home, configEntryId });
    const entityKinds = (all: readonly Component[], platform?: string): [string, ItemKind][] =>
      all.map((one) => [one.name, entityKind(one, { ...home, platform })]);
    const kinds = new Map<string, ItemKind>([
      ...entityKinds(components),
      ['device_automation', this.triggers],
      ['tag', tagKind({ ...home, configEntryId })],
    ]);
    this.manual = new ManualItems(parts.manual, kinds, log);
    this.discovery = new Discovery({
      ...home,
      prefix: settings.discovery_prefix,
      limit: settings.max_discovered,
      kinds,
      onMessage: () => this.birth.stir(),
    });
    const ofTasmota = {
      ...home,
      triggers: this.triggers,
      configEntryId: (): string => parts.configEntries.ensure(TASMOTA, TASMOTA_TITLE).entry_id,
    };
    this.tasmota = new TasmotaDiscovery({
      ...ofTasmota,
      kinds: new Map([...entityKinds(tasmotaKinds, TASMOTA), ['trigger', triggerKind(ofTasmota)]]),
    });
  }

  async start(): Promise<void> {
    const { parts, connection } = this;
    parts.configEntries.ensure('mqtt', DEVICE_FALLBACK_NAME);
    this.undos.push(parts.bus.on('homeassistant_started', () => this.birth.onHomeStarted()));
    this.undos.push(
      connection.onChange((isConnected) => {
        this.manual.connectionChanged();
        this.discovery.connectionChanged();
        this.tasmota.connectionChanged(isConnected);
        this.birth.connectionChanged(isConnected);
      }),
    );
    const services = mqttServices({
      connection,
      clock: parts.clock,
      reload: () => this.reload(),
      writeDump: (lines) => {
        writeFileAtomically(join(parts.dataDir, 'mqtt_dump.txt'), `${lines.join('\n')}\n`).catch((error) =>
          parts.log.error('Could not write the state received on the topic', { error }),
        );
      },
    });
    for (const service of services) this.undos.push(parts.engine.register(service));
    this.manual.start();
    this.discovery.start();
    this.tasmota.start();
    await connection.start();
  }

  /** Closes the socket without a DISCONNECT, so that the broker publishes the last will. */
  async stop(): Promise<void> {
    this.birth.stop();
    for (const undo of this.undos.splice(0).reverse()) undo();
    await this.connection.stop('with will');
  }

  /** The broker's address; undefined while the embedded one does not listen. */
  get address(): BrokerAddress | undefined {
    return this.parts.settings.address();
  }

  /** How many items devices have announced. */
  get discovered(): number {
    return this.discovery.size;
  }

  /** Shows the messages of a filter to users; throws `invalid_format` for an invalid filter. */
  inspect(filter: string, qos: Qos, listener: (message: InspectedMessage) => void): Undo {
    return inspect(this.connection.subscriptions, filter, qos, listener);
  }

  /** Delivers the messages of a filter as bytes to automations; throws `invalid_format` for a bad filter. */
  listen(filter: string, qos: Qos, listener: (message: ReceivedMessage) => void): Undo {
    return listenTo(this.connection.subscriptions, filter, qos, listener);
  }

  /** The triggers a device has announced. */
  triggersOf(deviceId: string): DeviceTrigger[] {
    return this.triggers.ofDevice(deviceId);
  }

  /** Waits for a trigger of a device, also for one that is not there yet. */
  onTrigger(trigger: DeviceTrigger, listener: TriggerListener): Undo {
    return this.triggers.on(trigger, listener);
  }

  /** How a device is connected, limited to entities the caller may read; undefined for other devices. */
  deviceInfo(deviceId: string, viewer: Pick<Access, 'mayRead'>): unknown {
    const items = this.discovery.ofDevice(deviceId);
    if (items.length === 0) return undefined;
    return deviceInfo(items, this.triggers.ofDevice(deviceId), { registry: this.parts.registry, viewer });
  }

  /** Changes the broker: publishes the offline status to the old one; entities stay unavailable meanwhile. */
  async move(): Promise<void> {
    const { connection } = this;
    const reported = connection.isConnected ? connection.publish(this.lastWill) : Promise.resolve();
    await reported.catch((error: unknown) =>
      this.parts.log.info('Could not publish the offline status before disconnecting', { error }),
    );
    await this.reload();
  }

  /** Reloads run one after another. */
  private reload(): Promise<void> {
    return this.reloads.run(() => this.reloadNow());
  }

  private async reloadNow(): Promise<void> {
    await this.connection.stop('orderly');
    this.manual.stop();
    await inTicks(this.parts.clock, this.discovery.stop());
    await inTicks(this.parts.clock, this.tasmota.stop());
    // Registered entities stay listed as unavailable, as after a restart, until they are announced again.
    this.parts.entities.restore(['mqtt', TASMOTA]);
    this.manual.start();
    this.discovery.start();
    this.tasmota.start();
    await this.connection.start();
  }
}
