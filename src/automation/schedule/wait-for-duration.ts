import { TemplateError } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { BadDuration, type Duration } from '../config/duration.ts';
import type { Attachment } from '../config/trigger.ts';

/** What a trigger does with something it has seen happen. */
interface Seen {
  /** What templates in the `for` know as `trigger`. */
  seen(): Readonly<Record<string, Value>>;
  /** Tells of it, with the milliseconds it has lasted; null where there is no `for`. */
  tell(lasted: number | null): void;
  /** Waits so many milliseconds for whether it lasts. */
  wait(milliseconds: number): void;
}

/** Tells of what was seen at once, or waits for its `for`. A `for` that has no value is logged, and nothing comes of what was seen. */
export function waitForDuration(
  attachment: Pick<Attachment, 'setting' | 'variables'>,
  length: Duration | undefined,
  { seen, tell, wait }: Seen,
): void {
  if (length === undefined) {
    tell(null);
  } else if (length.fixed === 0) {
    tell(0);
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
