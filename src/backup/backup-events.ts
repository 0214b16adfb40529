import type { Undo } from '../core/clock.ts';

/** What is in progress, as Home Assistant's clients know it [backup facts §1]. */
export type BackupEvent =
  | { readonly manager_state: 'idle' }
  | {
      readonly manager_state: string;
      readonly stage: string | null;
      readonly state: 'in_progress' | 'completed' | 'failed';
      readonly reason: string | null;
    };

/** Tells clients what the backups are doing. */
export class BackupEvents {
  private readonly listeners = new Set<(event: BackupEvent) => void>();
  private current: BackupEvent = { manager_state: 'idle' };
  private action: BackupEvent | null = null;
  private kind = 'idle';

  /** What is in progress. */
  get latest(): BackupEvent {
    return this.current;
  }

  /** The newest event that was not `idle`; null if there was none since the start. */
  get latestAction(): BackupEvent | null {
    return this.action;
  }

  /** Follows all events; the current one is sent at once. */
  follow(listener: (event: BackupEvent) => void): Undo {
    this.listeners.add(listener);
    listener(this.current);
    return () => this.listeners.delete(listener);
  }

  begin(kind: string): void {
    this.kind = kind;
    this.stage(null);
  }

  stage(stage: string | null): void {
    this.fire({ manager_state: this.kind, stage, state: 'in_progress', reason: null });
  }

  /** The end of what began: with a reason if it failed. */
  end(reason?: string): void {
    const state = reason === undefined ? 'completed' : 'failed';
    this.fire({ manager_state: this.kind, stage: null, state, reason: reason ?? null });
    this.fire({ manager_state: 'idle' });
  }

  private fire(event: BackupEvent): void {
    this.current = event;
    if (event.manager_state !== 'idle') this.action = event;
    for (const listener of this.listeners) listener(event);
  }
}
