/** A whole number that is a float, so that a state reads `21.0`. */
export function float(value: number): number {
  // The hub reads this form; for the integration it is a number.
  return (Number.isInteger(value) ? { $float: value } : value) as number;
}
