import { CatalogError } from '../../core/errors.ts';
import { englishText, type Message, message } from '../../core/messages.ts';
import { cut, show } from '../../core/parse.ts';
import { DURATION_UNITS } from '../../domains/definition/field.ts';
import type { Variables } from '../../jinja/template.ts';
import { Timedelta } from '../../jinja/time/timedelta.ts';
import type { Value } from '../../jinja/values/context.ts';
import { finiteNumber } from '../../jinja/values/plain.ts';
import { dictEntries, isDict } from '../../jinja/values/values.ts';
import { type Path, wrongValue } from './config-problem.ts';
import type { ParseHelp } from './parse-help.ts';
import { isTemplate, type Rendering } from './rendering.ts';

/** A duration from a configuration: fixed, or with templates rendered each time. */
export interface Duration {
  /** Milliseconds; undefined if templates are involved. */
  readonly fixed: number | undefined;
  /** Milliseconds. Throws `TemplateError`, or `BadDuration` if templates render something else. */
  resolve(rendering: Pick<Rendering, 'tree'>, variables: Variables): number;
}

/** A template did not render a duration. */
export class BadDuration extends CatalogError {
  override readonly name = 'BadDuration';
  override readonly reason: Message;

  constructor(value: string) {
    const reason = message('wrong_value', { expected: message(FORMS), value });
    super(englishText(reason), { reason });
    this.reason = reason;
  }
}

/** The maximum of Python's timedelta. */
const MAX_MS = 86_400_000 * 999_999_999;
const FORMS = 'expects_duration';

/**
 * Parses `H:MM[:SS[.f]]`, seconds, `{days, hours, minutes, seconds, milliseconds}`, or a template for any of
 * these, inside the last as well. `signed` allows negative durations.
 */
export function parseDuration(
  value: unknown,
  path: Path,
  help: Pick<ParseHelp, 'checkTemplate'>,
  { signed = false }: { readonly signed?: boolean } = {},
): Duration {
  const read = (one: Value): number | undefined => {
    const length = lengthOf(one);
    return length === undefined || (length < 0 && !signed) ? undefined : length;
  };
  if (!holdsTemplate(value)) {
    const fixed = read(value);
    if (fixed === undefined) throw wrongValue(FORMS, value, path);
    return { fixed, resolve: () => fixed };
  }
  checkTemplates(value, path, help);
  return {
    fixed: undefined,
    resolve: (rendering, variables) => {
      const given = rendering.tree(value, variables);
      const length = read(given);
      if (length === undefined) throw new BadDuration(showValue(given));
      return length;
    },
  };
}

/** The milliseconds of a value in one of the forms; undefined for others. */
export function lengthOf(value: Value): number | undefined {
  const length = unboundedLength(value);
  return length !== undefined && Math.abs(length) < MAX_MS ? length : undefined;
}

/** The duration as a template value. */
export function timedeltaOf(milliseconds: number): Timedelta {
  return new Timedelta(BigInt(Math.round(milliseconds * 1000)));
}

function unboundedLength(value: Value): number | undefined {
  if (value instanceof Timedelta) return Number(value.micros) / 1000;
  if (typeof value === 'string' && value.includes(':')) return clockLength(value);
  if (isDict(value)) return partsLength(dictEntries(value));
  const seconds = finiteNumber(value);
  return seconds === undefined ? undefined : seconds * 1000;
}

const CLOCK = /^([-+]?)\s*(\d+)\s*:\s*(\d+)\s*(?::\s*(\d+(?:\.\d*)?|\.\d+)\s*)?$/;

function clockLength(text: string): number | undefined {
  const match = CLOCK.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match;
  const length = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -length : length;
}

function partsLength(parts: Iterable<readonly [Value, Value]>): number | undefined {
  let length = 0;
  let count = 0;
  for (const [unit, amount] of parts) {
    const factor =
      typeof unit === 'string' && Object.hasOwn(DURATION_UNITS, unit) ? DURATION_UNITS[unit] : undefined;
    const number = finiteNumber(amount);
    if (factor === undefined || number === undefined) return undefined;
    length += number * factor;
    count += 1;
  }
  return count === 0 ? undefined : length;
}

function holdsTemplate(value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsTemplate);
}

function checkTemplates(value: unknown, path: Path, help: Pick<ParseHelp, 'checkTemplate'>): void {
  if (typeof value === 'string') {
    if (isTemplate(value)) help.checkTemplate(value, path);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (!Object.hasOwn(DURATION_UNITS, key)) throw wrongValue(FORMS, value, path);
      checkTemplates(item, [...path, key], help);
    }
  }
}

/** A template value, shortened for messages. */
function showValue(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(cut(value)) : show(value);
}
