import { CachedList } from '../api/cached-list.ts';
import { documentRoutes } from '../api/documents/document-routes.ts';
import { PictureFeeds } from '../api/picture-feeds.ts';
import type { Route } from '../api/rest/route.ts';
import { allRoutes } from '../api/rest/routes/index.ts';
import { ClientServices, type Services } from '../api/services.ts';
import type { Command } from '../api/ws/command.ts';
import { allCommands } from '../api/ws/commands/index.ts';
import type { OfficialFrontend } from '../api/ws/commands/panels.ts';
import { KnownOrigins } from '../api/ws/known-origins.ts';
import type { Access } from '../core/access.ts';
import { UNIT_SYSTEMS } from '../core/unit-system.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { domains } from '../domains/index.ts';
import { type Configuration, configuration } from '../entities/home/configuration.ts';
import { showEntityDetails, showEntityEntry } from '../entities/registry/registry-views.ts';
import { changeEntity } from '../entities/registry/user-changes.ts';
import { homeassistantServices } from '../entities/services/homeassistant-services.ts';
import { visibleRelated } from '../entities/visibility/visible-related.ts';
import { sees, type Viewer, visibleOnly } from '../entities/visibility/visible-state.ts';
import { configEntryParts } from './config-entries.ts';
import { energyParts } from './energy.ts';
import { textSources } from './helper-entries.ts';
import { historyDataParts } from './history-data.ts';
import { historyParts } from './history-interface.ts';
import { importParts } from './home-import.ts';
import type { HubContext } from './hub-context.ts';
import { integrationType } from './integration-types.ts';
import { logbookParts } from './logbook.ts';
import { officialFrontendCommands, officialFrontendRoutes } from './official-frontend.ts';
import { restorableItems } from './restorable-items.ts';
import { statisticsParts } from './statistics-interface.ts';
import { systemParts } from './system-info.ts';

/** The services of the server itself. */
export function homeServices({
  options,
  home,
  states,
  lastStates,
}: HubContext): ReturnType<typeof homeassistantServices> {
  return homeassistantServices({
    ...home,
    states,
    log: options.logFile.log.named('services'),
    home: {
      checkConfig: async () => ({ errors: await options.checkConfig() }),
      setLocation: (place) => home.home.update(place, place),
      saveStates: () => lastStates.flush(),
      stop: options.onStopAsked,
      reloadEntry: async (id) => [...home.configEntries.list()].some((entry) => entry.entry_id === id),
    },
  });
}

/** The names in `components`: all domains, and each integration with its domains the caller may read. */
export function componentsOf({ home }: Pick<HubContext, 'home'>, viewer: Viewer): string[] {
  const names = new Set([
    'homeassistant',
    'api',
    'websocket_api',
    'auth',
    'config',
    'assist_pipeline',
    'backup',
    'blueprint',
    'diagnostics',
    'image_upload',
    'media_source',
    'repairs',
    'stream',
    'webhook',
    'conversation',
    'device_automation',
    'energy',
    'frontend',
    'hardware',
    'history',
    'logbook',
    'logger',
    'lovelace',
    'mobile_app',
    'network',
    'recorder',
    'search',
    'system_health',
    'system_log',
    'trace',
    'usage_prediction',
    ...domains.map(({ name }) => name),
  ]);
  for (const entry of home.registry.list()) {
    if (!sees(viewer, entry.entity_id)) continue;
    names.add(entry.platform);
    names.add(`${entry.entity_id.slice(0, entry.entity_id.indexOf('.'))}.${entry.platform}`);
  }
  return [...names];
}

/** The loaded integrations that a caller sees. */
function integrationsOf(hub: HubContext, viewer: Viewer): string[] {
  return componentsOf(hub, viewer).filter((name) => !name.includes('.'));
}

function showConfiguration(hub: HubContext, access: Access): Configuration {
  const { options, home } = hub;
  return configuration({
    home: home.home,
    version: options.version,
    dataDir: options.settings.dataDir,
    instanceId: hub.instanceId,
    components: () => componentsOf(hub, access),
  });
}

/** The services as clients call them. */
export function servicesOf({
  home,
  auth,
  causes: why,
  clock,
  lastStates,
}: Pick<HubContext, 'home' | 'auth' | 'causes' | 'clock' | 'lastStates'>): Services {
  return new ClientServices({
    engine: home.engine,
    causes: why.causes,
    audit: auth.audit,
    actorOf: (access) => auth.authenticator.actorOf(access),
    untilSaved: (states) => lastStates.untilSaved(states),
    clock,
  });
}

/** The origins allowed to open the WebSocket: this server's, those of logged-in apps, and configured ones. */
export function knownOrigins({ options, home, auth }: HubContext): KnownOrigins {
  const { allowed_origins } = options.settings.http;
  return new KnownOrigins({
    allowed: () => {
      const { internal_url, external_url } = home.home.facts;
      return [...allowed_origins, internal_url, external_url].filter((one) => one !== null);
    },
    isClient: (origin) => auth.tokens.hasLoginFor(origin),
  });
}

