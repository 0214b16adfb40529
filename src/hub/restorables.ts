import type { SavedValues } from '../auth/stored-data.ts';
import { hadMore, type User } from '../auth/users.ts';
import { COLLECTIONS } from '../changes/collections.ts';
import type { Restorable } from '../changes/restorable.ts';
import { HOME_OWNER } from '../core/home-owner.ts';
import type { Dashboard } from '../entities/dashboards/dashboards.ts';
import type { HomeChanges } from '../entities/home/home.ts';
import type { Category } from '../entities/registry/categories.ts';
import type { ConfigEntry } from '../entities/registry/config-entries.ts';
import type { DeviceEntry } from '../entities/registry/device-registry.ts';
import type { EntityEntry } from '../entities/registry/entity-registry.ts';
import type { Area, Floor, Label } from '../entities/registry/places.ts';
import type { StoredEvent } from '../helpers/calendar/stored-event.ts';
import type { GroupItem } from '../helpers/entity-groups/group-item.ts';
import type { HelperItem } from '../helpers/helper-kind.ts';
import type { StoredTodoList } from '../helpers/todo-lists.ts';
import type { RestoredValue } from '../storage/documents.ts';
import { entryOf, goesToo, inArea, inCategory, labeled, onFloor } from './dependents.ts';
import type { HubContext } from './hub-context.ts';

export type HubParts = Omit<HubContext, 'changes'>;

/** What the owner of a collection does with its documents, besides writing them. */
type Owner = Omit<Restorable, 'collection' | 'kind'>;

/** Nothing else depends on these documents: they are read where they are needed. */
const PLAIN: Owner = {};

/** The documents that changes can put back, in the order in which their owners follow. */
export function restorablesOf(hub: HubParts): Restorable[] {
  const owners = Object.entries(ownersOf(hub));
  return Object.entries(COLLECTIONS).flatMap(([family, { kind, recording }]) => {
    if (recording === 'names') return [];
    const all = owners.filter(([name]) => name === family || name.startsWith(`${family}.`));
    if (all.length === 0) throw new Error(`Nobody puts back documents of ${family}`);
    return all.map(([collection, owner]) => ({ collection, kind, ...owner }));
  });
}

function ownersOf(hub: HubParts): Readonly<Record<string, Owner>> {
  const { home, places, devices, registry, categories, configEntries } = hub.home;
  const { demo } = hub.integrations.provided;
  return {
    home: { restored: ({ now, was }) => home.restored(now as HomeChanges, was as HomeChanges) },
    floors: { ...named<Floor>(places.floors), dependents: (id) => onFloor(hub.home, id) },
    labels: { ...named<Label>(places.labels), dependents: (id) => labeled(hub.home, id) },
    areas: { ...named<Area>(places.areas), dependents: (id) => inArea(hub.home, id) },
    categories: {
      refuses: (id, value, batch) => categories.refuses(id, value as Category, batch),
      dependents: (id, value) => inCategory(hub.home, (value as Category).scope, id),
      restored: ({ now, was }) => categories.restored(now as Category, was as Category),
    },
    config_entries: {
      restored: ({ now, was }) => {
        configEntries.restored(now as ConfigEntry, was as ConfigEntry);
        hub.helperEntries.entries.restored(now as ConfigEntry, was as ConfigEntry);
      },
    },
    devices: { restored: ({ now, was }) => devices.restored(now as DeviceEntry, was as DeviceEntry) },
    removed_entities: PLAIN,
    entities: {
      entityOf: (value) => (value as EntityEntry | undefined)?.entity_id,
      refuses: (id, value, batch) => registry.refuses(id, value as EntityEntry, batch),
      restored: ({ now, was }) => {
        registry.restored(now as EntityEntry, was as EntityEntry);
        hub.assist.exposure.announce();
      },
    },
    ...ownersOfHelpers(hub),
    ...ownersOfPages(hub),
    ...ownersOfPeople(hub),
    demo_home: {
      leave: async (_id, next) => demo?.leave(next),
      restored: async () => demo?.restored(),
    },
  };
}

