import type { Wait, Waits } from './trigger.ts';

/** Waits that are not persisted. */
export class NoWaits implements Waits {
  take(): ReadonlyMap<string, Wait> {
    return new Map();
  }

  save(): void {}

  over(_key: string, next: () => void): void {
    next();
  }
}
