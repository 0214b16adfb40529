import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { ClientConnection } from './client-connection.ts';
import type { BrokerSetup } from './messages.ts';
import { PacketGuard } from './packet-guard.ts';

/** How long a connection may stay silent before its first packet, in milliseconds. */
const SILENCE = 10_000;
/** `G`, the first byte of `GET`; MQTT clients start with 0x10. */
const GET = 0x47;
/** Unauthenticated connections accepted while all client slots are taken. */
const STRANGERS = 50;
/** Bytes that WebSocket framing adds to a packet, with room for more packets in one frame. */
const FRAME_ROOM = 64 * 1024;

/** Listens on one port for MQTT over TCP and over WebSocket, told apart by the first byte. */
export function listen(
  setup: BrokerSetup,
  clock: Clock,
  accept: (connection: ClientConnection) => void,
): Server {
  const { limits } = setup;
  const welcome = (stream: Duplex, socket: Socket, isFromPage: boolean): void => {
    const address = socket.remoteAddress ?? '';
    accept(new ClientConnection({ stream: guarded(stream, limits.payload), socket, address, isFromPage }));
  };
  const pages = new WebSocketServer({
    noServer: true,
    maxPayload: limits.payload + FRAME_ROOM,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });
  const http = createHttpServer((_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain' }).end('MQTT over WebSocket is spoken here\n');
  });
  http.on('upgrade', (request, socket, head) => {
    pages.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => {}); // the stream reports it, too
      const stream = createWebSocketStream(opened);
      // The HTTP server was handed sockets of TCP only.
      welcome(stream, socket as Socket, request.headers.origin !== undefined);
    });
  });
  const server = createServer({ noDelay: true }, (socket) => {
    const hurry = clock.after(SILENCE, () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', hurry);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      hurry();
      socket.unshift(first);
      // Once this listener is removed, the next one receives the bytes that were put back.
      clock.soon(() => {
        if (first[0] === GET) http.emit('connection', socket);
        else welcome(socket, socket, false);
      });
    });
  });
  server.maxConnections = limits.clients + STRANGERS;
  return server;
}

function guarded(stream: Duplex, maxBytes: number): Duplex {
  const guard = new PacketGuard(maxBytes);
  const read = stream.read.bind(stream);
  stream.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array) || guard.takes(chunk)) return chunk;
    stream.destroy();
    return null;
  };
  return stream;
}
