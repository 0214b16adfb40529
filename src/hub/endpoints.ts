import { fileURLToPath } from 'node:url';
import { ControlSocket } from '../api/control-socket.ts';
import { historyControl } from '../api/history-control.ts';
import { HttpServer } from '../api/http-server.ts';
import { mqttAccountControl } from '../api/mqtt-account-control.ts';
import type { Route } from '../api/rest/route.ts';
import { tokenControl } from '../api/token-control.ts';
import { userControl } from '../api/user-control.ts';
import { openWebFiles } from '../api/web-files.ts';
import type { Command } from '../api/ws/command.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { historyControlParts } from './history-data.ts';
import type { HubContext } from './hub-context.ts';
import { commandsOf, knownOrigins, routesOf } from './interface.ts';

/** The built web app; in `dist/` also when the server runs from source. */
const WEB_APP = new URL(import.meta.url.endsWith('.ts') ? '../../dist/web' : '../web', import.meta.url);

/** The endpoints of the server. */
export interface Endpoints {
  /** All it answers to over REST and over the WebSocket. */
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  readonly http: HttpServer;
  /** For the command line. */
  readonly control: ControlSocket;
}

/** Creates the endpoints; they listen once started. */
export async function createEndpoints(hub: HubContext): Promise<Endpoints> {
  const { options, auth, audit, clock } = hub;
  const { settings, logFile } = options;
  const { log } = logFile;
  const commands = commandsOf(hub);
  const routes = routesOf(hub, commands);
  const http = new HttpServer({
    host: settings.http.host,
    port: settings.http.port,
    routes,
    commands,
    authenticator: auth.authenticator,
    signedPaths: auth.signedPaths,
    trustedProxies: settings.http.trusted_proxies,
    origins: knownOrigins(hub),
    version: INTERFACE_VERSION,
    fallback: await openWebFiles(fileURLToPath(WEB_APP)),
    clock,
    budget: hub.cpuBudget,
    log: log.named('http'),
  });
  const control = new ControlSocket({
    path: options.folder.socketPath,
    commands: new Map([
      ...tokenControl(auth),
      ...userControl(auth, audit),
      ...mqttAccountControl(auth.mqttAccounts),
      ...historyControl(historyControlParts(hub)),
    ]),
    clock,
    log,
  });
  return { routes, commands, http, control };
}
