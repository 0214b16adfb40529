import type { Clock, Undo } from '../../core/clock.ts';
import { inTicks, withPauses } from '../../core/pacer.ts';

/** Followers notified between two checks of the clock. */
const AT_ONCE = 50;

/** The followers of one value. */
interface Followers {
  readonly all: Set<{ readonly listener: () => void }>;
  isNotifying: boolean;
  hasChanged: boolean;
}

/**
 * Notifies thousands of subscriptions of changed values without blocking the event loop: what takes too long
 * continues in the next tick, and values that change meanwhile are notified once more afterwards.
 */
export class ValueFollowers {
  private readonly clock: Clock;
  private readonly byKey = new Map<string, Followers>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Calls back after changes of the value under a key, until undone. */
  follow(key: string, listener: () => void): Undo {
    const followers = this.byKey.get(key) ?? { all: new Set(), isNotifying: false, hasChanged: false };
    this.byKey.set(key, followers);
    const one = { listener };
    followers.all.add(one);
    return () => {
      followers.all.delete(one);
      if (followers.all.size === 0 && this.byKey.get(key) === followers) this.byKey.delete(key);
    };
  }

  /** Notifies all followers of the value under a key. */
  changed(key: string): void {
    const followers = this.byKey.get(key);
    if (followers === undefined) return;
    followers.hasChanged = true;
    if (!followers.isNotifying) void this.notify(followers);
  }

  private async notify(followers: Followers): Promise<void> {
    followers.isNotifying = true;
    try {
      while (followers.hasChanged) {
        followers.hasChanged = false;
        const steps = withPauses([...followers.all], AT_ONCE, (one) => {
          if (followers.all.has(one)) one.listener();
        });
        await inTicks(this.clock, steps);
      }
    } finally {
      followers.isNotifying = false;
    }
  }
}
