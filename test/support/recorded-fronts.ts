import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Source } from './recorded-exchanges.ts';

/** What integrations connect to. */
export interface Front {
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

export const HOST = '127.0.0.1';

/** Where the next message in what has arrived ends; undefined while it is not complete. */
export type EndOf = (text: string) => number | undefined;

/** For protocols of lines. */
export const endOfLine: EndOf = (text) => (text.includes('\n') ? text.indexOf('\n') + 1 : undefined);

/** A server for HTTP and WebSockets; with `tlsName`, encrypted with a certificate of that name. */
export async function httpFront(source: Source, tlsName: string | undefined): Promise<Front> {
  const pair = tlsName === undefined ? undefined : await certificate(tlsName);
  let server: Server | undefined;
  const sockets = new Set<Duplex>();
  return {
    listen: (port) => {
      const listener = (request: IncomingMessage, response: ServerResponse): void =>
        void answer(source, request, response);
      server = pair === undefined ? createServer(listener) : createTlsServer(pair, listener);
      new WebSocketServer({ server }).on('connection', (socket, { url = '' }) => {
        const take = source.open(
          url,
          (text) => socket.send(text),
          () => socket.close(),
        );
        socket.on('message', (data) => take(String(data)));
      });
      // Also those that became WebSockets.
      for (const event of ['connection', 'secureConnection'])
        server.on(event, (socket: Duplex) => sockets.add(socket));
      return listening(server, port);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      return closed(server);
    },
  };
}

/** A certificate that a device has signed itself. */
async function certificate(name: string): Promise<{ readonly key: string; readonly cert: string }> {
  await import('reflect-metadata');
  const { cryptoProvider, PemConverter, X509CertificateGenerator } = await import('@peculiar/x509');
  cryptoProvider.set(crypto);
  const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${name}`, keys, signingAlgorithm },
    ...{ notBefore: new Date('2020-01-01'), notAfter: new Date('2120-01-01') },
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { cert: made.toString('pem'), key };
}

async function answer(source: Source, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '', headers } = request;
  let body = '';
  request.setEncoding('latin1');
  for await (const chunk of request) body += String(chunk);
  try {
    const ask = `${method} ${path} ${body}`.trim();
    const answered = await source.ask({ ask, method, path, body, headers });
    response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers });
    if (answered.follow === undefined) {
      response.end(answered.answer, 'latin1');
      return;
    }
    response.flushHeaders();
    answered.follow(
      (text) => void response.write(text, 'latin1'),
      () => void response.end(),
    );
  } catch {
    response.destroy();
  }
}

/** A server for connections that stay open. */
export function tcpFront(source: Source, endOf: EndOf = ({ length }) => length): Front {
  let server: TcpServer | undefined;
  const sockets = new Set<Socket>();
  return {
    listen: (port) => {
      server = createTcpServer((socket) => {
        sockets.add(socket.setEncoding('latin1'));
        const take = source.open(
          '',
          (text) => void socket.write(text, 'latin1'),
          () => socket.destroy(),
        );
        let pending = '';
        socket
          .on('error', () => {})
          .on('data', (text) => {
            pending += String(text);
            for (let end = endOf(pending); pending !== '' && end !== undefined; end = endOf(pending)) {
              take(pending.slice(0, end));
              pending = pending.slice(end);
            }
          });
        socket.on('close', () => sockets.delete(socket));
      });
      return listening(server, port);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closed(server);
    },
  };
}

function listening(server: TcpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: TcpServer | undefined): Promise<void> {
  return new Promise((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
}