function ownersOfHelpers({ home, helpers, tags, automation }: HubParts): Readonly<Record<string, Owner>> {
  const { entityGroups, localCalendars, todoLists } = helpers;
  const { templateHelpers } = automation;
  type TemplateItem = Parameters<typeof templateHelpers.restored>[1];
  type TagItem = Parameters<typeof tags.restored>[1];
  return {
    todo_items: { restored: ({ id, now }) => todoLists.restored(id, now as StoredTodoList) },
    calendar_events: {
      restored: ({ now, was }) => localCalendars.restored(now as StoredEvent, was as StoredEvent),
    },
    ...Object.fromEntries(
      helpers.kinds.map((collection): [string, Owner] => [
        `helpers.${collection.domain}`,
        {
          entityOf: (_value, id) => helpers.entityIdOf(collection.domain, id),
          dependents: (id) => entryOf(home, collection.domain, collection.domain, id),
          restored: ({ id, now, was }) => collection.restored(id, now as HelperItem, was as HelperItem),
        },
      ]),
    ),
    tags: {
      dependents: (id) => entryOf(home, 'tag', 'tag', id),
      restored: ({ id, now, was }) => tags.restored(id, now as TagItem, was as TagItem),
    },
    entity_groups: {
      entityOf: (_value, id) => entityGroups.entityIdOf(id),
      dependents: (id, value) => entryOf(home, (value as GroupItem).group_type, 'group', id),
      restored: ({ id, now, was }) => entityGroups.restored(id, now as GroupItem, was as GroupItem),
    },
    templates: {
      entityOf: (_value, id) => templateHelpers.entityId(id),
      dependents: (id, value) =>
        entryOf(home, (value as NonNullable<TemplateItem>).template_type, 'template', id),
      restored: ({ id, now, was }) => templateHelpers.restored(id, now as TemplateItem, was as TemplateItem),
    },
  };
}

function ownersOfPages({ dashboards: pages, energy, assist }: HubParts): Readonly<Record<string, Owner>> {
  const { dashboards, panels } = pages;
  return {
    dashboards: {
      dependents: (_id, value) => [goesToo('dashboard_configs', (value as Dashboard).url_path)],
      restored: ({ now, was }) => dashboards.restored(now as Dashboard, was as Dashboard),
    },
    dashboard_configs: {
      ownedBy: (access, id, before) => dashboards.mayPutBack(access, id, before),
      restored: ({ id }) => dashboards.restoredConfig(id),
    },
    dashboard_resources: PLAIN,
    panels: { restored: () => panels.restored() },
    energy: { restored: () => energy.preferences.restored() },
    energy_settings: { restored: () => energy.settings.restored() },
    exposed_entities: { restored: () => assist.exposure.announce() },
    assist_pipelines: PLAIN,
  };
}

function ownersOfPeople({ auth }: HubParts): Readonly<Record<string, Owner>> {
  const { users, stored } = auth;
  return {
    kept_data: {
      userOf: (id) => (id === HOME_OWNER ? undefined : id),
      restored: ({ id, now, was }) => stored.restored(id, now as SavedValues, was as SavedValues),
    },
    notification_tastes: { userOf: (id) => id },
    users: {
      widens: (before, now) => hadMore(before as User | undefined, now as User | undefined),
      guards: (id, userId) => users.get(id)?.is_owner !== true || id === userId,
      restored: ({ now, was }) => users.restored(now as User, was as User),
    },
  };
}

interface NamedOwner<T> {
  refuses(id: string, value: T, batch: ReadonlySet<string>): ReturnType<NonNullable<Owner['refuses']>>;
  restored(id: string, now: T | undefined, was: T | undefined): void;
}

function named<T>(owner: NamedOwner<T>): Owner {
  return {
    refuses: (id, value, batch) => owner.refuses(id, value as T, batch),
    restored: ({ id, now, was }: RestoredValue) => owner.restored(id, now as T, was as T),
  };
}
