import { backupControl } from '../api/backup-control.ts';
import { changesControl } from '../api/changes-control.ts';
import { ControlSocket } from '../api/control-socket.ts';
import { historyControl } from '../api/history-control.ts';
import type { HttpServer } from '../api/http-server.ts';
import { integrationControl } from '../api/integration-control.ts';
import { mqttAccountControl } from '../api/mqtt-account-control.ts';
import type { Route } from '../api/rest/route.ts';
import { tlsControl } from '../api/tls-control.ts';
import { tokenControl } from '../api/token-control.ts';
import { userControl } from '../api/user-control.ts';
import type { Command } from '../api/ws/command.ts';
import { COMMAND_LINE } from '../auth/administration.ts';
import type { Part } from '../core/lifecycle.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { Announcement } from '../network/announcement.ts';
import { ServiceBrowser } from '../network/service-browser.ts';
import { SsdpBrowser } from '../network/ssdp-browser.ts';
import { installedFrontend } from '../storage/frontend-wheel.ts';
import { openApps, type SecondApp } from './apps.ts';
import { historyControlParts } from './history-data.ts';
import type { HubContext } from './hub-context.ts';
import { commandsOf, knownOrigins, routesOf } from './interface.ts';
import { puttingBack } from './restorable-items.ts';

/** The endpoints of the server. */
export interface Endpoints {
  /** All it answers to over REST and over the WebSocket. */
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  readonly http: HttpServer;
  /** The other app on its own port, while the official frontend is installed. */
  readonly second?: SecondApp;
  /** In the network, if the server can be reached from there. */
  readonly announcement?: Announcement;
  /** What looks for devices in the network. */
  readonly browsers: readonly Part[];
  /** For the command line. */
  readonly control: ControlSocket;
}

/** Creates the endpoints; they listen once started. */
export async function createEndpoints(hub: HubContext): Promise<Endpoints> {
  const { auth, audit, clock } = hub;
  const { settings, logFile, folder } = hub.options;
  const { log } = logFile;
  const installed = await installedFrontend(settings.dataDir);
  let officialPort = (): number => 0;
  const official = installed && { version: installed.version, port: () => officialPort() };
  const commands = commandsOf(hub, official ?? null);
  const routes = routesOf(hub, commands);
  hub.changes.learn(commands, routes);
  const options = {
    host: settings.http.host,
    routes,
    commands,
    authenticator: auth.authenticator,
    signedPaths: auth.signedPaths,
    trustedProxies: settings.http.trusted_proxies,
    origins: knownOrigins(hub),
    certificate: hub.tls,
    version: INTERFACE_VERSION,
    clock,
    budget: hub.cpuBudget,
    log: log.named('http'),
  };
  const { http, second } = await openApps(hub, options, installed);
  officialPort = () => (settings.http.frontend === 'official' ? http.port : (second?.port ?? 0));
  const control = new ControlSocket({
    path: folder.socketPath,
    commands: new Map([
      ...tokenControl(auth),
      ...userControl(auth, audit),
      ...mqttAccountControl(auth.mqttAccounts),
      ...tlsControl(hub.tls, audit, COMMAND_LINE),
      ...backupControl(hub.backups.parts),
      ...changesControl(hub.changes, puttingBack(hub), () => auth.users.owner()?.id),
      ...historyControl(historyControlParts(hub)),
      ...integrationControl({
        linesOf: (domain) => hub.integrations.provided.devices?.lines(domain) ?? [],
        apply: async (domain) => hub.integrations.provided.devices?.apply(domain),
      }),
    ]),
    clock,
    log,
  });
  return {
    routes,
    commands,
    http,
    control,
    ...(second === undefined ? {} : { second }),
    ...announced(hub, http),
    browsers: browsersOf(hub),
  };
}

/** What looks for devices in the network; nothing does where only this machine reaches the server. */
function browsersOf({ options: { settings, logFile }, integrations, clock }: HubContext): Part[] {
  const { devices } = integrations.provided;
  if (devices === undefined || isOwnMachine(settings.http.host)) return [];
  const { discoveries } = devices;
  const log = logFile.log.named('discovery');
  return [
    new ServiceBrowser({
      types: () => discoveries.types(),
      found: (service) => discoveries.found(service),
      heard: (service) => discoveries.heard(service),
      ...{ clock, log },
    }),
    new SsdpBrowser({
      types: () => discoveries.ssdpTypes(),
      found: (device) => discoveries.foundDevice(device),
      ...{ clock, log },
    }),
  ];
}

function isOwnMachine(host: string): boolean {
  return /^(localhost|127\.|::1$)/.test(host);
}

/** The announcement of the server in the network; none where only this machine reaches it. */
function announced(
  { options: { settings, logFile }, home, clock, instanceId, localName }: HubContext,
  http: HttpServer,
): { readonly announcement?: Announcement } {
  const { host, announce } = settings.http;
  if (!announce || isOwnMachine(host)) return {};
  const announcement = new Announcement({
    facts: () => {
      const { name, internal_url, external_url } = home.home.facts;
      return {
        instanceId,
        homeName: name,
        version: INTERFACE_VERSION,
        internalUrl: internal_url,
        externalUrl: external_url,
        port: http.port,
      };
    },
    localName,
    clock,
    log: logFile.log.named('announcement'),
  });
  return { announcement };
}
