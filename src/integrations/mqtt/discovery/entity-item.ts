import { ignoreLogged } from '../../../core/ignore-logged.ts';
import { issuesText } from '../../../core/parse.ts';
import type { Entity } from '../../../entities/entity/entity.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import type { EntityPort } from '../../entity-port.ts';
import type { Component } from '../entity/component.ts';
import { MqttEntity, type MqttEntityContext } from '../entity/mqtt-entity.ts';
import type { EntityConfig } from '../schema/entity-schema.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

/** What MQTT entities need. */
export interface EntityItemParts extends MqttEntityContext {
  readonly entities: EntityPort;
  readonly registry: EntityRegistry;
}

/** The kind of item of an entity component. */
export function entityKind(component: Component, parts: EntityItemParts): ItemKind {
  return {
    make: (raw) => {
      const config = parseConfig(component, raw);
      if (typeof config === 'string') return config;
      const source = new MqttEntity(component, config, parts);
      return new EntityItem(parts, source, parts.entities.add(source.describe(), source), config);
    },
  };
}

class EntityItem implements Item {
  private readonly parts: EntityItemParts;
  private readonly source: MqttEntity;
  private readonly entity: Entity;
  private config: EntityConfig;

  constructor(parts: EntityItemParts, source: MqttEntity, entity: Entity, config: EntityConfig) {
    this.parts = parts;
    this.source = source;
    this.entity = entity;
    this.config = config;
  }

  get deviceId(): string | undefined {
    return this.entity.entry?.device_id ?? undefined;
  }

  get entryId(): string | undefined {
    return this.entity.entry?.id;
  }

  get keepsDevice(): boolean {
    return false; // the registry entry's device decides that
  }

  get canMigrate(): boolean {
    return (
      this.config.unique_id !== undefined && this.config.device !== undefined && this.config.device !== null
    );
  }

  update(raw: RawConfig): string | undefined {
    const config = parseConfig(this.source.component, raw);
    if (typeof config === 'string') return config;
    // The identity of an entity stays as first announced.
    const saved = {
      ...config,
      unique_id: this.config.unique_id,
      default_entity_id: this.config.default_entity_id,
    };
    this.config = saved;
    this.parts.entities.redescribe(this.entity, this.source.update(saved));
    this.source.connectionChanged();
    return undefined;
  }

  unload(): void {
    this.parts.entities.remove(this.entity);
  }

  forget(): void {
    this.parts.entities.forget(this.entity).catch(ignoreLogged);
  }

  connectionChanged(): void {
    this.source.connectionChanged();
  }

  topics(): readonly string[] {
    return this.source.topics();
  }
}

function parseConfig(component: Component, raw: RawConfig): EntityConfig | string {
  const result = component.schema.safeParse(raw);
  return result.success ? result.data : issuesText(result.error.issues, raw);
}
