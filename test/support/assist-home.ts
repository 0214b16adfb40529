import { readFileSync } from 'node:fs';
import { Exposure, type ExposureChoices } from '../../src/assist/exposure.ts';
import { type AssistHome, HomeNames } from '../../src/assist/home-names.ts';
import type { Language } from '../../src/assist/languages.ts';
import { LanguageModel } from '../../src/assist/sentences/language-model.ts';
import { SentenceData } from '../../src/assist/sentences/sentence-data.ts';
import { Understanding } from '../../src/assist/understanding.ts';
import { Bus } from '../../src/core/bus.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { type DeviceEntry, DeviceRegistry } from '../../src/entities/registry/device-registry.ts';
import { type EntityEntry, EntityRegistry } from '../../src/entities/registry/entity-registry.ts';
import { type Area, type Floor, type Label, makePlaces } from '../../src/entities/registry/places.ts';
import { FakeClock } from './fake-clock.ts';
import { MemoryCollection } from './home.ts';

/** An entity of a home that sentences are about. */
export interface SpokenEntity {
  readonly entity_id: string;
  readonly state: string;
  readonly name: string | null;
  readonly device_class?: string;
  readonly registered?: boolean;
  readonly aliases?: readonly (string | null)[];
  readonly area?: string | null;
  readonly exposed: boolean;
}

/** A home that sentences are about. */
export interface SpokenHome {
  readonly areas: readonly Pick<Area, 'id' | 'name' | 'aliases' | 'floor_id'>[];
  readonly floors: readonly Pick<Floor, 'id' | 'name' | 'aliases'>[];
  readonly entities: readonly SpokenEntity[];
}

/** A home with these entities, areas and floors, and what understands sentences about it. */
export function assistHome({ areas, floors, entities }: SpokenHome) {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const entries = new MemoryCollection<EntityEntry>();
  const choices = new MemoryCollection<ExposureChoices>();
  for (const entity of entities) {
    const { entity_id: id, exposed, registered } = entity;
    if (registered === true) entries.entries.set(id, entryOf(entity));
    else choices.entries.set(id, { conversation: exposed });
  }
  const registry = new EntityRegistry(entries, { bus, clock });
  const devices = new DeviceRegistry(new MemoryCollection<DeviceEntry>(), bus, clock);
  const stores = {
    areas: new MemoryCollection<Area>(),
    floors: new MemoryCollection<Floor>(),
    labels: new MemoryCollection<Label>(),
  };
  const dated = { order: 0, created_at: 0, modified_at: 0, icon: null, labels: [], picture: null };
  const readings = { temperature_entity_id: null, humidity_entity_id: null };
  for (const area of areas) stores.areas.entries.set(area.id, { ...dated, ...readings, ...area });
  for (const floor of floors) stores.floors.entries.set(floor.id, { ...dated, level: null, ...floor });
  const places = makePlaces(stores, { bus, clock, transact: async (work) => work() });
  for (const { entity_id: id, state, name, device_class } of entities) {
    const attributes = {
      ...(name === null ? {} : { friendly_name: name }),
      ...(device_class === undefined ? {} : { device_class }),
    };
    states.set(id, state, attributes);
  }
  const exposure = new Exposure({ store: choices, registry, states });
  const home: AssistHome = { states, registry, devices, places, exposure };
  const names = new HomeNames(home, bus);
  return { ...home, home, names, understanding: new Understanding(home, names) };
}

/** The included sentences of a language. */
export function includedSentences(language: Language): LanguageModel {
  const text = readFileSync(new URL(`../../sentences/${language}.json`, import.meta.url), 'utf8');
  return languageModel(language, JSON.parse(text));
}

/** Sentences in the format of Home Assistant's intents. */
export function languageModel(language: Language, data: unknown): LanguageModel {
  const sources = [{ data: SentenceData.parse(data) }];
  const model = new LanguageModel(language, sources);
  for (const _step of model.fill(sources));
  return model;
}

function entryOf({
  entity_id: id,
  aliases = [],
  area = null,
  exposed,
  ...others
}: SpokenEntity): EntityEntry {
  const nothing = {
    ...{ config_entry_id: null, device_id: null, name: null, icon: null, original_icon: null },
    ...{ original_device_class: null, unit_of_measurement: null, entity_category: null },
    ...{ disabled_by: null, hidden_by: null, translation_key: null },
  };
  return {
    ...{ ...nothing, id, entity_id: id, unique_id: id, platform: 'demo', area_id: area, labels: [] },
    ...{ original_name: others.name, device_class: others.device_class ?? null, aliases: [...aliases] },
    options: { conversation: { should_expose: exposed } },
    ...{ categories: {}, capabilities: {}, supported_features: 0, created_at: 0, modified_at: 0 },
  };
}
