import { connect, type Socket } from 'node:net';
import { NotReachable } from './errors.ts';

/** The bounds of a connection. */
export interface LineOptions {
  /** How long it may take to connect, and to wait for an answer, in milliseconds; 10,000 by default. */
  readonly timeout?: number;
  /** The most bytes that may wait to be read: no line may be longer; 256 KiB by default. */
  readonly limit?: number;
}

interface Reader {
  /** Takes what it waits for out of the received bytes, or undefined while that is not complete. */
  take(received: Buffer): { readonly item: Buffer; readonly used: number } | undefined;
  resolve(item: Buffer): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A TCP connection that is read line by line, for protocols such as those of MPD and NUT. */
export class LineConnection {
  private readonly socket: Socket;
  private readonly timeout: number;
  private readonly limit: number;
  private received: Buffer = Buffer.alloc(0);
  private reader: Reader | undefined;
  private ended: Error | undefined;
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<Error>;
  private tell = (_reason: Error): void => {};
  private readonly pauses = new Set<(reason: Error) => void>();

  private constructor(socket: Socket, { timeout = 10_000, limit = 256 * 1024 }: LineOptions) {
    this.socket = socket;
    this.timeout = timeout;
    this.limit = limit;
    this.closed = new Promise((resolve) => {
      this.tell = resolve;
    });
    socket.on('data', (data) => this.take(data));
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(new NotReachable('The connection was closed')));
  }

  /** Connects. Throws `NotReachable` or a network error. */
  static open(host: string, port: number, options: LineOptions = {}): Promise<LineConnection> {
    const { timeout = 10_000 } = options;
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: 30_000, noDelay: true });
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new NotReachable(`${host}:${port} did not answer within ${timeout} ms`));
      }, timeout);
      socket.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(new LineConnection(socket, options));
      });
    });
  }

  get isOpen(): boolean {
    return this.ended === undefined;
  }

  write(text: string): void {
    if (this.ended !== undefined) throw this.ended;
    this.socket.write(text);
  }

  /**
   * The next line, without its end. Throws when the connection ends, when the line is too long, and `NotReachable`
   * when it does not come within the time; `timeout` 0 waits for ever.
   */
  async line(timeout = this.timeout): Promise<string> {
    const line = await this.read((received) => {
      const end = received.indexOf(10);
      return end < 0 ? undefined : { item: received.subarray(0, end), used: end + 1 };
    }, timeout);
    return line.toString('utf8').replace(/\r$/, '');
  }

  /** The next bytes. Throws as `line` does. */
  bytes(count: number): Promise<Buffer> {
    if (count > this.limit) throw this.end(new NotReachable(`The answer has more than ${this.limit} bytes`));
    return this.read(
      (received) =>
        received.length < count ? undefined : { item: received.subarray(0, count), used: count },
      this.timeout,
    );
  }

  /** Waits, in milliseconds. Throws when the connection ends meanwhile. */
  pause(milliseconds: number): Promise<void> {
    const { ended, pauses } = this;
    if (ended !== undefined) return Promise.reject(ended);
    return new Promise((resolve, reject) => {
      const fail = (reason: Error): void => {
        clearTimeout(timer);
        pauses.delete(fail);
        reject(reason);
      };
      const timer = setTimeout(() => {
        pauses.delete(fail);
        resolve();
      }, milliseconds);
      pauses.add(fail);
    });
  }

  close(): void {
    this.end(new NotReachable('The connection was closed'));
  }

  private read(take: Reader['take'], timeout: number): Promise<Buffer> {
    if (this.reader !== undefined) throw new Error('Somebody else reads this connection');
    return new Promise((resolve, reject) => {
      const late = (): void => void this.end(new NotReachable(`No answer within ${timeout} ms`));
      const timer = timeout === 0 ? undefined : setTimeout(late, timeout);
      this.reader = { take, resolve, reject, timer };
      this.pass();
    });
  }

  private take(data: Buffer): void {
    this.received = this.received.length === 0 ? data : Buffer.concat([this.received, data]);
    this.pass();
    if (this.received.length > this.limit)
      this.end(new NotReachable(`The device sent more than ${this.limit} bytes without the end of a line`));
  }

  private pass(): void {
    const { reader } = this;
    const taken = reader?.take(this.received);
    if (reader !== undefined && taken !== undefined) {
      this.received = this.received.subarray(taken.used);
      this.reader = undefined;
      clearTimeout(reader.timer);
      reader.resolve(taken.item);
    } else if (this.ended !== undefined) this.fail(this.ended);
  }

  private end(error: Error): Error {
    this.ended ??= error;
    this.socket.destroy();
    this.fail(this.ended);
    for (const fail of this.pauses) fail(this.ended);
    this.tell(this.ended);
    return error;
  }

  private fail(error: Error): void {
    const { reader } = this;
    this.reader = undefined;
    clearTimeout(reader?.timer);
    reader?.reject(error);
  }
}
