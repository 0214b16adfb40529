import { TemplateError } from '../../jinja/template.ts';
import { BadDuration, type Duration } from '../config/duration.ts';
import type { Scope } from '../config/scope.ts';
import type { Run } from '../runs/run.ts';
import { RunEnded } from '../runs/signals.ts';

/** The longest wait: a hundred years, so that a point of time stays one. */
const LONGEST = 100 * 366 * 86_400_000;

/** A length of time in milliseconds as it comes out now; one that cannot be told ends the run. */
export function lengthOfWait(duration: Duration, run: Run, scope: Scope): number {
  const { setting, log } = run.parts;
  try {
    return Math.min(duration.resolve(setting.rendering, scope.all), LONGEST);
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof BadDuration)) throw error;
    log.error(`Could not read a duration: ${error.message}`);
    throw new RunEnded('aborted', error.message);
  }
}
