import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const COPIED = Buffer.from('COPY ');
const COMMITTED = Buffer.from('COMMIT\0');

/** A point in a transfer of samples, as seen between the hub and the server. */
export type TransferPoint = 'samples arrive' | 'samples are committed';

/**
 * Stands between the hub and PostgreSQL, so that a test can act at a point of a transfer: when the first samples arrive,
 * or when the server has committed them and the hub does not know yet. What follows is not passed on.
 */
export class PostgresRelay {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private waiting: { readonly point: TransferPoint; readonly reached: () => void } | undefined;

  private constructor(port: number) {
    this.server = createServer((hub) => {
      const postgres = connect(port, '127.0.0.1');
      for (const socket of [hub, postgres]) {
        this.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.sockets.delete(socket);
          (socket === hub ? postgres : hub).destroy();
        });
      }
      let hasCopied = false;
      hub.on('data', (data) => {
        // `d` begins a message with data of COPY.
        if (this.waiting?.point === 'samples arrive' && data[0] === 0x64) {
          // Half of it arrives.
          postgres.write(data.subarray(0, data.length / 2));
          this.reach();
        } else postgres.write(data);
      });
      postgres.on('data', (data) => {
        hasCopied ||= data.includes(COPIED);
        if (this.waiting?.point === 'samples are committed' && hasCopied && data.includes(COMMITTED))
          this.reach();
        else hub.write(data);
      });
    });
  }

  static async to(port: number): Promise<PostgresRelay> {
    const relay = new PostgresRelay(port);
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Resolves when the next transfer has come to a point; `then` runs at that moment. */
  at(point: TransferPoint, then: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.waiting = {
        point,
        reached: () => {
          then();
          resolve();
        },
      };
    });
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private reach(): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reached();
  }
}
