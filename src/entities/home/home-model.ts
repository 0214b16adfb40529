import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import type { Log } from '../../core/log.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { Domain } from '../../domains/definition/define-domain.ts';
import type { Documents } from '../../storage/documents.ts';
import { Entities } from '../entity/entities.ts';
import { PictureLinks } from '../entity/picture-links.ts';
import { Categories, Category } from '../registry/categories.ts';
import { ConfigEntries, ConfigEntry } from '../registry/config-entries.ts';
import { DeviceEntry, DeviceRegistry } from '../registry/device-registry.ts';
import { EntityEntry, EntityRegistry } from '../registry/entity-registry.ts';
import { removeGonePlaces } from '../registry/gone-places.ts';
import type { LastValues } from '../registry/left-values.ts';
import { Area, Floor, Label, makePlaces, type Places, renameReadings } from '../registry/places.ts';
import { RemovedEntities, RemovedEntity } from '../registry/removed-entities.ts';
import { TargetResolver } from '../registry/targets.ts';
import { ServiceEngine } from '../services/service-engine.ts';
import { Home, HomeChanges, type HomeFacts } from './home.ts';

/** What `buildHomeModel` depends on. */
export interface HomeModelParts {
  readonly facts: HomeFacts;
  readonly domains: readonly Domain[];
  readonly documents: Documents;
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly clock: Clock;
  readonly log: Log;
  /** The values an entity had before the restart. */
  readonly lastValues: (id: EntityId) => LastValues | null;
  /** Throws for text that is not a valid template. */
  readonly checkTemplate?: (text: string) => void;
  /** Whether a text starts with a match of the pattern. */
  readonly beginsLike?: (pattern: string, text: string) => boolean;
}

/** The entities with their registries and services. */
export interface HomeModel {
  readonly home: Home;
  readonly configEntries: ConfigEntries;
  readonly devices: DeviceRegistry;
  readonly registry: EntityRegistry;
  readonly places: Places;
  readonly categories: Categories;
  readonly entities: Entities;
  readonly targets: TargetResolver;
  readonly engine: ServiceEngine;
  readonly pictureLinks: PictureLinks;
  /** Whether an entity with the ID exists or is registered. */
  readonly isBehind: (id: EntityId) => boolean;
}

/** The display names of integrations. */
const TITLES: Readonly<Record<string, string>> = {
  backup: 'Backup',
  demo: 'Demo',
  mqtt: 'MQTT',
  tasmota: 'Tasmota',
  hearth: 'Hearth',
  mobile_app: 'Mobile App',
};

/** Creates and connects these components over the stored documents. */
export function buildHomeModel(parts: HomeModelParts): HomeModel {
  const { facts, domains, documents, bus, states, clock, log, lastValues, checkTemplate, beginsLike } = parts;
  const home = new Home(facts, documents.collection('home', HomeChanges), { bus, clock });
  const configEntries = new ConfigEntries(documents.collection('config_entries', ConfigEntry), clock);
  const devices = new DeviceRegistry(documents.collection('devices', DeviceEntry), bus, clock);
  const removed = new RemovedEntities(
    documents.collection('removed_entities', RemovedEntity),
    clock,
    (id) => places.areas.get(id) !== undefined,
  );
  const registry = new EntityRegistry(documents.collection('entities', EntityEntry), { bus, clock, removed });
  const places = makePlaces(
    {
      areas: documents.collection('areas', Area),
      floors: documents.collection('floors', Floor),
      labels: documents.collection('labels', Label),
    },
    { bus, clock, transact: (work) => documents.transact(work) },
  );
  const categories = new Categories({
    store: documents.collection('categories', Category),
    registry,
    bus,
    clock,
  });
  removeGonePlaces(places, devices, registry);
  devices.areaNamed = (name) => suggestedArea(places, name);
  const pictureLinks = new PictureLinks(clock, (domain) => entities.ofDomain(domain));
  const entities: Entities = new Entities({
    states,
    registry,
    devices,
    bus,
    lastValues,
    unitSystem: () => home.facts.unit_system,
    log: log.named('entities'),
    pictureLinks: (entity) => pictureLinks.attributesOf(entity),
    configEntryOf: (platform) => {
      const title = TITLES[platform];
      return title === undefined ? null : configEntries.ensure(platform, title).entry_id;
    },
  });
  registry.onChange((entry, old) => {
    if (entry !== null && old !== null && entry.entity_id !== old.entity_id)
      renameReadings(places, old.entity_id, entry.entity_id);
  });
  const targets = new TargetResolver(registry, devices, places);
  const engine = new ServiceEngine(
    {
      entities,
      targets,
      states,
      bus,
      clock,
      log: log.named('services'),
      timeZone: () => home.facts.time_zone,
      checkTemplate,
      beginsLike,
    },
    domains,
  );
  const isBehind = (id: EntityId): boolean =>
    entities.get(id) !== undefined || registry.get(id) !== undefined;
  return {
    home,
    configEntries,
    devices,
    registry,
    places,
    categories,
    entities,
    targets,
    engine,
    pictureLinks,
    isBehind,
  };
}

/**
 * The most areas devices may create by suggestion: devices are untrusted, and people have to read the list.
 */
const MAX_SUGGESTED = 100;

/** The area a new device suggests; created if there is none of that name. */
function suggestedArea({ areas }: Places, name: string): string | undefined {
  const isRefused = name.trim() === '' || name.length > 100 || areas.list().length >= MAX_SUGGESTED;
  if (areas.named(name) === undefined && !isRefused) areas.create({ name }).catch(ignoreLogged);
  return areas.named(name)?.id;
}
