import { sceneServices } from '../automation/scenes/scene-services.ts';
import { Scenes } from '../automation/scenes/scenes.ts';
import { RAW_SECTIONS } from '../config/settings.ts';
import type { RawSection } from '../core/settings-block.ts';
import { CalendarBook } from '../helpers/calendar/calendar-book.ts';
import { LocalCalendars } from '../helpers/calendar/local-calendars.ts';
import { EntityGroups } from '../helpers/entity-groups/entity-groups.ts';
import { entryKinds } from '../helpers/entry-kinds.ts';
import { Groups } from '../helpers/groups.ts';
import { maySee, Notifications } from '../helpers/notifications.ts';
import { Helpers } from '../helpers/part.ts';
import { PersonLocations } from '../helpers/person-locations.ts';
import { Sun } from '../helpers/sun.ts';
import { StoredTodoList, TodoLists } from '../helpers/todo-lists.ts';
import { integrationPlatforms, integrationSections } from '../integrations/index.ts';
import type { Documents } from '../storage/documents.ts';
import type { HelperServices, HubContext } from './hub-context.ts';
import { recentTriggers } from './recent-triggers.ts';

/** Sections of the settings that packages do not have. */
const OUTSIDE_PACKAGES: ReadonlySet<string> = new Set([...integrationSections, 'frontend', 'lovelace']);

/** Opens all items users create. */
export async function openHelpers(
  hub: Omit<HubContext, 'helpers' | 'integrations' | 'automation' | 'assist' | 'phones' | 'changes'>,
  documents: Documents,
): Promise<HelperServices> {
  const { options, home, bus, states, clock, auth, tags, configItems } = hub;
  const { logFile } = options;
  const readSection = async (name: string) =>
    configItems.section(name, itemsOf(await options.readSection(name)));
  const log = logFile.log.named('helpers');
  const whereabouts = new PersonLocations({ ...home, states, bus });
  const todoLists = new TodoLists(documents.collection('todo_items', StoredTodoList), home.entities);
  const timeZone = (): string => home.home.facts.time_zone;
  const localCalendars = new LocalCalendars({ documents, clock, timeZone });
  await localCalendars.load();
  bus.on('core_config_updated', () => localCalendars.moveHome());
  const calendars = new CalendarBook({ ...home, local: localCalendars, timeZone });
  const helpers = new Helpers({
    ...home,
    documents,
    bus,
    clock,
    timeZone,
    calendars: localCalendars,
    locations: whereabouts,
    todoLists,
    userExists: (id) => auth.users.get(id) !== undefined,
    log,
    readSettings: readSection,
  });
  const otherPlatforms = new Set([
    ...entryKinds.flatMap(({ file, domain }) => (file === undefined ? [] : [domain])),
    ...integrationPlatforms,
  ]);
  const entityGroups = new EntityGroups({
    ...{ ...home, documents, states, bus, log, otherPlatforms },
    readSettings: readSection,
  });
  const groups = new Groups({
    ...home,
    states,
    bus,
    log,
    readSettings: () => readSection('group'),
    reloadOthers: () => entityGroups.reload(),
  });
  await configItems.warnUnread([...RAW_SECTIONS].filter((name) => !OUTSIDE_PACKAGES.has(name)));
  const notifications = new Notifications({ clock, states, triggeredBy: recentTriggers(hub.causes.causes) });
  const applying = { ...home, states, log: logFile.log.named('scenes') };
  const scenes = new Scenes({ ...applying, bus, clock, files: configItems.files('scene') });
  configItems.edit('scene', {
    validate: (config) => scenes.validate(config),
    reload: () => scenes.refresh(),
  });
  return {
    parts: [new Sun({ ...home, bus, clock }), whereabouts, helpers, groups, entityGroups, scenes, tags],
    services: [
      ...helpers.services(),
      ...groups.services(),
      ...notifications.services(),
      ...sceneServices({ ...applying, scenes }),
    ],
    collections: [...helpers.collections, tags, entityGroups],
    kinds: helpers.collections,
    entityGroups,
    localCalendars,
    entityIdOf: (domain, id) =>
      (domain === 'group' ? entityGroups.entityIdOf(id) : undefined) ??
      home.registry.find(domain, domain, id)?.entity_id ??
      `${domain}.${id}`,
    commandParts: {
      notifications: [notifications, maySee],
      todo: [todoLists, clock],
      calendar: [calendars, timeZone],
    },
    routeParts: { calendars: [{ calendars, timeZone }] },
    calendars,
    notifications,
    todoLists,
    reloadScenes: () => scenes.reload(),
  };
}

/** The items of a section by their name. */
export function itemsOf(section: RawSection | undefined): ReadonlyMap<string, unknown> {
  const value = section?.value;
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
