const UNITS: ReadonlyMap<string, string> = new Map([
  ['°C', 'celsius'],
  // Values in Fahrenheit are converted.
  ['°F', 'celsius'],
  ['%', 'percent'],
]);

/** The Greek letter that some devices send instead of the micro sign. */
const GREEK_MU = /μ/g;

/** A name with Prometheus's characters only: others become `u0x` and their code point. */
export function metricName(name: string): string {
  return name
    .replace(GREEK_MU, 'µ')
    .replace(/[^a-zA-Z0-9_:]/gu, (letter) => `u0x${(letter.codePointAt(0) ?? 0).toString(16)}`);
}

/** A unit as a part of a name: `kWh/d` is `kwh_per_d`; null for an entity without a unit. */
export function unitName(unit: unknown): string | null {
  if (typeof unit !== 'string') return null;
  return UNITS.get(unit) ?? unit.replaceAll('/', '_per_').replace(GREEK_MU, 'µ').toLowerCase();
}
