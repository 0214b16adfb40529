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
  /** How many changes can be undone and redone once everything on its way is saved. */
  private ahead = { undo: 0, redo: 0 };

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
    return this.ahead.undo > 0;
  }

  get canRedo(): boolean {
    return this.ahead.redo > 0;
  }

  /** Takes over cards that were saved elsewhere; whether they are to be shown, not those of a change on its way. */
  follow(saved: SavedDashboard): boolean {
    if (this.pending > 0) return false;
    this.saved = saved;
    return true;
  }

  /** Applies a change, shows it and saves it. */
  change(change: Change): Promise<void> {
    this.ahead = { undo: Math.min(MAX_UNDO, this.ahead.undo + 1), redo: 0 };
    return this.enqueue(async () => {
      const inverse = await this.save(change);
      if (inverse === undefined) return;
      this.done.push(inverse);
      if (this.done.length > MAX_UNDO) this.done.shift();
      this.undone.length = 0;
    });
  }

  /** Takes back the last change, also one that is still on its way to the server. */
  undo(): Promise<void> {
    return this.step(this.done, this.undone, -1);
  }

  /** Repeats the change that was undone last. */
  redo(): Promise<void> {
    return this.step(this.undone, this.done, 1);
  }

  /** Carries out the last change of a list, and keeps its inverse in the other. */
  private step(from: Change[], to: Change[], direction: 1 | -1): Promise<void> {
    const { undo, redo } = this.ahead;
    if ((direction === 1 ? redo : undo) === 0) return this.queue;
    this.ahead = { undo: undo + direction, redo: redo - direction };
    return this.enqueue(async () => {
      // Taken when it is its turn: until then, the newest change may be on its way.
      const change = from.pop();
      const inverse = change === undefined ? undefined : await this.save(change);
      if (inverse !== undefined) to.push(inverse);
    });
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.pending += 1;
    this.queue = this.queue.then(work).finally(() => {
      this.pending -= 1;
      if (this.pending > 0) return;
      const { undo, redo } = this.ahead;
      this.ahead = { undo: this.done.length, redo: this.undone.length };
      // Less than expected, if a change did not fit or failed.
      if (undo !== this.ahead.undo || redo !== this.ahead.redo) this.events.onChange(this.saved);
    });
    return this.queue;
  }

  /** Saves a change and returns its inverse; undefined if it did not fit or failed, which is reported. */
  private async save(change: Change): Promise<Change | undefined> {
    try {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const result: Applied | undefined = applied(this.saved.config, change);
        if (result === undefined) break;
        const { config, inverse } = result;
        this.events.onChange({ ...this.saved, config });
        try {
          const revision = await saveDashboard(this.connection, this.path, {
            config,
            revision: this.saved.revision,
          });
          this.saved = { ...this.saved, config, revision };
          this.events.onChange(this.saved);
          return inverse;
        } catch (error) {
          if (!(error instanceof DashboardConflict)) throw error;
          this.saved = await getDashboard(this.connection, this.path);
        }
      }
      this.events.onChange(this.saved);
      this.events.onLost();
    } catch (error) {
      this.events.onChange(this.saved);
      this.events.onFailure(error);
    }
    return undefined;
  }
}
