import type { Clock, Undo } from '../../core/clock.ts';
import type { Attributes } from '../../core/state.ts';
import type { Command, Values } from '../../domains/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/driver.ts';
import type { EntityDescription } from '../../entities/entity-description.ts';
import { Availability } from './availability.ts';
import type { Complaints } from './complaints.ts';
import type { Component, ComponentFacts, Reading, ReadingSite } from './component.ts';
import type { Connection } from './connection.ts';
import {
  availabilityRules,
  deviceDescription,
  type EntityConfig,
  entityName,
  wishedObjectId,
} from './entity-schema.ts';
import { Expiry } from './expiry.ts';
import type { Groups } from './groups.ts';
import { attributesReading } from './json-attributes.ts';
import type { Message } from './message.ts';
import { Rendering, type RenderingHost } from './rendering.ts';

/** What every MQTT entity works with. */
export interface MqttHouse extends RenderingHost {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly complaints: Complaints;
  readonly groups: Groups;
}

/** The name of a device that tells none: the title of the integration. */
export const DEVICE_FALLBACK_NAME = 'MQTT';

/** An entity whose values come by MQTT and whose commands go by it. */
export class MqttEntity implements Driver {
  readonly component: Component;
  private readonly house: MqttHouse;
  private readonly rendering: Rendering;
  private config: EntityConfig;
  private facts: ComponentFacts;
  private availability: Availability;
  private handle: EntityHandle | undefined;
  private readonly listening = new Map<string, { readings: readonly Reading[]; readonly stop: Undo }>();
  /** What the JSON attributes of the message being read bring. */
  private extra: Attributes | undefined;
  private lastExtra: Attributes = {};
  private cancelLater: Undo | undefined;
  private readonly expiry: Expiry;

  constructor(component: Component, config: EntityConfig, house: MqttHouse) {
    this.component = component;
    this.config = config;
    this.house = house;
    this.facts = component.describe(config);
    this.availability = new Availability(availabilityRules(config));
    this.expiry = new Expiry(house.clock, () => this.connectionChanged());
    this.rendering = new Rendering(
      house,
      () => this.handle,
      () => entityName(this.config, this.nameFallback()),
    );
  }

  /** The entity as the house takes it. */
  describe(): EntityDescription {
    const { config, facts, component } = this;
    const objectId = wishedObjectId(config.default_entity_id);
    return {
      domain: component.domain,
      platform: 'mqtt',
      name: entityName(config, this.nameFallback()),
      driver: this,
      available: this.isAvailable,
      enabledByDefault: config.enabled_by_default,
      visibleByDefault: config.visible_by_default,
      assumedState: facts.assumedState === true,
      forceUpdate: facts.forceUpdate === true,
      remembersValues:
        facts.assumedState === true || facts.remembersValues === true || (facts.expireAfter ?? 0) > 0,
      ...defined({
        uniqueId: config.unique_id,
        objectId,
        device: config.device ? deviceDescription(config.device, DEVICE_FALLBACK_NAME) : undefined,
        deviceClass: facts.deviceClass,
        unit: facts.unit,
        icon: config.icon,
        picture: config.entity_picture,
        entityCategory: config.entity_category ?? undefined,
        features: facts.features,
        capabilities: facts.capabilities,
        values: facts.values,
        options: facts.options === undefined ? undefined : { [component.domain.name]: { ...facts.options } },
      }),
    };
  }

  /** Takes over another config: only what changed is listened to anew, and what is known stays. Gives the new description. */
  update(config: EntityConfig): EntityDescription {
    this.config = config;
    this.facts = this.component.describe(config);
    this.availability = new Availability(availabilityRules(config), this.availability);
    if (this.handle !== undefined) this.listen();
    return this.describe();
  }

  attach(entity: EntityHandle): Undo {
    this.handle = entity;
    entity.setAvailable(this.isAvailable);
    this.listen();
    this.showMembers();
    const leave =
      this.config.group === undefined ? undefined : this.house.groups.watch(() => this.showMembers());
    return () => {
      this.handle = undefined;
      leave?.();
      for (const { stop } of this.listening.values()) stop();
      this.listening.clear();
      this.cancelLater?.();
      this.expiry.stop();
    };
  }

  async execute(command: Command<Values>, entity: EntityHandle): Promise<void> {
    const { component, config, rendering, house } = this;
    if (component.command === undefined || !this.isAvailable) return;
    const outcome = component.command(command, {
      config,
      entity,
      values: entity.values,
      render: (template, value, variables) => rendering.command(template, value, variables),
    });
    const { qos, message_expiry_interval: expiry } = config;
    const retain = (config as { readonly retain?: boolean }).retain === true;
    for (const message of outcome.messages) {
      await house.connection.publish({ ...message, qos, retain, expiry });
    }
    if (outcome.patch !== undefined) entity.report(outcome.patch);
  }

