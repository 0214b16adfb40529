import type { Value } from '../../jinja/values/context.ts';

/** An active step. */
export interface TracedStep {
  /** Records result values, e.g. `{result: true}`. More keys may be added later. */
  result(values: Readonly<Record<string, Value>>): void;
  /** Records that a template used an undefined name. */
  warned(text: string): void;
  /** Records its failure: an error, or its text. */
  error(failure: unknown): void;
}

/** Records the steps of one run by path, e.g. `action/1/choose/0/conditions/0`. */
export interface Tracer {
  step(path: string): TracedStep;
}
