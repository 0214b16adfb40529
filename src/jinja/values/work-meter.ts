import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';

/** Units between two checks of the clock: about half a millisecond of work, or a few on a slow machine. */
const LOOK_EVERY = 4096;

let spent = 0;
let nextLook = LOOK_EVERY;
let open = 0;
let isOver: ((spent: number) => boolean) | undefined;

/**
 * Starts to measure the work of a render or compilation, which ends with a `TimeoutError` when `expired`
 * returns true or too much was spent. Renders are synchronous, so one counter is enough; nested renders and
 * compilations count towards the outer one.
 */
export function beginWork(expired: ((spent: number) => boolean) | undefined): void {
  open += 1;
  if (open > 1) return;
  spent = 0;
  nextLook = LOOK_EVERY;
  isOver = expired;
}

/**
 * Ends what `beginWork` started, in any outcome. Every render pays for this, so the rest is done by the next
 * `beginWork`.
 */
export function endWork(): void {
  open -= 1;
}

/**
 * Charges work before it is done: a call, a loop iteration, an item visited or 32 characters copied cost one
 * unit each, around 100 ns. The clock is checked every 4096 units, so a single large charge checks at once.
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

/** Charges characters that are visited or copied; throws `MemoryError` if they are too many for one text. */
export function spendText(length: number): void {
  if (length >= 32) spend(textWeight(length));
}

/** The units of work of `length` characters. Throws `MemoryError` above the limit for texts. */
export function textWeight(length: number): number {
  if (length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return length >> 5;
}

/** The units of work of `length` items. Throws `MemoryError` above the limit for lists. */
export function itemsWeight(length: number): number {
  if (length > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  return length >> 3;
}
