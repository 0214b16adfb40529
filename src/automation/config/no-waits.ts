import type { Wait, Waits } from './trigger.ts';

/** Waits that end with who waits. */
export class NoWaits implements Waits {
  take(): ReadonlyMap<string, Wait> {
    return new Map();
  }

  keep(): void {}

  over(_key: string, next: () => void): void {
    next();
  }
}
