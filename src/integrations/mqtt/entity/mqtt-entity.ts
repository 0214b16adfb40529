import type { Clock, Undo } from '../../../core/clock.ts';
import { encodeText } from '../../../core/encodings.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Attributes } from '../../../core/state.ts';
import type { UnitSystem } from '../../../core/unit-system.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle, Picture } from '../../../entities/entity/driver.ts';
import type { EntityDescription } from '../../entity-port.ts';
import type { Connection } from '../client/connection.ts';
import type { Message } from '../client/message.ts';
import type { WarningLog } from '../client/warning-log.ts';
import { Availability } from '../schema/availability.ts';
import { availabilityRules, type EntityConfig } from '../schema/entity-schema.ts';
import { isMissing } from '../schema/templates.ts';
import type { Component, ComponentFacts, Reading, ReadingContext, SavedPicture } from './component.ts';
import { describeEntity, nameOf } from './describe-entity.ts';
import { Expiry } from './expiry.ts';
import type { Groups } from './groups.ts';
import { attributesReading } from './json-attributes.ts';
import { Rendering, type RenderingHost } from './rendering.ts';

/** What every MQTT entity needs. */
export interface MqttEntityContext extends RenderingHost {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly warnings: WarningLog;
  readonly groups: Groups;
  readonly home: { readonly units: UnitSystem };
  /** The integration of the entities; `mqtt` by default. */
  readonly platform?: string | undefined;
}

/** An entity that receives values and sends commands by MQTT. */
export class MqttEntity implements Driver {
  readonly component: Component;
  private readonly home: MqttEntityContext;
  private readonly rendering: Rendering;
  config: EntityConfig;
  facts: ComponentFacts;
  private availability: Availability;
  private handle: EntityHandle | undefined;
  private readonly listening = new Map<string, { readings: readonly Reading[]; readonly stop: Undo }>();
  /** The JSON attributes of the current message. */
  private extra: Attributes | undefined;
  private lastExtra: Attributes = {};
  private shown: SavedPicture | undefined;
  private cancelLater: Undo | undefined;
  private readonly expiry: Expiry;

  constructor(component: Component, config: EntityConfig, home: MqttEntityContext) {
    this.component = component;
    this.config = config;
    this.home = home;
    this.facts = component.describe(config, home.home.units);
    this.availability = new Availability(availabilityRules(config));
    this.expiry = new Expiry(home.clock, () => this.connectionChanged());
    this.rendering = new Rendering(
      home,
      () => this.handle,
      () => nameOf(this.config, this.facts),
    );
  }

  /** The entity's description for the entity system. */
  describe(): EntityDescription {
    const { platform = 'mqtt' } = this.home;
    return { ...describeEntity(this, this.isAvailable), platform };
  }

  fit(values: Values, changedAt: number): Values {
    const { expireAfter = 0 } = this.facts;
    return expireAfter <= 0 || this.expiry.resume(expireAfter, changedAt) ? values : {};
  }

  /** Applies another config: resubscribes only what changed, keeps values. Returns the new description. */
  update(config: EntityConfig): EntityDescription {
    this.config = config;
    this.facts = this.component.describe(config, this.home.home.units);
    this.availability = new Availability(availabilityRules(config), this.availability);
    if (this.handle !== undefined) this.listen();
    const { handle, facts } = this;
    if (handle !== undefined) handle.report({ ...missing(facts.values, handle.values), ...facts.configured });
    const learned = facts.learnedFeatures?.filter((feature) => handle?.features.has(feature)) ?? [];
    const described = this.describe();
    return learned.length === 0
      ? described
      : { ...described, features: [...(described.features ?? []), ...learned] };
  }

  attach(entity: EntityHandle): Undo {
    this.handle = entity;
    entity.setAvailable(this.isAvailable);
    this.listen();
    this.showAttributes();
    const leave =
      this.config.group === undefined ? undefined : this.home.groups.watch(() => this.showAttributes());
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
    const { component, config, rendering, home } = this;
    if (component.command === undefined || !this.isAvailable) return;
    const outcome = component.command(command, {
      config,
      entity,
      values: entity.values,
      render: (template, value, variables) => rendering.command(template, value, variables),
    });
    const { qos, message_expiry_interval: expiry } = config;
    const retain = (config as { readonly retain?: boolean }).retain === true;
    for (const { topic, payload: plain } of outcome.messages) {
      const payload = typeof plain === 'string' ? encodeText(plain, config.encoding) : plain;
      if (payload === undefined) this.warn(topic, `the command is no text in ${config.encoding}`);
      else await home.connection.publish({ topic, payload, qos, retain, expiry });
    }
    if (outcome.patch === undefined) return;
    entity.report(outcome.patch, this.ownAttributes({ ...entity.values, ...outcome.patch }));
  }

