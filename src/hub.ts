import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditedServices } from './api/audited-services.ts';
import { ControlSocket } from './api/control-socket.ts';
import { HttpServer } from './api/http-server.ts';
import { openApiRoute } from './api/openapi.ts';
import type { Route } from './api/rest/route.ts';
import { authRoutes } from './api/rest/routes/auth.ts';
import { eventRoutes } from './api/rest/routes/events.ts';
import { houseRoutes } from './api/rest/routes/house.ts';
import { serviceRoutes } from './api/rest/routes/services.ts';
import { stateRoutes } from './api/rest/routes/states.ts';
import { streamRoutes } from './api/rest/routes/stream.ts';
import type { Services } from './api/services.ts';
import { StateList } from './api/state-list.ts';
import { tokenControl } from './api/token-control.ts';
import { openWebFiles } from './api/web-files.ts';
import type { Command } from './api/ws/command.ts';
import { authCommands } from './api/ws/commands/auth.ts';
import { coreCommands } from './api/ws/commands/core.ts';
import { deviceRegistryCommands } from './api/ws/commands/device-registry.ts';
import { entityRegistryCommands } from './api/ws/commands/entity-registry.ts';
import { eventCommands } from './api/ws/commands/events.ts';
import { helperCommands } from './api/ws/commands/helpers.ts';
import { houseCommands } from './api/ws/commands/house.ts';
import { placeCommands } from './api/ws/commands/places.ts';
import { emptyRegistryCommands, registryCommands } from './api/ws/commands/registries.ts';
import { securityCommands } from './api/ws/commands/security.ts';
import { serviceCommands } from './api/ws/commands/services.ts';
import { stateCommands } from './api/ws/commands/states.ts';
import { userCommands } from './api/ws/commands/users.ts';
import { Audit } from './auth/audit.ts';
import { type Auth, buildAuth } from './auth/auth.ts';
import { AuthPart } from './auth/auth-part.ts';
import { policyHome } from './auth/policy-home.ts';
import type { Settings } from './config/schema.ts';
import { Bus } from './core/bus.ts';
import { type Clock, SystemClock } from './core/clock.ts';
import { newContext } from './core/context.ts';
import type { EntityId } from './core/entity-id.ts';
import { HubError } from './core/errors.ts';
import { type Part, startParts } from './core/lifecycle.ts';
import { StateMachine } from './core/state-machine.ts';
import { INTERFACE_VERSION } from './core/version.ts';
import { DEMO, Simulator } from './devices/simulator/part.ts';
import { domains } from './domains/index.ts';
import { type Configuration, configuration } from './entities/configuration.ts';
import { entityChanges } from './entities/entity-changes.ts';
import type { RunState } from './entities/home.ts';
import { homeassistantServices } from './entities/homeassistant-services.ts';
import { buildHouse, type House } from './entities/house.ts';
import { showEntityDetails, showEntityEntry } from './entities/registry-views.ts';
import { StateKeeper } from './entities/state-keeper.ts';
import { Helpers } from './helpers/part.ts';
import { openDatabase } from './storage/database.ts';
import { openDocuments } from './storage/documents.ts';
import { LastStates } from './storage/last-states.ts';
import type { LogFile } from './storage/log-file.ts';
import { hearthMigrations } from './storage/migrations/index.ts';

/** The built web app; it lies in `dist/` also where the server runs from its sources. */
const WEB_APP = new URL(import.meta.url.endsWith('.ts') ? '../dist/web' : './web', import.meta.url);

/** What a start needs. The data folder is held by the caller. */
export interface HubOptions {
  readonly settings: Settings;
  readonly logFile: LogFile;
  /** Hearth's own version. */
  readonly version: string;
  /** Ends the process, or starts it anew, when a service asks for it. */
  readonly onStopAsked: (restart: boolean) => void;
  /** Reads the settings again and says what is wrong; null when nothing is. */
  readonly checkConfig: () => Promise<string | null>;
  /** The items of a section of the settings file by name, read anew. */
  readonly readSection: (name: string) => Promise<ReadonlyMap<string, unknown>>;
  /** Where the command line speaks to the server. */
  readonly socketPath: string;
  readonly clock?: Clock;
}

