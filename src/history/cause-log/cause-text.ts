import type { Cause } from '../../core/cause-notes.ts';
import { isSecretKey } from '../../core/redact.ts';

/** Longer data of events is not recorded, as in Home Assistant. */
const MAX_DATA_LENGTH = 32_768;
const HIDDEN = '***';
/** Codes of locks and alarms. */
const CODES: ReadonlySet<string> = new Set(['code', 'pin']);

/** Causes as JSON text, the cheapest form to send to another thread; data of calls without secrets. */
export function causesText(causes: readonly Cause[]): string {
  return `[${causes.map(causeText).join(',')}]`;
}

function causeText(cause: Cause): string {
  const { data } = cause.detail;
  if (data === undefined) return JSON.stringify(cause);
  const text = dataText(data);
  const shown = text.length > MAX_DATA_LENGTH ? {} : JSON.parse(text);
  return JSON.stringify({ ...cause, detail: { ...cause.detail, data: shown } });
}

function dataText(data: unknown): string {
  try {
    return JSON.stringify(data, (key, value) => {
      if (typeof value === 'bigint') return Number(value);
      return typeof value === 'string' && (isSecretKey(key) || CODES.has(key)) ? HIDDEN : value;
    });
  } catch {
    return '{}';
  }
}
