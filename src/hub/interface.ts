import { KeptList } from '../api/kept-list.ts';
import { openApiRoute } from '../api/openapi.ts';
import { PictureFeeds } from '../api/picture-feeds.ts';
import type { Route } from '../api/rest/route.ts';
import { allRoutes } from '../api/rest/routes/index.ts';
import { ClientServices, type Services } from '../api/services.ts';
import type { Command } from '../api/ws/command.ts';
import { allCommands } from '../api/ws/commands/index.ts';
import { KnownOrigins } from '../api/ws/known-origins.ts';
import type { Access } from '../core/access.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { domains } from '../domains/index.ts';
import { type Configuration, configuration } from '../entities/home/configuration.ts';
import { showEntityDetails, showEntityEntry } from '../entities/registry/registry-views.ts';
import { changeEntity } from '../entities/registry/user-changes.ts';
import { homeassistantServices } from '../entities/services/homeassistant-services.ts';
import { visibleRelated } from '../entities/visibility/visible-related.ts';
import { sees, type Viewer, visibleOnly } from '../entities/visibility/visible-state.ts';
import type { HubContext } from './hub-context.ts';
import { systemParts } from './system-info.ts';

/** The services of the server itself. */
export function homeServices({
  options,
  house,
  states,
  lastStates,
}: HubContext): ReturnType<typeof homeassistantServices> {
  return homeassistantServices({
    ...house,
    states,
    log: options.logFile.log.named('services'),
    house: {
      checkConfig: async () => ({ errors: await options.checkConfig() }),
      setLocation: (place) => house.home.update(place, place),
      saveStates: () => lastStates.flush(),
      stop: options.onStopAsked,
      reloadEntry: async (id) => [...house.configEntries.list()].some((entry) => entry.entry_id === id),
    },
  });
}

/** The names in `components`: all domains, and each integration with its domains the caller may read. */
function componentsOf({ house }: HubContext, viewer: Viewer): string[] {
  const names = new Set([
    'homeassistant',
    'api',
    'websocket_api',
    'auth',
    'config',
    ...domains.map(({ name }) => name),
  ]);
  for (const entry of house.registry.list()) {
    if (!sees(viewer, entry.entity_id)) continue;
    names.add(entry.platform);
    names.add(`${entry.entity_id.slice(0, entry.entity_id.indexOf('.'))}.${entry.platform}`);
  }
  return [...names];
}

function showConfiguration(ground: HubContext, access: Access): Configuration {
  const { options, house } = ground;
  return configuration({
    home: house.home,
    version: options.version,
    dataDir: options.settings.dataDir,
    components: () => componentsOf(ground, access),
  });
}

function servicesOf({ house, auth, why, clock, lastStates }: HubContext): Services {
  return new ClientServices({
    engine: house.engine,
    causes: why.causes,
    audit: auth.audit,
    actorOf: (access) => auth.authenticator.actorOf(access),
    untilKept: (states) => lastStates.untilKept(states),
    clock,
  });
}

/** The origins allowed to open the WebSocket: this server's, those of logged-in apps, and configured ones. */
export function knownOrigins({ options, house, auth }: HubContext): KnownOrigins {
  const { allowed_origins } = options.settings.http;
  return new KnownOrigins({
    allowed: () => {
      const { internal_url, external_url } = house.home.facts;
      return [...allowed_origins, internal_url, external_url].filter((one) => one !== null);
    },
    isClient: (origin) => auth.tokens.hasLoginFor(origin),
  });
}

/** Everything REST answers to. */
export function routesOf(ground: HubContext): Route[] {
  const { options, house, bus, clock, states, list, auth, homeMade, automating } = ground;
  const routes = allRoutes({
    house: [
      {
        configuration: (access) => showConfiguration(ground, access),
        checkConfiguration: async () => ({ errors: await options.checkConfig(), warnings: null }),
        errorLog: () => options.logFile.readErrorLog(),
      },
    ],
    auth: [auth],
    onboarding: [auth],
    states: [{ states, list, clock }],
    services: [
      {
        services: servicesOf(ground),
        clock,
        shape: options.settings.http.services_shape,
        cpuBudget: ground.cpuBudget,
      },
    ],
    events: [{ bus, clock }],
    stream: [{ bus, clock }],
    template: [ground.templates.templates],
    pictures: [{ ...house, links: house.pictureLinks, feeds: new PictureFeeds(clock) }],
    causes: [ground.why.explain],
    itemConfigs: [ground.configItems.editable()],
    ...homeMade.routeParts,
    ...automating.routeParts,
  });
  return [...routes, openApiRoute(routes, INTERFACE_VERSION)];
}

/** Everything the WebSocket answers to. */
export function commandsOf(ground: HubContext): Command[] {
  const { bus, clock, states, house, list, auth, audit, cpuBudget, homeMade, automating } = ground;
  const { provided } = ground.integrations;
  const { registry } = house;
  const entries = new KeptList(showEntityEntry);
  const { templateHelpers } = automating;
  return allCommands({
    core: [{ configuration: (access) => showConfiguration(ground, access), panels: [] }],
    auth: [auth],
    users: [auth],
    security: [auth, audit],
    frontend: [{ auth, states, services: house.engine, cpuBudget, clock }],
    states: [{ states, bus, list }],
    services: [{ services: servicesOf(ground), clock, cpuBudget }],
    events: [{ bus, clock }],
    template: [ground.templates.templates],
    registries: [
      {
        entities: {
          listJson: (access) => entries.array(registry.list(), visibleOnly(access)),
          get: (id) => {
            const entry = registry.get(id);
            return entry === undefined ? undefined : showEntityDetails(entry);
          },
          update: async (id, changes) =>
            showEntityDetails(await changeEntity({ ...house, states }, id, changes)),
        },
      },
    ],
    entityRegistry: [{ ...house, states }],
    deviceRegistry: [house],
    house: [{ ...house, states }],
    targets: [{ ...house, states }],
    places: [{ ...house, states }],
    categories: [house],
    integrations: [
      {
        ...house,
        integrations: (access) => componentsOf(ground, access).filter((name) => !name.includes('.')),
        relatedTo: (type, id, access) =>
          visibleRelated({ ...house, states, mentioning: automating.mentioning }, type, id, access),
      },
    ],
    collections: [
      [...homeMade.collections, templateHelpers],
      {
        bus,
        entityIdOf: (domain, id) =>
          (domain === templateHelpers.domain ? templateHelpers.entityId(id) : undefined) ??
          homeMade.entityIdOf(domain, id),
      },
    ],
    vacuum: [house],
    weather: [{ ...house, bus, clock }],
    units: [],
    system: [systemParts(ground)],
    causes: [ground.why.explain],
    itemConfigs: [ground.configItems.editable()],
    ...homeMade.commandParts,
    ...automating.commandParts,
    mqtt: provided.mqtt === undefined ? undefined : [provided.mqtt, house],
    mqttAccounts: [auth, async () => (await provided.broker?.state()) ?? null],
    mqttSettings: provided.mqttSettings === undefined ? undefined : [auth, provided.mqttSettings],
  });
}
