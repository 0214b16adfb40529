import { KeptList } from '../api/kept-list.ts';
import { openApiRoute } from '../api/openapi.ts';
import { PictureFeeds } from '../api/picture-feeds.ts';
import type { Route } from '../api/rest/route.ts';
import { authRoutes } from '../api/rest/routes/auth.ts';
import { eventRoutes } from '../api/rest/routes/events.ts';
import { houseRoutes } from '../api/rest/routes/house.ts';
import { itemConfigRoutes } from '../api/rest/routes/item-configs.ts';
import { onboardingRoutes } from '../api/rest/routes/onboarding.ts';
import { pictureRoutes } from '../api/rest/routes/pictures.ts';
import { serviceRoutes } from '../api/rest/routes/services.ts';
import { stateRoutes } from '../api/rest/routes/states.ts';
import { streamRoutes } from '../api/rest/routes/stream.ts';
import { templateRoutes } from '../api/rest/routes/template.ts';
import { ClientServices, type Services } from '../api/services.ts';
import type { Command } from '../api/ws/command.ts';
import { authCommands } from '../api/ws/commands/auth.ts';
import { categoryCommands } from '../api/ws/commands/categories.ts';
import { coreCommands } from '../api/ws/commands/core.ts';
import { deviceRegistryCommands } from '../api/ws/commands/device-registry.ts';
import { entityRegistryCommands } from '../api/ws/commands/entity-registry.ts';
import { eventCommands } from '../api/ws/commands/events.ts';
import { frontendCommands } from '../api/ws/commands/frontend.ts';
import { houseCommands } from '../api/ws/commands/house.ts';
import { integrationCommands } from '../api/ws/commands/integrations.ts';
import { itemConfigCommands } from '../api/ws/commands/item-configs.ts';
import { placeCommands } from '../api/ws/commands/places.ts';
import { registryCommands } from '../api/ws/commands/registries.ts';
import { securityCommands } from '../api/ws/commands/security.ts';
import { serviceCommands } from '../api/ws/commands/services.ts';
import { stateCommands } from '../api/ws/commands/states.ts';
import { systemCommands } from '../api/ws/commands/system.ts';
import { targetCommands } from '../api/ws/commands/targets.ts';
import { templateCommands } from '../api/ws/commands/template.ts';
import { unitCommands } from '../api/ws/commands/units.ts';
import { userCommands } from '../api/ws/commands/users.ts';
import { vacuumCommands } from '../api/ws/commands/vacuum.ts';
import { weatherCommands } from '../api/ws/commands/weather.ts';
import { KnownOrigins } from '../api/ws/known-origins.ts';
import type { Access } from '../core/access.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { domains } from '../domains/index.ts';
import { type Configuration, configuration } from '../entities/home/configuration.ts';
import { showEntityDetails, showEntityEntry } from '../entities/registry/registry-views.ts';
import { changeEntity } from '../entities/registry/user-changes.ts';
import { homeassistantServices } from '../entities/services/homeassistant-services.ts';
import { readableRelated } from '../entities/visibility/readable-related.ts';
import type { HubContext } from './hub-context.ts';
import { systemParts } from './system-info.ts';

/** The services of the house as a whole. */
export function houseServices({
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

/** The names in `components`: the domains there are, and each integration with the domains it fills with what the caller may read. */
function componentsOf({ house }: HubContext, { mayRead }: Pick<Access, 'mayRead'>): string[] {
  const names = new Set([
    'homeassistant',
    'api',
    'websocket_api',
    'auth',
    'config',
    ...domains.map(({ name }) => name),
  ]);
  for (const entry of house.registry.list()) {
    if (mayRead?.(entry.entity_id) === false) continue;
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

/** Which pages may open the WebSocket: those of this server, of apps somebody logged in for, and what settings and users allow. */
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
  const { options, house, bus, clock, states, list, auth } = ground;
  const routes = [
    ...houseRoutes({
      configuration: (access) => showConfiguration(ground, access),
      checkConfiguration: async () => ({ errors: await options.checkConfig(), warnings: null }),
      errorLog: () => options.logFile.readErrorLog(),
    }),
    ...authRoutes(auth),
    ...onboardingRoutes(auth),
    ...stateRoutes({ states, list, clock }),
    ...serviceRoutes({
      services: servicesOf(ground),
      clock,
      shape: options.settings.http.services_shape,
      cpuBudget: ground.cpuBudget,
    }),
    ...eventRoutes({ bus, clock }),
    ...streamRoutes({ bus, clock }),
    ...templateRoutes(ground.templates.templates),
    ...pictureRoutes({ ...house, links: house.pictureLinks, feeds: new PictureFeeds(clock) }),
    ...ground.homeMade.routes,
    ...ground.automating.routes,
    ...ground.why.routes,
    ...itemConfigRoutes(ground.configItems.editable()),
  ];
  return [...routes, openApiRoute(routes, INTERFACE_VERSION)];
}

/** Everything the WebSocket answers to. */
export function commandsOf(ground: HubContext): Command[] {
  const { bus, clock, states, house, list, auth, audit } = ground;
  const { registry } = house;
  const entries = new KeptList(showEntityEntry);
  return [
    ...coreCommands({ configuration: (access) => showConfiguration(ground, access), panels: [] }),
    ...authCommands(auth),
    ...userCommands(auth),
    ...securityCommands(auth, audit),
    ...frontendCommands({ auth, states, services: house.engine, cpuBudget: ground.cpuBudget, clock }),
    ...stateCommands({ states, bus, list }),
    ...serviceCommands({ services: servicesOf(ground), clock, cpuBudget: ground.cpuBudget }),
    ...eventCommands({ bus, clock }),
    ...templateCommands(ground.templates.templates),
    ...registryCommands({
      entities: {
        listJson: (mayRead) =>
          entries.array(registry.list(), mayRead && (({ entity_id: id }) => mayRead(id))),
        get: (id) => {
          const entry = registry.get(id);
          return entry === undefined ? undefined : showEntityDetails(entry);
        },
        update: async (id, changes) =>
          showEntityDetails(await changeEntity({ ...house, states }, id, changes)),
      },
    }),
    ...entityRegistryCommands({ ...house, states }),
    ...deviceRegistryCommands(house),
    ...houseCommands({ ...house, states }),
    ...targetCommands({ ...house, states }),
    ...placeCommands({ ...house, states }),
    ...categoryCommands(house),
    ...integrationCommands({
      configEntries: house.configEntries,
      registry,
      integrations: (access) => componentsOf(ground, access).filter((name) => !name.includes('.')),
      relatedTo: (type, id, access) =>
        readableRelated({ ...house, states, mentioning: ground.automating.mentioning }, type, id, access),
    }),
    ...vacuumCommands(house),
    ...weatherCommands({ ...house, bus, clock }),
    ...unitCommands(),
    ...systemCommands(systemParts(ground)),
    ...ground.homeMade.commands,
    ...itemConfigCommands(ground.configItems.editable()),
    ...ground.automating.commands,
    ...ground.why.commands,
    ...ground.devices.commands,
  ];
}
