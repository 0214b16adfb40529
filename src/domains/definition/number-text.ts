/** A number as states show it: up to 15 significant digits, none of them forced. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return String(Number.isFinite(rounded) ? rounded : value);
}

/** A number as Python shows a float: `20.0`, `0.1`, `1e+20`. */
export function floatText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return `${Object.is(value, -0) ? '-0' : value}.0`;
  return String(value).replace(/e([-+])(\d)$/, 'e$10$2');
}