  /** Updates the availability after a (dis)connect or an expiry. */
  connectionChanged(): void {
    this.handle?.setAvailable(this.isAvailable);
  }

  async picture(): Promise<Picture | undefined> {
    const { shown } = this;
    if (shown === undefined || !('url' in shown)) return shown;
    const { fetchPicture } = await import('../../camera/fetch-picture.ts');
    return fetchPicture({ url: shown.url, verifySsl: true }, this.home.clock);
  }

  /** The MQTT attributes to add to a report; nothing where there are none and none have changed. */
  private ownAttributes(values: Values, hasChanged = false): { readonly extra?: Attributes } {
    const { group } = this.config;
    const { attributes } = this.facts;
    if (group === undefined && attributes === undefined && !hasChanged) return {};
    const members =
      group === undefined
        ? {}
        : { group_entities: this.home.groups.entityIds(this.component.domain.name, group) };
    return { extra: { ...this.lastExtra, ...members, ...attributes?.(values) } };
  }

  private showAttributes(): void {
    const { handle } = this;
    const { extra } = handle === undefined ? {} : this.ownAttributes(handle.values);
    if (extra !== undefined) handle?.setExtraAttributes(extra);
  }

  /** The topics it listens to, in the order in which its config names them. */
  topics(): string[] {
    return [...this.listening.keys()];
  }

  private get isAvailable(): boolean {
    const isExpired = this.expiry.isExpired(this.facts.expireAfter ?? 0);
    return this.home.connection.isConnected && !isExpired && this.availability.isAvailable;
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
      const stop = this.home.connection.subscriptions.add(topic, qos, (message) =>
        this.onMessage(topic, message),
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
      readings.push(
        attributesReading(config, { domain: this.component.domain, facts }, (attributes) => {
          this.extra = attributes;
        }),
      );
    }
    return readings;
  }

  /** One message, all that this entity reads of it, one write. */
  private onMessage(topic: string, message: Message): void {
    const { handle } = this;
    const received = this.listening.get(topic);
    if (handle === undefined || received === undefined) return;
    let patch: Values | undefined;
    const context: ReadingContext = {
      get values() {
        return patch === undefined ? handle.values : { ...handle.values, ...patch };
      },
      entity: handle,
      message,
      now: this.home.clock.now(),
      keepPicture: (picture) => {
        this.shown = picture;
      },
      warn: (reason) => this.warn(topic, reason),
      later: (seconds, values) => {
        this.cancelLater?.();
        this.cancelLater = this.home.clock.after(seconds * 1000, () => handle.report(values));
      },
    };
    let isRead = false;
    for (const reading of received.readings) {
      if (reading.skipsRetained === true && message.retained) continue;
      if (reading.isMain === true) this.mainMessageCame();
      const reported = this.read(reading, message, context);
      if (reported !== null) {
        patch = patch === undefined ? reported : { ...patch, ...reported };
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
    this.lastExtra = extra ?? this.lastExtra;
    const own = this.ownAttributes(context.values, extra !== undefined);
    handle.report(patch ?? {}, { available, source: topic, ...own });
  }

  private read(reading: Reading, message: Message, context: ReadingContext): Values | null {
    if (reading.readBytes !== undefined) return reading.readBytes(message.payload, context);
    let text: string | undefined;
    try {
      text = this.rendering.value(reading.template, message, this.config.encoding, reading.variables);
    } catch (error) {
      context.warn(`template failed: ${messageOf(error)}`);
      if (reading.needsTemplate === true || !isMissing(error)) return null;
      text = message.text(this.config.encoding);
    }
    if (text === undefined)
      return context.warn(`the payload is no text in ${this.config.encoding || 'raw bytes'}`);
    return reading.read?.(text, context) ?? null;
  }

  private warn(topic: string, reason: string): null {
    const id = this.handle?.id ?? this.component.name;
    this.home.warnings.warn(
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

/** The initial values that are not known yet. */
function missing(first: Values = {}, now: Values): Values {
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => value != null && now[name] == null),
  );
}
