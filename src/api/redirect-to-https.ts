import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseOf, isSecureSocket } from './rest/base-url.ts';
import type { ServerCertificate } from './secure-connections.ts';

type Pages = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** The page that explains how to trust the certificate is needed before HTTPS works without a warning. */
const STAYS = '/trust';

/**
 * Sends browsers that open a page over plain HTTP to the same address with HTTPS, while there is a certificate.
 * Everything else, such as scripts of that page and requests of other clients, is answered as before.
 */
export function redirectToHttps(pages: Pages, certificate: ServerCertificate): Pages {
  return (request, response, path) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    const base = baseOf({ headers: request.headers, isSecure: isSecureSocket(request.socket) });
    if (!isPage || path === STAYS || certificate.current === undefined || !base.startsWith('http:')) {
      pages(request, response, path);
      return;
    }
    // Not permanent: browsers would remember it when HTTPS is turned off again.
    response.writeHead(307, {
      Location: `https:${base.slice('http:'.length)}${request.url}`,
      'Content-Length': 0,
    });
    response.end();
  };
}
