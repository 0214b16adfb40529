import type { IncomingMessage, ServerResponse } from 'node:http';

type Pages = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** The proofs for a public certificate authority, by path [RFC 8555 §8.3]. */
export interface CertificateProofs {
  contentOf(path: string): string | undefined;
}

/** Answers the requests of a certificate authority; everything else goes to `pages`. */
export function showProofs(pages: Pages, proofs: CertificateProofs): Pages {
  return (request, response, path) => {
    const content = request.method === 'GET' ? proofs.contentOf(path) : undefined;
    if (content === undefined) {
      pages(request, response, path);
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': Buffer.byteLength(content),
      'Cache-Control': 'no-store',
    });
    response.end(content);
  };
}
