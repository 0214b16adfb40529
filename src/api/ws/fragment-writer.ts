/** The unread bytes beyond which the next fragment waits. */
const MAX_AHEAD_BYTES = 256 * 1024;

/** The socket and queue of a `FragmentWriter`. */
export interface FragmentedSocket {
  readonly wire: { write(bytes: Buffer): unknown; readonly writableLength: number; destroy(): unknown };
  /** Writes what is queued. */
  readonly flush: () => void;
  /** Called when other messages may be written again. */
  readonly released: () => void;
}

/** Writes long messages in fragments, one message at a time and as fast as the client reads. */
export class FragmentWriter {
  private readonly socket: FragmentedSocket;
  /** Messages that wait for the one being written. */
  private readonly waiting: (() => void)[] = [];
  private wake: () => void = () => {};
  private isReserved = false;
  private ended = false;

  constructor(socket: FragmentedSocket) {
    this.socket = socket;
  }

  /** Whether a message is being written: everything else waits until it is complete. */
  get isHeld(): boolean {
    return this.isReserved;
  }

  /** Whether the connection has ended. */
  get isEnded(): boolean {
    return this.ended;
  }

  /** Reserves the socket, after everything queued before. Resolves to false if it has ended. */
  async hold(): Promise<boolean> {
    while (this.isReserved && !this.ended)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    if (this.ended) return false;
    this.socket.flush();
    this.isReserved = true;
    return true;
  }

  /** Writes a fragment; resolves when there is room for the next one, to false if the socket has ended. */
  async fragment(frame: Buffer): Promise<boolean> {
    const { wire } = this.socket;
    if (this.ended) return false;
    wire.write(frame);
    if (wire.writableLength >= MAX_AHEAD_BYTES)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return !this.ended;
  }

  /** Ends the reservation. */
  release(): void {
    this.isReserved = false;
    this.waiting.shift()?.();
    this.socket.released();
  }

  /** Ends the connection, since a message cannot be completed. */
  abort(): void {
    this.socket.wire.destroy();
  }

  /** The client has read what was written. */
  drained(): void {
    this.wake();
  }

  /** The connection has ended. */
  end(): void {
    this.ended = true;
    this.wake();
    for (const wake of this.waiting.splice(0)) wake();
  }
}
