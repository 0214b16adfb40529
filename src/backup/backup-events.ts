import type { Undo } from '../core/clock.ts';
import { HubError, type Translation, translationFor } from '../core/errors.ts';
import { englishText, message } from '../core/messages.ts';

/** What is in progress, as Home Assistant's clients know it [backup facts §1]. */
export type BackupEvent =
  | { readonly manager_state: 'idle' }
  | {
      readonly manager_state: string;
      readonly stage: string | null;
      readonly state: 'in_progress' | 'completed' | 'failed';
      readonly reason: string | null;
      /** Why it failed, in English and as a key of the catalogs. */
      readonly problem?: string;
      readonly problem_translation?: Translation;
    };

/** How much of a backup has arrived at a location. */
export interface BackupProgress {
  readonly manager_state: string;
  readonly agent_id: string;
  readonly uploaded_bytes: number;
  readonly total_bytes: number;
}

/** Progress is told in steps of this many bytes. */
const PROGRESS_STEP = 1_000_000;

/** Tells clients what the backups are doing. */
export class BackupEvents {
  private readonly listeners = new Set<(event: BackupEvent | BackupProgress) => void>();
  private told = 0;
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
  follow(listener: (event: BackupEvent | BackupProgress) => void): Undo {
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

  /** Tells how much of a backup has arrived at a location. */
  progress(agentId: string, uploaded: number, total: number): void {
    if (uploaded !== total && uploaded >= this.told && uploaded - this.told < PROGRESS_STEP) return;
    this.told = uploaded;
    const event = {
      manager_state: this.kind,
      agent_id: agentId,
      uploaded_bytes: uploaded,
      total_bytes: total,
    };
    for (const listener of this.listeners) listener(event);
  }

  /** What began has succeeded. */
  end(): void {
    this.fire({ manager_state: this.kind, stage: null, state: 'completed', reason: null });
    this.fire({ manager_state: 'idle' });
  }

  /** What began has failed. */
  fail(error: unknown): void {
    const isKnown = error instanceof HubError;
    const translation = translationFor(error);
    this.fire({
      ...{ manager_state: this.kind, stage: null, state: 'failed' },
      reason: isKnown ? error.code : 'unknown_error',
      problem: isKnown ? error.message : englishText(message('backup_failed')),
      ...(translation === undefined ? {} : { problem_translation: translation }),
    });
    this.fire({ manager_state: 'idle' });
  }

  private fire(event: BackupEvent): void {
    this.current = event;
    if (event.manager_state !== 'idle') this.action = event;
    for (const listener of this.listeners) listener(event);
  }
}
