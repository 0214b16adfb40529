const HIDDEN = '***';
const SECRET_KEY =
  /pass(?:word|wd|phrase)|secret|token(?!_?id|s?_count)|authorization|api_?key|private_?key|(?:^|_)psk$|credential/i;

/** Patterns are bounded, so that hostile text costs no more than its length. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/hearth_[\w-]{16,}/g, `hearth_${HIDDEN}`],
  [/\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]*/g, HIDDEN],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${HIDDEN}`],
  [/(:\/\/)[^\s/?#"'<>]{1,512}@/g, `$1${HIDDEN}@`],
  [
    /([\w-]{0,32}(?:password|passwd|passphrase|secret|token|api_?key|_psk)(?:\\?["'])?\s{0,4}[:=]\s{0,4})(?:\\?"[^"\n]{0,1024}"|'[^'\n]{0,1024}'|[^\s,;&}\])"']+)/gi,
    `$1${HIDDEN}`,
  ],
];

/** Removes tokens, passwords and user names in addresses from text that is logged or shown. */
export function redactText(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** Whether the value of this key is a secret. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

const DEEPEST = 6;
const MAX_COUNT = 50;
const MAX_LENGTH = 32 * 1024;

/**
 * A copy that may be logged: without secrets, cycles and deep or large parts. Errors keep name, message, code
 * and stack.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value.slice(0, MAX_LENGTH)).slice(0, MAX_LENGTH / 4);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, MAX_COUNT).map((item) => redact(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return redact([...value], depth);
  const entries = Object.entries(value).slice(0, MAX_COUNT);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, isSecretKey(key) && item !== null ? HIDDEN : redact(item, depth + 1)]),
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: String(error.code) } : {};
  return {
    name,
    message: redactText(message),
    ...code,
    ...(stack === undefined ? {} : { stack: redactText(stack) }),
    ...(cause === undefined ? {} : { cause: redact(cause, depth + 1) }),
  };
}

/** The address without the username and password it may contain. */
export function withoutUser(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
