import type { Clock } from './clock.ts';

const INTERVAL = 60_000;
const MAX_KEYS = 1000;

/**
 * Lets each key through once a minute, so that a repeated event cannot flood a log or a disk. Remembers 1,000
 * keys.
 */
export class Throttle {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly allowedAt = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** Whether the key has not been let through within the last minute; if so, it counts as let through now. */
  allows(key: string): boolean {
    const now = this.clock.now();
    const last = this.allowedAt.get(key);
    if (last !== undefined && now - last < INTERVAL) return false;
    this.allowedAt.delete(key);
    this.allowedAt.set(key, now);
    const [oldest] = this.allowedAt.keys();
    if (this.allowedAt.size > MAX_KEYS && oldest !== undefined) this.allowedAt.delete(oldest);
    return true;
  }
}