/** The running server. */
export interface Hub {
  /** Where it listens. */
  readonly port: number;
  readonly auth: Auth;
  stop(): Promise<void>;
}

/** What all parts of one hub share. */
interface Ground {
  readonly options: HubOptions;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly house: House;
  readonly helpers: Helpers;
  readonly lastStates: LastStates;
  readonly list: StateList;
  readonly auth: Auth;
  readonly audit: Audit;
}

/** Builds everything, starts it in its order, and answers when the house is ready. What was begun is undone when something fails. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { settings, logFile, clock = new SystemClock() } = options;
  const { log } = logFile;
  const bus = new Bus(log.named('bus'));
  const states = new StateMachine(bus, clock);
  const database = await openDatabase({
    file: join(settings.dataDir, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(settings.dataDir, 'backups'),
    clock,
    log: log.named('storage'),
  });
  try {
    const documents = await openDocuments(database, log.named('storage'));
    const lastStates = new LastStates({ database, clock, log: log.named('storage') });
    const lastValues = (id: EntityId) => keeper.lastState(id)?.values ?? null;
    const house = buildHouse({
      facts: settings.home,
      domains,
      documents,
      bus,
      states,
      clock,
      log,
      lastValues,
    });
    const keeper = new StateKeeper({ ...house, lastStates, states, bus });
    const audit = new Audit(database, clock, log.named('audit'));
    const auth = buildAuth({
      ...{ documents, audit, clock, log: log.named('auth') },
      home: policyHome(house, bus),
    });
    const list = new StateList(states);
    const helpers = new Helpers({
      documents,
      entities: house.entities,
      bus,
      clock,
      timeZone: () => house.home.facts.time_zone,
      log: log.named('helpers'),
      readSettings: options.readSection,
    });
    const ground: Ground = { options, clock, bus, states, house, helpers, lastStates, list, auth, audit };
    for (const service of [...houseServices(ground), ...helpers.services()]) house.engine.register(service);
    house.entities.restore(domains, (platform) => platform !== DEMO || settings.demo);
    await keeper.restore();
    const http = new HttpServer({
      host: settings.http.host,
      port: settings.http.port,
      routes: routesOf(ground),
      commands: commandsOf(ground),
      authenticator: auth.authenticator,
      signedPaths: auth.signedPaths,
      trustedProxies: settings.http.trusted_proxies,
      version: INTERFACE_VERSION,
      clock,
      log: log.named('http'),
      fallback: await openWebFiles(fileURLToPath(WEB_APP)),
    });
    const control = new ControlSocket({ path: options.socketPath, commands: tokenControl(auth), clock, log });
    const authPart = new AuthPart({ tokens: auth.tokens, audit, clock, log: log.named('auth') });
    announce(ground, 'homeassistant_start', 'STARTING');
    const stopParts = await startParts(
      [keeper, authPart, ...(await deviceParts(ground)), helpers, http, control],
      log,
    );
    announce(ground, 'homeassistant_started', 'RUNNING');
    const stop = async (): Promise<void> => {
      announce(ground, 'homeassistant_stop', 'STOPPING');
      announce(ground, 'homeassistant_final_write', 'FINAL_WRITE');
      await stopParts();
      await database.close();
    };
    return { port: http.port, auth, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function announce({ house, bus, clock }: Ground, type: string, runState: RunState): void {
  house.home.runState = runState;
  const at = clock.now();
  bus.fire(type, {}, at, newContext(at));
}

async function deviceParts(ground: Ground): Promise<Part[]> {
  const { options, house, clock } = ground;
  const { entities, home } = house;
  const demo = { entities, domains, clock, hourOfDay: (at: number) => hourOfDay(at, home.facts.time_zone) };
  return [...(options.settings.demo ? [new Simulator(demo)] : []), ...(await mqttParts(ground))];
}

/** Loaded only where there is a broker: a home without MQTT pays nothing for it. */
async function mqttParts({ options, house, bus, states, clock }: Ground): Promise<Part[]> {
  const { mqtt, dataDir } = options.settings;
  if (mqtt.url === undefined) return [];
  const { Mqtt } = await import('./devices/mqtt/part.ts');
  const log = options.logFile.log.named('mqtt');
  return [new Mqtt({ ...house, settings: { ...mqtt, url: mqtt.url }, dataDir, bus, states, clock, log })];
}

function hourOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const [hour = '0', minute = '0'] = format.format(at).split(':');
  return (Number(hour) % 24) + Number(minute) / 60;
}

function houseServices({ options, house, lastStates }: Ground): ReturnType<typeof homeassistantServices> {
  return homeassistantServices({
    ...house,
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

/** The names in `components`: the domains there are, and each integration with the domains it fills. */
function componentsOf({ house }: Ground): string[] {
  const names = new Set([
    'homeassistant',
    'api',
    'websocket_api',
    'auth',
    'config',
    ...domains.map(({ name }) => name),
  ]);
  for (const entry of house.registry.list()) {
    names.add(entry.platform);
    names.add(`${entry.entity_id.slice(0, entry.entity_id.indexOf('.'))}.${entry.platform}`);
  }
  return [...names];
}

function showConfiguration(ground: Ground): Configuration {
  const { options, house } = ground;
  return configuration({
    home: house.home,
    version: options.version,
    dataDir: options.settings.dataDir,
    components: () => componentsOf(ground),
  });
}

function servicesOf({ house, auth }: Ground): Services {
  return auditedServices(house.engine, auth.audit, (access) => auth.authenticator.actorOf(access));
}

function routesOf(ground: Ground): Route[] {
  const { options, bus, clock, states, list, auth } = ground;
  const routes = [
    ...houseRoutes({
      configuration: () => showConfiguration(ground),
      checkConfiguration: async () => ({ errors: await options.checkConfig(), warnings: null }),
      errorLog: () => options.logFile.readErrorLog(),
    }),
    ...authRoutes(auth),
    ...stateRoutes({ states, list, clock }),
    ...serviceRoutes({ services: servicesOf(ground), clock, shape: options.settings.http.services_shape }),
    ...eventRoutes({ bus, clock }),
    ...streamRoutes({ bus, clock }),
  ];
  return [...routes, openApiRoute(routes, INTERFACE_VERSION)];
}

function commandsOf(ground: Ground): Command[] {
  const { bus, clock, states, house, list, auth, audit } = ground;
  const { registry } = house;
  return [
    ...coreCommands({ configuration: () => showConfiguration(ground), panels: [] }),
    ...authCommands(auth),
    ...userCommands(auth),
    ...securityCommands(auth, audit),
    ...stateCommands({ states, bus, list }),
    ...serviceCommands({ services: servicesOf(ground), clock }),
    ...eventCommands({ bus, clock }),
    ...registryCommands({
      entities: {
        list: () => [...registry.list()].map(showEntityEntry),
        get: (id) => {
          const entry = registry.get(id);
          return entry === undefined ? undefined : showEntityDetails(entry);
        },
        update: async (id, changes) => {
          const entry = registry.get(id);
          if (entry === undefined) throw new HubError('not_found', 'Entity not found');
          return showEntityDetails(await registry.update(id, entityChanges(entry, changes)));
        },
      },
    }),
    ...entityRegistryCommands({ ...house, states }),
    ...deviceRegistryCommands(house),
    ...houseCommands(house),
    ...placeCommands(house.places),
    ...helperCommands(ground.helpers.collections),
    ...emptyRegistryCommands(),
  ];
}
