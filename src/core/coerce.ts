const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', 'enable', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'disable', '0'].map((word) => [word, false] as const),
]);

/** The boolean that a word stands for in Home Assistant's configuration, in any case; undefined for any other text. */
export function booleanWord(text: string): boolean | undefined {
  return BOOLEANS.get(text.trim().toLowerCase());
}

/** Whether a value is an object with keys: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
