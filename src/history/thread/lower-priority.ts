import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

const LOWER = 5;

/**
 * Lets the main thread go first where both want the same core: long reads must not delay what clients see of the
 * present. Only Linux has priorities of threads; elsewhere this does nothing.
 */
export function lowerPriority(): void {
  try {
    // Read by the thread itself: a link to `<process>/task/<thread>`.
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + LOWER));
  } catch {}
}
