import type { Cause } from '../../core/cause-notes.ts';
import { isSecretKey } from '../../core/redact.ts';

/** Longer data of events is not recorded, as in Home Assistant. */
const MAX_DATA_LENGTH = 32_768;
/** So that its JSON is shorter than that, whatever characters it has. */
const MAX_PLAIN_LENGTH = MAX_DATA_LENGTH / 32;
const HIDDEN = '***';
/** Codes of locks and alarms. */
const CODES: ReadonlySet<string> = new Set(['code', 'pin']);

/** Causes as JSON text, the cheapest form to send to another thread; data of calls without secrets. */
export function causesText(causes: readonly Cause[]): string {
  return `[${causes.map(causeText).join(',')}]`;
}

function causeText(cause: Cause): string {
  const { data } = cause.detail;
  if (data === undefined || isPlain(data)) return JSON.stringify(cause);
  const text = dataText(data);
  const shown = text.length > MAX_DATA_LENGTH ? {} : JSON.parse(text);
  return JSON.stringify({ ...cause, detail: { ...cause.detail, data: shown } });
}

/** Whether data is written as it is: a few scalars and lists of them, and no secrets. Most calls are. */
function isPlain(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  let left = MAX_PLAIN_LENGTH;
  for (const [key, value] of Object.entries(data)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const type = typeof one;
      if (type === 'bigint' || (type === 'object' && one !== null)) return false;
      left -= type === 'string' ? one.length : 1;
    }
    left -= key.length;
    if (left < 0 || CODES.has(key) || isSecretKey(key)) return false;
  }
  return true;
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
