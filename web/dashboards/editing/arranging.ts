import type { Connection } from 'home-assistant-js-websocket';
import {
  DashboardConflict,
  getDashboard,
  type SavedDashboard,
  saveDashboard,
} from '../../server/dashboards.ts';
import { type Applied, applied, type Change } from './changes.ts';

const MAX_UNDO = 100;
const MAX_TRIES = 5;

/** What an arrangement reports. */
export interface ArrangingEvents {
  /** The cards changed, here or elsewhere. */
  readonly onChange: (saved: SavedDashboard) => void;
  /** A change did not fit what others changed meanwhile. */
  readonly onLost: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Changes the cards of a dashboard and saves each change at once. Somebody else may do the same: a change that comes second
 * is applied to what the first one saved.
 */
export class Arranging {
  private readonly connection: Connection;
  private readonly path: string;
  private readonly events: ArrangingEvents;
  private saved: SavedDashboard;
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];
  private queue: Promise<void> = Promise.resolve();
  private pending = 0;

  constructor(
    connection: Connection,
    path: string,
    { saved, ...events }: ArrangingEvents & { readonly saved: SavedDashboard },
  ) {
    this.connection = connection;
    this.path = path;
    this.saved = saved;
    this.events = events;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** Takes over cards that were saved elsewhere; whether they are to be shown, not those of a change on its way. */
  follow(saved: SavedDashboard): boolean {
    if (this.pending > 0) return false;
    this.saved = saved;
    return true;
  }

  /** Applies a change, shows it and saves it. */
  change(change: Change): Promise<void> {
    return this.enqueue(change, (inverse) => {
      this.done.push(inverse);
      if (this.done.length > MAX_UNDO) this.done.shift();
      this.undone.length = 0;
    });
  }

  undo(): Promise<void> {
    const change = this.done.pop();
    return change === undefined ? this.queue : this.enqueue(change, (inverse) => this.undone.push(inverse));
  }

  redo(): Promise<void> {
    const change = this.undone.pop();
    return change === undefined ? this.queue : this.enqueue(change, (inverse) => this.done.push(inverse));
  }

  private enqueue(change: Change, keep: (inverse: Change) => void): Promise<void> {
    this.pending += 1;
    this.queue = this.queue
      .then(() => this.save(change, keep))
      .finally(() => {
        this.pending -= 1;
      });
    return this.queue;
  }

  private async save(change: Change, keep: (inverse: Change) => void): Promise<void> {
    try {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const result: Applied | undefined = applied(this.saved.config, change);
        if (result === undefined) {
          this.events.onChange(this.saved);
          this.events.onLost();
          return;
        }
        const { config, inverse } = result;
        this.events.onChange({ ...this.saved, config });
        try {
          const revision = await saveDashboard(this.connection, this.path, {
            config,
            revision: this.saved.revision,
          });
          this.saved = { ...this.saved, config, revision };
          keep(inverse);
          this.events.onChange(this.saved);
          return;
        } catch (error) {
          if (!(error instanceof DashboardConflict)) throw error;
          this.saved = await getDashboard(this.connection, this.path);
        }
      }
      this.events.onLost();
    } catch (error) {
      this.events.onChange(this.saved);
      this.events.onFailure(error);
    }
  }
}
