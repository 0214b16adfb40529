import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ControlSocket } from './api/control-socket.ts';
import { HttpServer } from './api/http-server.ts';
import { mqttAccountControl } from './api/mqtt-account-control.ts';
import type { Route } from './api/rest/route.ts';
import { StateList } from './api/state-list.ts';
import { tokenControl } from './api/token-control.ts';
import { userControl } from './api/user-control.ts';
import { openWebFiles } from './api/web-files.ts';
import type { Command } from './api/ws/command.ts';
import { Audit } from './auth/audit.ts';
import { type Auth, buildAuth } from './auth/auth.ts';
import { AuthPart } from './auth/auth-part.ts';
import { followRenames } from './auth/follow-renames.ts';
import { policyHome } from './auth/policy-home.ts';
import { Bus } from './core/bus.ts';
import { SystemClock } from './core/clock.ts';
import { newContext } from './core/context.ts';
import type { EntityId } from './core/entity-id.ts';
import { startParts } from './core/lifecycle.ts';
import { StateMachine } from './core/state-machine.ts';
import { INTERFACE_VERSION } from './core/version.ts';
import { WorkTime } from './core/work-time.ts';
import { DEMO } from './devices/simulator/demo.ts';
import { domains } from './domains/index.ts';
import type { RunState } from './entities/home.ts';
import { buildHouse } from './entities/house.ts';
import { StateKeeper } from './entities/state-keeper.ts';
import { Tag, Tags } from './helpers/tags.ts';
import { openAutomation } from './hub/automation.ts';
import { openCauses, openHistory } from './hub/causes.ts';
import { openConfigItems } from './hub/config-items.ts';
import { DemoHome } from './hub/demo-home.ts';
import { openDevices } from './hub/devices.ts';
import type { Ground, HubOptions } from './hub/ground.ts';
import { homeMade } from './hub/home-made.ts';
import { commandsOf, houseServices, knownOrigins, routesOf } from './hub/interface.ts';
import { carryOutPictureFiles } from './hub/picture-files.ts';
import { openTemplates } from './hub/templates.ts';
import { parse as parseTemplate } from './jinja/parser.ts';
import { beginsLike } from './jinja/pattern.ts';
import { openDatabase } from './storage/database.ts';
import { openDocuments } from './storage/documents.ts';
import { LastStates } from './storage/last-states.ts';
import { hearthMigrations } from './storage/migrations/index.ts';
import { StorageThread } from './storage/storage-thread.ts';

/** The built web app; it lies in `dist/` also where the server runs from its sources. */
const WEB_APP = new URL(import.meta.url.endsWith('.ts') ? '../dist/web' : './web', import.meta.url);

/** The running server. */
export interface Hub {
  /** Where it listens. */
  readonly port: number;
  readonly auth: Auth;
  /** All it answers to over REST and over the WebSocket. */
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  stop(): Promise<void>;
}

/** Builds everything, starts it in its order, and answers when the house is ready. What was begun is undone when something fails. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { settings, logFile, clock = new SystemClock() } = options;
  const { log } = logFile;
  const bus = new Bus(log.named('bus'));
  const states = new StateMachine(bus, clock);
  const thread = new StorageThread(options.onStorageLost);
  const database = await openDatabase({
    file: join(settings.dataDir, 'hearth.db'),
    migrations: hearthMigrations,
    backupFolder: join(settings.dataDir, 'backups'),
    clock,
    log: log.named('storage'),
    thread,
  });
  const opened = [database];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0)) await one.close();
  };
  try {
    const history = await openHistory({ options, clock }, thread);
    opened.push(history);
    const documents = await openDocuments(database, log.named('storage'));
    const lastStates = new LastStates({ database, clock, log: log.named('storage') });
    const lastValues = (id: EntityId) => {
      const last = keeper.lastState(id);
      return last?.values == null ? null : { values: last.values, changedAt: last.last_changed };
    };
    const house = buildHouse({
      facts: settings.home,
      domains,
      documents,
      bus,
      states,
      clock,
      log,
      lastValues,
      checkTemplate: parseTemplate,
      beginsLike,
    });
    const keeper = new StateKeeper({ ...house, lastStates, states, bus });
    const audit = new Audit(database, clock, log.named('audit'));
    const auth = buildAuth({
      documents,
      audit,
      clock,
      log: log.named('auth'),
      home: policyHome(house, bus),
    });
    followRenames(auth, bus, log.named('auth'));
    const list = new StateList(states);
    const tags = new Tags({ ...house, store: documents.collection('tags', Tag), bus, clock });
    const demoHome = new DemoHome({ settings, house, clock, log: log.named('demo') }, documents);
    const workTime = new WorkTime(clock);
    const templates = openTemplates({ options, clock, bus, states, house, workTime });
    const devices = await openDevices({
      options,
      clock,
      bus,
      states,
      house,
      tags,
      auth,
      database,
      templates,
    });
    const base = {
      options,
      clock,
      bus,
      states,
      house,
      workTime,
      why: openCauses({ options, clock, bus, states, auth }, history),
      tags,
      devices,
      demoHome,
      templates,
      database,
      configItems: openConfigItems({ dataDir: settings.dataDir, database, clock, log: log.named('config') }),
      lastStates,
      list,
      auth,
      audit,
    };
    const made = await homeMade(base, documents);
    const automating = await openAutomation({ ...base, homeMade: made }, documents);
    const ground: Ground = { ...base, homeMade: made, automating };
    const services = [
      ...houseServices(ground),
      ...ground.templates.services,
      ...made.services,
      ...automating.services,
    ];
    for (const service of services) house.engine.register(service);
    const films = carryOutPictureFiles(ground);
    house.entities.restore(domains, (platform) => platform !== DEMO || demoHome.isWanted);
    await keeper.restore();
    const [routes, commands] = [routesOf(ground), commandsOf(ground)];
    const http = new HttpServer({
      host: settings.http.host,
      port: settings.http.port,
      routes,
      commands,
      authenticator: auth.authenticator,
      signedPaths: auth.signedPaths,
      trustedProxies: settings.http.trusted_proxies,
      origins: knownOrigins(ground),
      version: INTERFACE_VERSION,
      fallback: await openWebFiles(fileURLToPath(WEB_APP)),
      clock,
      log: log.named('http'),
    });
    const control = new ControlSocket({
      path: options.socketPath,
      commands: new Map([
        ...tokenControl(auth),
        ...userControl(auth, audit),
        ...mqttAccountControl(auth.mqttAccounts),
      ]),
      clock,
      log,
    });
    const authPart = new AuthPart({ tokens: auth.tokens, audit, clock, log: log.named('auth') });
    announce(ground, 'homeassistant_start', 'STARTING');
    const stopParts = await startParts(
      [
        keeper,
        ground.why.causes,
        authPart,
        house.pictureLinks,
        ...made.deviceParts,
        ...devices.parts,
        ...made.parts,
        ...automating.parts,
        films,
        http,
        control,
      ],
      log,
    );
    announce(ground, 'homeassistant_started', 'RUNNING');
    const stop = async (): Promise<void> => {
      await automating.beforeStop(() => announce(ground, 'homeassistant_stop', 'STOPPING'));
      announce(ground, 'homeassistant_final_write', 'FINAL_WRITE');
      await stopParts();
      await close();
    };
    return { port: http.port, auth, routes, commands, stop };
  } catch (error) {
    await close();
    throw error;
  }
}

function announce({ house, bus, clock }: Ground, type: string, runState: RunState): void {
  house.home.runState = runState;
  const at = clock.now();
  bus.fire(type, {}, at, newContext(at));
}
