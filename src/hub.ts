import type { Route } from './api/rest/route.ts';
import type { Command } from './api/ws/command.ts';
import type { Auth } from './auth/auth.ts';
import { AuthPart } from './auth/auth-part.ts';
import { SystemClock } from './core/clock.ts';
import { newContext } from './core/context.ts';
import type { EventTypeName } from './core/event-types.ts';
import { startParts } from './core/lifecycle.ts';
import { domains } from './domains/index.ts';
import type { RunState } from './entities/home/home.ts';
import { buildHub } from './hub/build-hub.ts';
import { openHistory } from './hub/causes.ts';
import { createEndpoints } from './hub/endpoints.ts';
import type { HubContext, HubOptions } from './hub/hub-context.ts';
import { homeServices } from './hub/interface.ts';
import { carryOutPictureFiles } from './hub/picture-files.ts';

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

/** Builds and starts all parts in order; resolves when the server is ready. A failure undoes all of it. */
export async function startHub(options: HubOptions): Promise<Hub> {
  const { clock = new SystemClock() } = options;
  const history = await openHistory({ options, clock });
  try {
    const { ground, keeper } = await buildHub({ options, clock, history });
    registerServices(ground);
    const films = carryOutPictureFiles(ground);
    const { house, auth, audit, homeMade, integrations, automating, why } = ground;
    house.entities.restore(domains, integrations.isExpected);
    await keeper.restore();
    const { routes, commands, http, control } = await createEndpoints(ground);
    const { log } = options.logFile;
    announce(ground, 'homeassistant_start', 'STARTING');
    const stopParts = await startParts(
      [
        keeper,
        why.causes,
        new AuthPart({ tokens: auth.tokens, audit, clock, log: log.named('auth') }),
        house.pictureLinks,
        ...integrations.parts,
        ...homeMade.parts,
        ...integrations.partsAfterHelpers,
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
      await history.close();
    };
    return { port: http.port, auth, routes, commands, stop };
  } catch (error) {
    await history.close();
    throw error;
  }
}

function registerServices(ground: HubContext): void {
  const { house, templates, homeMade, automating } = ground;
  const services = [
    ...homeServices(ground),
    ...templates.services,
    ...homeMade.services,
    ...automating.services,
  ];
  for (const service of services) house.engine.register(service);
}

function announce({ house, bus, clock }: HubContext, type: EventTypeName, runState: RunState): void {
  house.home.runState = runState;
  const at = clock.now();
  bus.fire(type, {}, at, newContext(at));
}
