import { z } from 'zod';
import type { Undo } from '../../../core/clock.ts';
import { messageOf } from '../../../core/errors.ts';
import { issuesText } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { Message } from '../client/message.ts';
import { DEVICE_FALLBACK_NAME } from '../entity/describe-entity.ts';
import type { MqttEntityContext } from '../entity/mqtt-entity.ts';
import { Rendering } from '../entity/rendering.ts';
import { qos, stateTopic, template, text, word } from '../schema/config-values.ts';
import { deviceDescription, deviceKeys } from '../schema/entity-schema.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

const schema = z
  .object({
    ...deviceKeys,
    automation_type: word(['trigger'], 'exact'),
    topic: stateTopic,
    type: text,
    subtype: text,
    payload: text.optional(),
    value_template: template.optional(),
    qos: qos.default(0),
  })
  .refine(({ device }) => device != null, { error: schemaError('expects_device') });
type Config = z.infer<typeof schema>;

/** A device trigger: a button and the action performed on it. */
export interface DeviceTrigger {
  readonly deviceId: string;
  readonly type: string;
  readonly subtype: string;
  /** The integration; `mqtt` by default. */
  readonly domain?: string | undefined;
  /** Its name among all triggers of the integration. */
  readonly discoveryId?: string | undefined;
}

/** A trigger that is there, whatever announced it. */
export interface DiscoveredTrigger {
  readonly trigger: DeviceTrigger;
  /** Called when the first listener arrives and the last one leaves. */
  listen(isWanted: boolean): void;
}

/** Called for each message that fires a trigger, with its raw payload. */
export type TriggerListener = (message: {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
}) => void;

/** What device triggers need. */
export interface DeviceTriggerParts extends MqttEntityContext {
  readonly devices: DeviceRegistry;
  readonly configEntryId: () => string;
}

/** The triggers announced by devices: remotes and buttons. Topics are subscribed only for listeners. */
export class DeviceTriggers implements ItemKind {
  private readonly parts: DeviceTriggerParts;
  private readonly items = new Map<string, DiscoveredTrigger>();
  private readonly waiting = new Map<string, Set<TriggerListener>>();

  constructor(parts: DeviceTriggerParts) {
    this.parts = parts;
  }

  /** The triggers of a device. */
  ofDevice(deviceId: string): DeviceTrigger[] {
    return [...this.items.values()].map(({ trigger }) => trigger).filter((one) => one.deviceId === deviceId);
  }

  /** Waits for a trigger, also for one that is not there yet. */
  on(trigger: DeviceTrigger, listener: TriggerListener): Undo {
    const key = keyOf(trigger);
    const set = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, set.add(listener));
    this.items.get(key)?.listen(true);
    return () => {
      set.delete(listener);
      if (set.size > 0 || this.waiting.get(key) !== set) return;
      this.waiting.delete(key);
      this.items.get(key)?.listen(false);
    };
  }

  make(raw: RawConfig): Item | string {
    const config = parseConfig(raw);
    if (typeof config === 'string') return config;
    const { devices } = this.parts;
    const known = deviceOf(config);
    const device = devices.ensure(this.parts.configEntryId(), known);
    const key = keyOf({ deviceId: device.id, type: config.type, subtype: config.subtype });
    if (this.items.has(key)) return `the device has a trigger ${config.type} ${config.subtype} already`;
    const item = new TriggerItem(this, this.parts, device.id, config);
    this.put(item);
    return item;
  }

  /** Whether another trigger has this name. */
  isTaken(trigger: DeviceTrigger, by: DiscoveredTrigger): boolean {
    return (this.items.get(keyOf(trigger)) ?? by) !== by;
  }

  /** Registers a trigger by name; the first of a name stays. */
  put(item: DiscoveredTrigger): void {
    const key = keyOf(item.trigger);
    this.items.set(key, item);
    item.listen(this.waiting.has(key));
  }

  drop(item: DiscoveredTrigger): void {
    const key = keyOf(item.trigger);
    if (this.items.get(key) === item) this.items.delete(key);
    item.listen(false);
  }

  /** Notifies all listeners of a trigger. */
  fire(trigger: DeviceTrigger, message: Parameters<TriggerListener>[0]): void {
    for (const listener of this.waiting.get(keyOf(trigger)) ?? []) listener(message);
  }
}

class TriggerItem implements Item {
  readonly deviceId: string;
  readonly entryId = undefined;
  readonly keepsDevice = true;
  readonly canMigrate = true;
  private readonly triggers: DeviceTriggers;
  private readonly parts: DeviceTriggerParts;
  private readonly rendering: Rendering;
  private config: Config;
  private stop: Undo | undefined;

  constructor(triggers: DeviceTriggers, parts: DeviceTriggerParts, deviceId: string, config: Config) {
    this.triggers = triggers;
    this.parts = parts;
    this.deviceId = deviceId;
    this.config = config;
    this.rendering = new Rendering(
      parts,
      () => undefined,
      () => null,
    );
  }

  get trigger(): DeviceTrigger {
    return { deviceId: this.deviceId, type: this.config.type, subtype: this.config.subtype };
  }

  /** Subscribes to the topic while there are listeners. */
  listen(isWanted: boolean): void {
    this.stop?.();
    this.stop = undefined;
    if (!isWanted) return;
    const { topic, qos } = this.config;
    this.stop = this.parts.connection.subscriptions.add(topic, qos, (message) => this.onMessage(message));
  }

  update(raw: RawConfig): string | undefined {
    const config = parseConfig(raw);
    if (typeof config === 'string') return config;
    const { type, subtype } = config;
    if (this.triggers.isTaken({ deviceId: this.deviceId, type, subtype }, this))
      return `the device has a trigger ${type} ${subtype} already`;
    this.parts.devices.ensure(this.parts.configEntryId(), deviceOf(config));
    this.triggers.drop(this);
    this.config = config;
    this.triggers.put(this);
    return undefined;
  }

  unload(): void {
    this.triggers.drop(this);
  }

  forget(): void {
    this.triggers.drop(this);
  }

  connectionChanged(): void {}

  topics(): readonly string[] {
    return this.stop === undefined ? [] : [this.config.topic];
  }

  private onMessage(message: Message): void {
    let text: string | undefined;
    try {
      text = this.rendering.value(this.config.value_template, message, 'utf-8');
    } catch (error) {
      this.parts.warnings.warn(
        `trigger ${message.topic}`,
        `A trigger on ${message.topic} failed: ${messageOf(error)}`,
      );
      return;
    }
    const { payload } = this.config;
    if (text === undefined || (payload !== undefined && text !== payload)) return;
    const { topic, qos } = message;
    this.triggers.fire(this.trigger, { topic, qos, payload: message.text() ?? text });
  }
}

function keyOf({ deviceId, type, subtype }: DeviceTrigger): string {
  return JSON.stringify([deviceId, type, subtype]);
}

function deviceOf({ device }: Config): ReturnType<typeof deviceDescription> {
  if (device == null) throw new Error('A trigger went past its schema without a device');
  return deviceDescription(device, DEVICE_FALLBACK_NAME);
}

function parseConfig(raw: RawConfig): Config | string {
  const result = schema.safeParse(raw);
  return result.success ? result.data : issuesText(result.error.issues, raw);
}
