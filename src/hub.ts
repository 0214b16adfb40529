import type { Route } from './api/rest/route.ts';
import type { Command } from './api/ws/command.ts';
import type { Auth } from './auth/auth.ts';
import { AuthPart } from './auth/auth-part.ts';
import { Bus } from './core/bus.ts';
import { SystemClock } from './core/clock.ts';
import { newContext } from './core/context.ts';
import { englishTexts } from './core/english-texts.ts';
import type { EventTypeName } from './core/event-types.ts';
import { startParts } from './core/lifecycle.ts';
import { domains } from './domains/index.ts';
import type { RunState } from './entities/home/home.ts';
import type { PlainService } from './entities/services/service.ts';
import { buildHub } from './hub/build-hub.ts';
import { createEndpoints } from './hub/endpoints.ts';
import { openHistory, tendHistory } from './hub/history.ts';
import type { HubContext, HubOptions } from './hub/hub-context.ts';
import { homeServices } from './hub/interface.ts';
import { carryOutPictureFiles } from './hub/picture-files.ts';
import { restoredAudit } from './hub/restored-audit.ts';
import { RunCheck } from './hub/run-check.ts';
import type { Provisions } from './integrations/provisions.ts';

/** The running server. */
export interface Hub {
  /** Where it listens. */
  readonly port: number;
  /** Where the other app is; undefined unless the official frontend is installed. */
  readonly secondPort: number | undefined;
  readonly auth: Auth;
  /** The integrations that run in processes. */
  readonly devices: Provisions['devices'];
  /** All it answers to over REST and over the WebSocket. */
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  stop(): Promise<void>;
}

/** Builds and starts all parts in order; resolves when the server is ready. A failure undoes all of it. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { clock = new SystemClock() } = options;
  // Errors need them later, for example when no more files can be opened.
  englishTexts();
  const bus = new Bus(options.logFile.log.named('bus'));
  const history = await openHistory({ options, clock, bus });
  try {
    const { hub, stateSaver } = await buildHub({ options, clock, bus, history });
    const tended = tendHistory(hub);
    registerServices(hub, tended.services);
    const films = carryOutPictureFiles(hub);
    const {
      home,
      auth,
      audit,
      tls,
      notifications,
      helpers,
      integrations,
      automation,
      causes,
      energy,
      helperEntries,
      backups,
      changes,
    } = hub;
    home.entities.restore(domains, integrations.isExpected);
    await stateSaver.restore();
    const { routes, commands, http, second, control, announcement, browsers } = await createEndpoints(hub);
    const { log } = options.logFile;
    announce(hub, 'homeassistant_start', 'STARTING');
    const stopParts = await startParts(
      [
        stateSaver,
        history.recorder,
        causes.causes,
        ...tended.parts,
        new AuthPart({ tokens: auth.tokens, audit, clock, log: log.named('auth') }),
        restoredAudit(hub),
        home.pictureLinks,
        ...integrations.parts,
        ...helpers.parts,
        ...integrations.partsAfterHelpers,
        ...automation.parts,
        ...helperEntries.parts,
        energy.sensors,
        films,
        notifications.part,
        backups.automatic,
        backups.entities,
        changes.part,
        tls,
        http,
        ...(second === undefined ? [] : [second]),
        control,
        ...(announcement === undefined ? [] : [announcement]),
        ...browsers,
        hub.issues.part,
        hub.habits,
        hub.dashboards.part,
        ...hub.files.parts,
        new RunCheck(hub),
      ],
      log,
      // What is removed while a failed start is undone returns at the next one, with its last state.
      () => announce(hub, 'homeassistant_final_write', 'FINAL_WRITE'),
    );
    announce(hub, 'homeassistant_started', 'RUNNING');
    const stop = async (): Promise<void> => {
      await automation.beforeStop(() => announce(hub, 'homeassistant_stop', 'STOPPING'));
      announce(hub, 'homeassistant_final_write', 'FINAL_WRITE');
      await stopParts();
      await history.thread.close();
    };
    const { devices } = integrations.provided;
    return { port: http.port, secondPort: second?.port, auth, devices, routes, commands, stop };
  } catch (error) {
    await history.thread.close();
    throw error;
  }
}

function registerServices(hub: HubContext, ofHistory: readonly PlainService[]): void {
  const { home, templates, helpers, automation, helperEntries, assist, maintenance, notifications } = hub;
  const ofParts = [
    ...templates.services,
    ...helpers.services,
    ...automation.services,
    ...helperEntries.services,
    ...assist.services,
    ...maintenance.services,
    ...hub.dashboards.services,
    ...notifications.services,
    ...hub.backups.services,
  ];
  for (const service of [...homeServices(hub), ...ofParts, ...ofHistory]) home.engine.register(service);
}

function announce({ home, bus, clock }: HubContext, type: EventTypeName, runState: RunState): void {
  home.home.runState = runState;
  const at = clock.now();
  bus.fire(type, {}, at, newContext(at));
}
