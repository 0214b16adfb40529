import { createHash } from 'node:crypto';
import type { Bus } from '../../../core/bus.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import type { MqttEntityContext } from '../entity/mqtt-entity.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

/** What discovery needs. */
export interface DiscoveryParts extends MqttEntityContext {
  readonly prefix: string;
  /**
   * How many items may be discovered: a device that announces new ones without end must not fill the memory.
   */
  readonly limit: number;
  /** What discovery messages can create, by component name. */
  readonly kinds: ReadonlyMap<string, ItemKind>;
  readonly registry: EntityRegistry;
  readonly devices: DeviceRegistry;
  readonly bus: Bus;
  /** Called for each discovery message, before it is handled. */
  readonly onMessage: () => void;
}

/** A discovered item, identified by component and discovery ID, whatever the topic. */
export interface Discovered {
  readonly hash: string;
  readonly topic: string;
  readonly isFromDevice: boolean;
  readonly item: Item;
  digest: string;
}

/** A short digest for comparing configs: there may be tens of thousands. */
export function digestOf(config: RawConfig): string {
  return createHash('sha1').update(textOf(config)).digest('base64');
}

function textOf(config: RawConfig): string {
  try {
    return JSON.stringify(config);
  } catch {
    // Integers beyond 2^53 are rare, and a replacer makes all others several times as slow.
    return JSON.stringify(config, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  }
}