  /** Shows whether the device can be reached, as the broker came or went or a value expired. */
  connectionChanged(): void {
    this.handle?.setAvailable(this.isAvailable);
  }

  /** Shows the members of a group, which may have come or gone. */
  private showMembers(): void {
    if (this.config.group !== undefined) this.handle?.setExtraAttributes(this.withMembers(this.lastExtra));
  }

  private withMembers(extra: Attributes): Attributes {
    this.lastExtra = extra;
    const { group } = this.config;
    return group === undefined ? extra : { ...extra, group_entities: this.house.groups.entityIds(group) };
  }

  /** The topics it listens to, in the order in which its config names them. */
  topics(): string[] {
    return [...this.listening.keys()];
  }

  private get isAvailable(): boolean {
    const isExpired = this.expiry.isExpired(this.facts.expireAfter ?? 0);
    return this.house.connection.isConnected && !isExpired && this.availability.isAvailable;
  }

  private nameFallback(): { deviceClass: string | undefined; kind: string | null } {
    const { facts } = this;
    return { deviceClass: facts.isNamedByClass === true ? facts.deviceClass : undefined, kind: facts.kind };
  }

  private listen(): void {
    const wanted = new Map<string, Reading[]>();
    for (const reading of this.allReadings()) {
      if (reading.topic === undefined) continue;
      const known = wanted.get(reading.topic);
      if (known === undefined) wanted.set(reading.topic, [reading]);
      else known.push(reading);
    }
    for (const [topic, { stop }] of this.listening) {
      if (wanted.has(topic)) continue;
      stop();
      this.listening.delete(topic);
    }
    for (const [topic, readings] of wanted) {
      const known = this.listening.get(topic);
      if (known !== undefined) {
        known.readings = readings;
        continue;
      }
      const { qos } = this.config;
      const stop = this.house.connection.subscriptions.add(topic, qos, (message) =>
        this.hear(topic, message),
      );
      this.listening.set(topic, { readings, stop });
    }
  }

  private allReadings(): Reading[] {
    const { config, facts } = this;
    const readings: Reading[] = [];
    for (const [topic, { template }] of availabilityRules(config).topics) {
      readings.push({
        topic,
        template,
        read: (text) => {
          this.availability.take(topic, text);
          return null;
        },
      });
    }
    readings.push(...this.component.readings(config));
    if (config.json_attributes_topic !== undefined) {
      readings.push(attributesReading(config, facts, (attributes) => this.takeExtra(attributes)));
    }
    return readings;
  }

  private takeExtra(extra: Attributes): void {
    this.extra = extra;
  }

  /** One message, all that this entity reads of it, one write. */
  private hear(topic: string, message: Message): void {
    const { handle } = this;
    const heard = this.listening.get(topic);
    if (handle === undefined || heard === undefined) return;
    let patch: Values | undefined;
    const site: ReadingSite = {
      get values() {
        return patch === undefined ? handle.values : { ...handle.values, ...patch };
      },
      entity: handle,
      message,
      complain: (reason) => this.complain(topic, reason),
      later: (seconds, values) => {
        this.cancelLater = this.house.clock.after(seconds * 1000, () => handle.report(values));
      },
    };
    let isRead = false;
    for (const reading of heard.readings) {
      if (reading.skipsRetained === true && message.retained) continue;
      if (reading.isMain === true) this.mainMessageCame();
      const told = this.read(reading, message, site);
      if (told !== null) {
        patch = patch === undefined ? told : { ...patch, ...told };
        isRead = true;
      }
    }
    const { extra } = this;
    this.extra = undefined;
    const available = this.isAvailable;
    if (!isRead && extra === undefined) {
      handle.setAvailable(available);
      return;
    }
    handle.report(patch ?? {}, {
      available,
      ...(extra === undefined ? {} : { extra: this.withMembers(extra) }),
    });
  }

  private read(reading: Reading, message: Message, site: ReadingSite): Values | null {
    if (reading.readBytes !== undefined) return reading.readBytes(message.payload, site);
    let text: string | undefined;
    try {
      text = this.rendering.value(reading.template, message, this.config.encoding, reading.variables);
    } catch (error) {
      return site.complain(`template failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (text === undefined)
      return site.complain(`the payload is no text in ${this.config.encoding || 'raw bytes'}`);
    return reading.read?.(text, site) ?? null;
  }

  private complain(topic: string, reason: string): null {
    const id = this.handle?.id ?? this.component.name;
    this.house.complaints.warn(
      `${id} ${topic} ${reason.slice(0, 60)}`,
      `${id}: message on ${topic} ignored: ${reason}`,
    );
    return null;
  }

  private mainMessageCame(): void {
    this.cancelLater?.();
    this.cancelLater = undefined;
    this.expiry.postpone(this.facts.expireAfter ?? 0);
  }
}

/** The members that are there: an optional property is left out, not undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
