import type { UnitSystem } from '../../../core/unit-system.ts';

/** The temperature unit by the letter in the config; the home's unit without one. */
export function temperatureUnit(letter: 'c' | 'f' | undefined, home: UnitSystem): string {
  if (letter === undefined) return home.temperature;
  return letter === 'f' ? '°F' : '°C';
}
