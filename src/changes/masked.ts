import { isSecretKey, redactText } from '../core/redact.ts';

const HIDDEN = '***';
const CODES = 'pin|code|access_code|alarm_code|user_code|webhook_id|local_key|encryption_key|noise_psk';
const CODE_KEY = new RegExp(`^(?:${CODES})$`, 'i');
/** Bounded, so that hostile text costs no more than its length. */
const CODE_IN_TEXT = new RegExp(
  `((?:^|[\\s"'{,])(?:${CODES})(?:\\\\?["'])?\\s{0,4}:\\s{0,4})(?:\\\\?"[^"\\n]{0,1024}"|'[^'\\n]{0,1024}'|[^\\s,}\\]"']{1,1024})`,
  'gim',
);

/** A value of a preview: passwords, tokens, codes and IDs of webhooks are masked, at any depth. What is recorded stays. */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value).replace(CODE_IN_TEXT, `$1${HIDDEN}`);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecret(key) && hasValue(one) ? HIDDEN : masked(one)]),
  );
}

function isSecret(key: string): boolean {
  return isSecretKey(key) || CODE_KEY.test(key);
}

/** Whether something would be hidden; that a secret is missing may be shown. */
function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean';
}
