import { z } from 'zod';
import type { Undo } from '../../../core/clock.ts';
import { type Context, newContext } from '../../../core/context.ts';
import { messageOf } from '../../../core/errors.ts';
import { issuesText } from '../../../core/parse.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { Message } from '../client/message.ts';
import { DEVICE_FALLBACK_NAME } from '../entity/describe-entity.ts';
import type { MqttEntityContext } from '../entity/mqtt-entity.ts';
import { Rendering } from '../entity/rendering.ts';
import { stateTopic, template } from '../schema/config-values.ts';
import { deviceDescription, deviceKeys } from '../schema/entity-schema.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

const schema = z.object({ ...deviceKeys, topic: stateTopic, value_template: template.optional() });
type Config = z.infer<typeof schema>;

/** Reports that a device, if it is known, has scanned a tag. */
export type ScanTag = (tagId: string, deviceId: string | null, context: Context) => void;

/** What tag scanners need. */
export interface TagParts extends MqttEntityContext {
  readonly scanTag: ScanTag;
  readonly devices: DeviceRegistry;
  readonly configEntryId: () => string;
}

/** Readers of tags: each message with an id is an event `tag_scanned`. */
export function tagKind(parts: TagParts): ItemKind {
  return {
    make: (raw) => {
      const config = parseConfig(raw);
      return typeof config === 'string' ? config : new TagReader(parts, config);
    },
  };
}

class TagReader implements Item {
  readonly entryId = undefined;
  readonly keepsDevice = true;
  readonly canMigrate = true;
  deviceId: string | undefined;
  private readonly parts: TagParts;
  private readonly rendering: Rendering;
  private config: Config;
  private stop: Undo;

  constructor(parts: TagParts, config: Config) {
    this.parts = parts;
    this.config = config;
    this.rendering = new Rendering(
      parts,
      () => undefined,
      () => null,
    );
    this.deviceId = this.ensureDevice();
    this.stop = this.listen();
  }

  update(raw: RawConfig): string | undefined {
    const config = parseConfig(raw);
    if (typeof config === 'string') return config;
    this.stop();
    this.config = config;
    this.deviceId = this.ensureDevice();
    this.stop = this.listen();
    return undefined;
  }

  unload(): void {
    this.stop();
  }

  forget(): void {
    this.stop();
  }

  connectionChanged(): void {}

  topics(): readonly string[] {
    return [this.config.topic];
  }

  private ensureDevice(): string | undefined {
    const { device } = this.config;
    if (device == null) return undefined;
    const { devices, configEntryId } = this.parts;
    return devices.ensure(configEntryId(), deviceDescription(device, DEVICE_FALLBACK_NAME)).id;
  }

  private listen(): Undo {
    return this.parts.connection.subscriptions.add(this.config.topic, 0, (message) =>
      this.onMessage(message),
    );
  }

  private onMessage(message: Message): void {
    const { scanTag, clock, warnings } = this.parts;
    let text: string | undefined;
    try {
      text = this.rendering.value(this.config.value_template, message, 'utf-8');
    } catch (error) {
      const reason = messageOf(error);
      warnings.warn(`tag ${message.topic}`, `A tag on ${message.topic} could not be read: ${reason}`);
    }
    const id = text?.trim();
    if (id === undefined || id === '') return;
    scanTag(id, this.deviceId ?? null, newContext(clock.now()));
  }
}

function parseConfig(raw: RawConfig): Config | string {
  const result = schema.safeParse(raw);
  return result.success ? result.data : issuesText(result.error.issues, raw);
}
