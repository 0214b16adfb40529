/** A number as states show it: up to 15 significant digits, none of them forced. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return String(Number.isFinite(rounded) ? rounded : value);
}

/** Whether text stands for one number, and nothing else. */
export function isNumberText(text: string): boolean {
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text);
}
