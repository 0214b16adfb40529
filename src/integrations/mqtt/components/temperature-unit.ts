import type { UnitSystem } from '../../../core/unit-system.ts';

/** The unit a device tells temperatures in, by the letter of its configuration; without one it speaks the home's. */
export function temperatureUnit(letter: 'c' | 'f' | undefined, home: UnitSystem): string {
  if (letter === undefined) return home.temperature;
  return letter === 'f' ? '°F' : '°C';
}
