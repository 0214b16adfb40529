import type { Clock, Undo } from '../../../core/clock.ts';
import type { Connection, Outgoing } from './connection.ts';

/** How long no discovery message may have come before the birth message goes out, in milliseconds. */
const QUIET = 2000;
/** How often it is looked at meanwhile. */
const LOOK_EVERY = 250;

/** Tells devices that the house is there, after each connect, once it listens to all it knows of: they answer with their state. */
export class Birth {
  private readonly connection: Connection;
  private readonly clock: Clock;
  private readonly message: Outgoing;
  private readonly onFailure: (error: unknown) => void;
  private isHouseUp = false;
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

  /** The house has started: from now on the message may go out. */
  houseIsUp(): void {
    this.isHouseUp = true;
  }

  /** Something announced itself: there may be more to come. */
  stir(): void {
    this.quietSince = this.clock.now();
  }

  /** The broker came or went: each time it comes the house is born anew. */
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
      if (!this.isHouseUp || !isQuiet) {
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
