import { TemplateFailure } from './failure.ts';

/** Values looked at by one render's comparisons and printing; about a second of work. */
const MOST = 4_000_000;

let spent = 0;

/** A render begins: what others looked at does not count. */
export function beginEffort(): void {
  spent = 0;
}

/**
 * Counts one value looked at by `==`, `repr` or a hash. They walk through nested values without a context, and a list that holds
 * another twice, which does the same again, is a billion items after thirty lines. Renders are synchronous, so one count serves all.
 */
export function lookAt(units = 1): void {
  spent += units;
  if (spent > MOST) throw new TemplateFailure('TimeoutError', 'Template does too much work');
}
