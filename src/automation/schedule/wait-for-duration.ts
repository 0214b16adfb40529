import { TemplateError } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { BadDuration, type Duration } from '../config/duration.ts';
import type { Attachment } from '../config/trigger.ts';

/** How a trigger handles an occurrence. */
interface Seen {
  /** The variable `trigger` for templates in `for`. */
  seen(): Readonly<Record<string, Value>>;
  /** Reports the occurrence with its dwell time in milliseconds; null without a `for`. */
  report(heldFor: number | null): void;
  /** Starts a dwell time in milliseconds. */
  wait(milliseconds: number): void;
}

/**
 * Reports an occurrence immediately or after its `for`. If `for` is invalid, that is logged and the occurrence
 * is dropped.
 */
export function waitForDuration(
  attachment: Pick<Attachment, 'setting' | 'variables'>,
  length: Duration | undefined,
  { seen, report, wait }: Seen,
): void {
  if (length === undefined) {
    report(null);
  } else if (length.fixed === 0) {
    report(0);
  } else {
    const milliseconds = length.fixed ?? resolve(attachment, length, seen);
    if (milliseconds !== undefined) wait(milliseconds);
  }
}

function resolve(
  { setting, variables }: Pick<Attachment, 'setting' | 'variables'>,
  length: Duration,
  seen: Seen['seen'],
): number | undefined {
  try {
    return length.resolve(setting.rendering, { ...variables, trigger: seen() });
  } catch (error) {
    if (!(error instanceof BadDuration || error instanceof TemplateError)) throw error;
    setting.log.error(`The 'for' of a trigger has no value: ${error.message}`);
    return undefined;
  }
}
