import { TemplateError } from '../../jinja/template.ts';
import { BadDuration, type Duration } from '../config/duration.ts';
import type { Scope } from '../config/scope.ts';
import type { Run } from '../runs/run.ts';
import { RunEnded } from '../runs/signals.ts';

/** The longest wait, a hundred years, so that the end remains a valid timestamp. */
const MAX_MS = 100 * 366 * 86_400_000;

/** A duration in milliseconds, evaluated now; an invalid one ends the run. */
export function lengthOfWait(duration: Duration, run: Run, scope: Scope): number {
  const { setting, log } = run.parts;
  try {
    return Math.min(duration.resolve(setting.rendering, scope.all), MAX_MS);
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof BadDuration)) throw error;
    log.error(`Could not read a duration: ${error.message}`);
    throw new RunEnded('aborted', error.message);
  }
}
