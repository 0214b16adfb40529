const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', 'enable', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'disable', '0'].map((word) => [word, false] as const),
]);

/**
 * The boolean that a word stands for in Home Assistant's configuration, in any case; undefined for any other
 * text.
 */
export function parseBoolean(text: string): boolean | undefined {
  return BOOLEANS.get(text.trim().toLowerCase());
}

/** Whether a value is a plain object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without nested or adjacent repetition: hostile text costs no more than its length. */
const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const GROUPED_DECIMAL = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+)?$/i;

/** Whether a text is a decimal number, with or without an exponent; blanks around it are ignored. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim());
}

/**
 * The finite number a text stands for, digits grouped by `_` included, as Python's `float` reads it;
 * undefined for any other text.
 */
export function decimalOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (!GROUPED_DECIMAL.test(trimmed)) return undefined;
  const number = Number(trimmed.replaceAll('_', ''));
  return Number.isFinite(number) ? number : undefined;
}
