import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Authenticator } from '../../core/access.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { FairScheduler } from '../fairness/fair-scheduler.ts';
import type { TurnEnd } from '../turn-end.ts';
import { Client, type ClientOrigin, type ClientSurroundings } from './client.ts';
import type { Command } from './command.ts';
import { Turn } from './outbox.ts';

/**
 * The most bytes of one message, as in Home Assistant: parsing larger JSON blocks the others for too long.
 */
const MAX_INBOUND = 4 * 1024 * 1024;
const GOING_AWAY = 1001;

/** The WebSocket endpoint [§4.2]. */
export class WebSocketEndpoint {
  private readonly around: ClientSurroundings;
  private readonly clients = new Set<Client>();
  private readonly acceptor = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_INBOUND,
  });

  constructor(options: {
    readonly commands: readonly Command[];
    readonly authenticator: Authenticator;
    readonly clock: Clock;
    readonly turnEnd: TurnEnd;
    readonly scheduler: FairScheduler;
    readonly log: Log;
    readonly version: string;
  }) {
    const { turnEnd, commands, ...around } = options;
    this.around = { ...around, commands: byType(commands), turn: new Turn(turnEnd) };
  }

  /** Accepts an upgrade request; calls `refuse` if its handshake is invalid. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    parts: ClientOrigin & { readonly refuse: () => void },
  ): void {
    this.acceptor.once('wsClientError', parts.refuse);
    this.acceptor.handleUpgrade(request, socket, head, (webSocket) => {
      const client = new Client(this.around, webSocket, socket, parts);
      this.clients.add(client);
      webSocket.on('close', () => this.clients.delete(client));
    });
    this.acceptor.off('wsClientError', parts.refuse);
  }

  /** Closes all clients because the server stops. */
  stop(): void {
    for (const client of this.clients) client.close(GOING_AWAY);
  }

  /** Terminates the remaining clients. */
  terminate(): void {
    for (const client of this.clients) client.terminate();
  }
}

function byType(commands: readonly Command[]): ReadonlyMap<string, Command> {
  const map = new Map<string, Command>();
  for (const command of commands) {
    if (map.has(command.type)) throw new Error(`Command ${command.type} is there twice`);
    map.set(command.type, command);
  }
  return map;
}