/** Everything REST answers to, with the documents that describe it and the commands. */
export function routesOf(hub: HubContext, commands: readonly Command[]): Route[] {
  const { options, home, bus, clock, states, list, auth, helpers, automation } = hub;
  const routes = allRoutes({
    home: [
      {
        configuration: (access) => showConfiguration(hub, access),
        checkConfiguration: async () => ({ errors: await options.checkConfig(), warnings: null }),
        errorLog: () => options.logFile.readErrorLog(),
      },
    ],
    auth: [auth],
    onboarding: [auth],
    onboardingBackups: [auth, hub.backups.parts, hub.backups.uploads],
    states: [{ states, list, clock }],
    services: [
      {
        services: servicesOf(hub),
        clock,
        shape: options.settings.http.services_shape,
        cpuBudget: hub.cpuBudget,
      },
    ],
    events: [{ bus, clock }],
    stream: [{ bus, clock }],
    template: [hub.templates.templates],
    tls: [hub.tls],
    push: [hub.notifications.parts],
    phones: hub.phones === undefined ? undefined : [hub.phones],
    pictures: [{ ...home, links: home.pictureLinks, feeds: new PictureFeeds(clock) }],
    prometheus: [
      {
        ...{ settings: options.settings.prometheus, states, home, bus, clock },
        temperatureUnit: () => UNIT_SYSTEMS[home.home.facts.unit_system].temperature,
      },
    ],
    backups: [hub.backups.parts, hub.backups.uploads],
    uploads: [hub.backups.uploads],
    causes: [hub.causes.explain],
    changes: [hub.changes],
    history: [historyParts(hub)],
    historyData: [historyDataParts(hub)],
    logbook: [logbookParts(hub)],
    configEntries: [configEntryParts(hub)],
    ...officialFrontendRoutes(hub),
    itemConfigs: [hub.configItems.editable()],
    ...helpers.routeParts,
    webhook: [automation.webhooks, hub.phones],
    ...hub.assist.routeParts,
  });
  return [...routes, ...documentRoutes({ routes, commands, version: INTERFACE_VERSION, clock })];
}

/** Everything the WebSocket answers to. */
export function commandsOf(hub: HubContext, official: OfficialFrontend | null): Command[] {
  const { bus, clock, states, home, list, auth, audit, cpuBudget, helpers, automation } = hub;
  const { provided } = hub.integrations;
  const { registry } = home;
  const entries = new CachedList(showEntityEntry);
  const { templateHelpers } = automation;
  const statistics = statisticsParts(hub);
  return allCommands({
    core: [{ configuration: (access) => showConfiguration(hub, access) }],
    dashboards: [hub.dashboards],
    dashboardArranging: [hub.dashboards],
    seeAs: [auth],
    panels: [{ ...hub.dashboards, official }],
    auth: [auth],
    users: [auth],
    security: [auth, audit],
    frontend: [
      {
        ...{ auth, states, services: home.engine, texts: textSources(hub), cpuBudget, clock },
        themes: hub.dashboards.themes,
      },
    ],
    states: [{ states, bus, list }],
    services: [{ services: servicesOf(hub), clock, cpuBudget }],
    events: [{ bus, clock }],
    template: [hub.templates.templates],
    tls: [auth, hub.tls],
    push: [auth, hub.notifications.parts],
    phones: hub.phones === undefined ? undefined : [hub.phones],
    registries: [
      {
        entities: {
          listJson: (access) => entries.array(registry.list(), visibleOnly(access)),
          get: (id) => {
            const entry = registry.get(id);
            return entry === undefined ? undefined : showEntityDetails(entry);
          },
          update: async (id, changes) =>
            showEntityDetails(await changeEntity({ ...home, states }, id, changes)),
        },
      },
    ],
    entityRegistry: [{ ...home, states }],
    deviceRegistry: [{ ...home, mayRemove: (device) => provided.devices?.mayRemove(device) ?? true }],
    home: [{ ...home, states }],
    targets: [{ ...home, states }],
    places: [{ ...home, states }],
    categories: [home],
    integrations: [
      {
        ...home,
        integrations: (access) => integrationsOf(hub, access),
        setUpByFlow: () => hub.helperEntries.flows.handlers(),
        manifests: () => hub.integrations.provided.devices?.manifests ?? [],
        typeOf: integrationType,
        relatedTo: (question, access) =>
          visibleRelated({ ...home, states, mentioning: automation.mentioning }, question, access),
      },
    ],
    collections: [
      [...helpers.collections, templateHelpers],
      {
        bus,
        entityIdOf: (domain, id) =>
          (domain === templateHelpers.domain ? templateHelpers.entityId(id) : undefined) ??
          helpers.entityIdOf(domain, id),
      },
    ],
    vacuum: [home],
    weather: [{ ...home, bus, clock }],
    units: [],
    configEntries: [configEntryParts(hub)],
    recorder: [statistics],
    energy: [energyParts(hub, statistics)],
    statisticsEdits: [statistics],
    statisticsRepairs: [statistics],
    system: [systemParts(hub)],
    imports: [importParts(hub)],
    ...officialFrontendCommands(hub, (access) => integrationsOf(hub, access)),
    backups: [hub.backups.parts],
    backupTargets: [hub.backups.parts],
    backupItems: [restorableItems(hub)],
    causes: [hub.causes.explain],
    changes: [hub.changes],
    history: [{ ...historyParts(hub), bus, log: hub.options.logFile.log.named('history') }],
    historyData: [historyDataParts(hub)],
    logbook: [{ ...logbookParts(hub), log: hub.options.logFile.log.named('logbook') }],
    itemConfigs: [hub.configItems.editable()],
    ...helpers.commandParts,
    ...automation.commandParts,
    ...hub.assist.commandParts,
    mqtt: provided.mqtt === undefined ? undefined : [provided.mqtt, home],
    mqttAccounts: [auth, async () => (await provided.broker?.state()) ?? null],
    mqttSettings: provided.mqttSettings === undefined ? undefined : [auth, provided.mqttSettings],
  });
}
