import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';

/** Units between two looks at the clock: about half a millisecond of work, on a slow machine a few. */
const LOOK_EVERY = 4096;

let spent = 0;
let nextLook = LOOK_EVERY;
let open = 0;
let isOver: ((spent: number) => boolean) | undefined;

/**
 * Starts to count the work of a render or a compilation, which ends with a `TimeoutError` when `expired` says so or when too much was spent.
 * Renders are synchronous, so one count serves all; what is compiled or rendered within a render is part of its work.
 */
export function beginWork(expired: ((spent: number) => boolean) | undefined): void {
  open += 1;
  if (open > 1) return;
  spent = 0;
  nextLook = LOOK_EVERY;
  isOver = expired;
}

/** Ends what `beginWork` began; call it however the work ended. Every render pays for this, so the rest is left to the next `beginWork`. */
export function endWork(): void {
  open -= 1;
}

/**
 * Counts work, before it is done: a call, a turn of a loop, an item looked at or 32 characters copied are one unit each, around 100 ns.
 * The clock is looked at again after 4096 units, so a single large charge looks at once.
 */
export function spend(units: number): void {
  spent += units;
  if (spent >= nextLook) look();
}

function look(): void {
  if (open === 0) {
    spent = 0;
    return;
  }
  nextLook = spent + LOOK_EVERY;
  if (spent > LIMITS.steps) throw new TemplateFailure('TimeoutError', 'Template does too much work');
  if (isOver?.(spent) === true) {
    throw new TemplateFailure(
      'TimeoutError',
      `Template took too long: the limit is ${LIMITS.milliseconds} ms for each render`,
    );
  }
}

/** Counts the characters that are gone through or copied; throws `MemoryError` where they are too many for one text. */
export function spendText(length: number): void {
  if (length >= 32) spend(textWeight(length));
}

/** The units of so many characters. Throws `MemoryError` for more than a text may have. */
export function textWeight(length: number): number {
  if (length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return length >> 5;
}

/** The units of so many items. Throws `MemoryError` for more than a list may have. */
export function itemsWeight(length: number): number {
  if (length > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  return length >> 3;
}
