import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showProofs } from '../api/certificate-proofs.ts';
import { HttpServer, type HttpServerOptions } from '../api/http-server.ts';
import { openOfficialFrontend } from '../api/official-frontend/official-frontend.ts';
import { redirectToHttps } from '../api/redirect-to-https.ts';
import { openWebFiles } from '../api/web-files.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { InstalledFrontend } from '../storage/frontend-wheel.ts';
import type { HubContext } from './hub-context.ts';

/** The built web app; in `dist/` also when the server runs from source. */
const WEB_APP = new URL(import.meta.url.endsWith('.ts') ? '../../dist/web' : '../web', import.meta.url);

type Fallback = NonNullable<HttpServerOptions['fallback']>;

/** The app on the second port. */
export type SecondApp = Part & { readonly port: number };

/**
 * The servers of Hearth's own app and of the official frontend, each on an origin of its own: the official one runs
 * scripts of third parties, and both use the same names in the browser's storage.
 */
export async function openApps(
  { options: { settings, logFile }, dashboards, tls, httpChallenge }: HubContext,
  options: Omit<HttpServerOptions, 'port' | 'fallback'>,
  installed: InstalledFrontend | undefined,
): Promise<{ readonly http: HttpServer; readonly second: SecondApp | undefined }> {
  const { log } = logFile;
  const { port, second_port: secondPort, frontend } = settings.http;
  const own = await openWebFiles(fileURLToPath(WEB_APP));
  const overTls = (pages: Fallback): Fallback =>
    showProofs(settings.tls.redirect ? redirectToHttps(pages, tls) : pages, httpChallenge);
  if (installed === undefined) {
    if (frontend === 'official')
      log.warn('The official frontend is not installed: install it by bin/hearth frontend add');
    return { http: new HttpServer({ ...options, port, fallback: overTls(own) }), second: undefined };
  }
  const isOfficialFirst = frontend === 'official';
  let appPort = (): number => 0;
  const official = await openOfficialFrontend({
    folder: installed.folder,
    localFolder: join(settings.dataDir, 'www'),
    isPage: (segment) => dashboards.panels.list().some(({ url_path: path }) => path === segment),
    appPort: () => appPort(),
  });
  const [first, other] = isOfficialFirst ? [official, own] : [own, official];
  const http = new HttpServer({ ...options, port, fallback: overTls(first) });
  const second = new HttpServer({ ...options, port: secondPort, fallback: overTls(other) });
  appPort = () => (isOfficialFirst ? second.port : http.port);
  return { http, second: secondApp(second, log, isOfficialFirst) };
}

/** The second app: the server runs as well without it, so a port in use is only logged. */
function secondApp(server: HttpServer, log: Log, isOwn: boolean): SecondApp {
  const name = isOwn ? "Hearth's own app" : 'the official frontend';
  return {
    name: 'second app',
    get port() {
      return server.port;
    },
    start: async () => {
      try {
        await server.start();
        log.info(`Serving ${name}`, { port: server.port });
      } catch (error) {
        log.error(`Cannot serve ${name}: choose another http.second_port`, { error });
      }
    },
    stop: () => server.stop(),
  };
}
