import type { Clock, Undo } from '../../../core/clock.ts';
import type { Connection, Outgoing } from './connection.ts';

/** How long there must have been no discovery message before the birth message is sent, in milliseconds. */
const QUIET = 2000;
/** How often it is looked at meanwhile. */
const LOOK_EVERY = 250;

/** Publishes the birth message after each connect, once all topics are subscribed: devices answer to it. */
export class Birth {
  private readonly connection: Connection;
  private readonly clock: Clock;
  private readonly message: Outgoing;
  private readonly onFailure: (error: unknown) => void;
  private isHomeStarted = false;
  private isDue = false;
  private quietSince = 0;
  private cancel: Undo | undefined;

  constructor(own: {
    connection: Connection;
    clock: Clock;
    message: Outgoing;
    onFailure: (error: unknown) => void;
  }) {
    this.connection = own.connection;
    this.clock = own.clock;
    this.message = own.message;
    this.onFailure = own.onFailure;
  }

  /** The server has started: the message may be sent from now on. */
  onHomeStarted(): void {
    this.isHomeStarted = true;
  }

  /** A discovery message arrived: more may follow. */
  stir(): void {
    this.quietSince = this.clock.now();
  }

  /** Handles connects and disconnects; the message is sent again after each connect. */
  connectionChanged(isConnected: boolean): void {
    this.isDue = isConnected;
    this.cancel?.();
    this.cancel = undefined;
    if (!isConnected) return;
    this.stir();
    this.look();
  }

  stop(): void {
    this.isDue = false;
    this.cancel?.();
  }

  private look(): void {
    this.cancel = this.clock.after(LOOK_EVERY, () => {
      const isQuiet = this.clock.now() - this.quietSince >= QUIET && this.connection.subscriptions.isSettled;
      if (!this.isHomeStarted || !isQuiet) {
        this.look();
        return;
      }
      this.cancel = undefined;
      if (!this.isDue) return;
      this.isDue = false;
      this.connection.publish(this.message).catch(this.onFailure);
    });
  }
}
