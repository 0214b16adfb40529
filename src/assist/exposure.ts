import { z } from 'zod';
import type { Undo } from '../core/clock.ts';
import { domainOf, type EntityId } from '../core/entity-id.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { EntityEntry, EntityRegistry } from '../entities/registry/entity-registry.ts';
import type { Collection } from '../storage/documents.ts';

/** The assistants that entities can be exposed to. */
export const ASSISTANTS = ['cloud.alexa', 'cloud.google_assistant', 'conversation'] as const;
export type Assistant = (typeof ASSISTANTS)[number];

/** Choices for entities without a registry entry, and whether new entities are exposed, by assistant. */
export const ExposureChoices = z.record(z.string(), z.boolean());
export type ExposureChoices = Readonly<z.infer<typeof ExposureChoices>>;

/** Domains and device classes that are exposed unless somebody decided otherwise. */
const DOMAINS = new Set([
  ...['climate', 'cover', 'fan', 'humidifier', 'light', 'media_player', 'scene', 'switch', 'todo'],
  ...['vacuum', 'water_heater'],
]);
const CLASSES: Readonly<Record<string, ReadonlySet<unknown>>> = {
  binary_sensor: new Set(['door', 'garage_door', 'lock', 'motion', 'opening', 'presence', 'window']),
  sensor: new Set([
    ...['aqi', 'carbon_monoxide', 'carbon_dioxide', 'humidity', 'pm10', 'pm25', 'temperature'],
    'volatile_organic_compounds',
  ]),
};

/** The key of `ExposureChoices` in the store for whether new entities are exposed. */
const NEW_ENTITIES = '';

interface ExposureParts {
  readonly store: Collection<ExposureChoices>;
  readonly registry: EntityRegistry;
  readonly states: StateMachine;
}

/**
 * Which entities assistants may know and control. A choice is kept in the options of the registry entry; for
 * entities without one, in a collection of its own. Without a choice, the default of the domain or device
 * class applies as long as new entities are exposed.
 */
export class Exposure {
  private readonly parts: ExposureParts;
  private readonly listeners = new Set<() => void>();

  constructor(parts: ExposureParts) {
    this.parts = parts;
  }

  /** Whether an assistant may use the entity. */
  isExposed(id: EntityId, assistant: Assistant = 'conversation'): boolean {
    const entry = this.parts.registry.get(id);
    return this.choice(id, entry, assistant) ?? this.isDefault(id, entry, assistant);
  }

  /** The assistants each entity is exposed to; entities exposed to none are omitted. */
  list(): Record<string, Record<string, true>> {
    const ids = new Set<EntityId>();
    for (const { entity_id } of this.parts.states.all()) ids.add(entity_id);
    for (const { entity_id } of this.parts.registry.list()) ids.add(entity_id);
    const exposed: Record<string, Record<string, true>> = Object.create(null);
    for (const id of ids) {
      const to = ASSISTANTS.filter((assistant) => this.isExposed(id, assistant));
      if (to.length > 0) exposed[id] = Object.fromEntries(to.map((assistant) => [assistant, true as const]));
    }
    return exposed;
  }

  /** Sets a choice; resolves with the entities it changed once it is durable. */
  async expose(
    ids: readonly EntityId[],
    assistants: readonly Assistant[],
    should: boolean,
  ): Promise<readonly EntityId[]> {
    const changed = ids.filter((id) => assistants.some((one) => this.isExposed(id, one) !== should));
    await this.choose(
      ids.map((id) => [id, Object.fromEntries(assistants.map((one) => [one, should]))] as const),
    );
    return changed;
  }

  /** Whether new entities of the default domains and classes are exposed. */
  exposesNew(assistant: Assistant): boolean {
    return this.parts.store.entries.get(NEW_ENTITIES)?.[assistant] ?? assistant === 'conversation';
  }

  /** Changes `exposesNew`; what holds for present entities becomes their choice. Resolves once durable. */
  async setExposesNew(assistant: Assistant, should: boolean): Promise<void> {
    const { store, states } = this.parts;
    if (this.exposesNew(assistant) !== should) {
      const present = [...states.all()].map(
        ({ entity_id: id }) => [id, { [assistant]: this.isExposed(id, assistant) }] as const,
      );
      await this.choose(present);
    }
    await store.put(NEW_ENTITIES, { ...store.entries.get(NEW_ENTITIES), [assistant]: should });
    this.announce();
  }

  /** Calls the listener after each change of a choice. */
  onChange(listener: () => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async choose(choices: readonly (readonly [EntityId, ExposureChoices])[]): Promise<void> {
    const { registry, store } = this.parts;
    const others: [EntityId, ExposureChoices][] = [];
    const saved: Promise<unknown>[] = [];
    for (const [id, choice] of choices) {
      const entry = registry.get(id);
      if (entry === undefined) others.push([id, { ...store.entries.get(id), ...choice }]);
      else saved.push(registry.update(id, { options: withChoice(entry, choice) }));
    }
    if (others.length > 0) saved.push(store.putAll(others));
    this.announce();
    await Promise.all(saved);
  }

  /** Announces choices that were put back or made. */
  announce(): void {
    for (const listener of this.listeners) listener();
  }

  private choice(id: EntityId, entry: EntityEntry | undefined, assistant: Assistant): boolean | undefined {
    if (entry === undefined) return this.parts.store.entries.get(id)?.[assistant];
    const options = Object.hasOwn(entry.options, assistant) ? entry.options[assistant] : undefined;
    return typeof options?.should_expose === 'boolean' ? options.should_expose : undefined;
  }

  private isDefault(id: EntityId, entry: EntityEntry | undefined, assistant: Assistant): boolean {
    if (!this.exposesNew(assistant)) return false;
    if (entry !== undefined && (entry.entity_category !== null || entry.hidden_by !== null)) return false;
    const domain = domainOf(id);
    if (DOMAINS.has(domain)) return true;
    const classes = Object.hasOwn(CLASSES, domain) ? CLASSES[domain] : undefined;
    if (classes === undefined) return false;
    const deviceClass =
      this.parts.states.get(id)?.attributes.device_class ??
      entry?.device_class ??
      entry?.original_device_class;
    return classes.has(deviceClass);
  }
}

function withChoice(entry: EntityEntry, choice: ExposureChoices): EntityEntry['options'] {
  const options = { ...entry.options };
  for (const [assistant, should] of Object.entries(choice))
    options[assistant] = { ...options[assistant], should_expose: should };
  return options;
}
