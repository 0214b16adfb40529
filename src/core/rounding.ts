const POWERS: readonly number[] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
const CLEARLY_BELOW = 0.499;
const CLEARLY_ABOVE = 0.501;

/**
 * Rounds to `digits` decimals, never to -0; a value exactly halfway goes to the even neighbor, as Python's
 * numbers do.
 */
export function roundHalfEven(value: number, digits = 0): number {
  if (!Number.isFinite(value)) return value;
  if (digits === 0) {
    const floor = Math.floor(value);
    const rest = value - floor;
    if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
    return floor % 2 === 0 ? floor : floor + 1;
  }
  const size = Math.abs(value);
  if (size >= 1e15) return value;
  const power = POWERS[digits];
  if (power !== undefined && size < 1e6) {
    // Unless the value is close to halfway, the nearest whole number of units is the answer, and its quotient
    // the nearest double.
    const units = size * power;
    const whole = Math.floor(units);
    const rest = units - whole;
    if (rest < CLEARLY_BELOW || rest > CLEARLY_ABOVE) {
      const near = (rest < CLEARLY_BELOW ? whole : whole + 1) / power;
      return value < 0 && near !== 0 ? -near : near;
    }
  }
  const nearest = Number(size.toFixed(digits));
  // A binary fraction lies exactly between two decimals of n digits only when it is an odd multiple of
  // 2^-(n+1).
  const scaled = size * 2 ** (digits + 1);
  const tie = Number.isInteger(scaled) && scaled % 2 === 1;
  const even = tie && Math.round(nearest * 10 ** digits) % 2 === 1;
  const rounded = even ? Number((nearest - 10 ** -digits).toFixed(digits)) : nearest;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}
