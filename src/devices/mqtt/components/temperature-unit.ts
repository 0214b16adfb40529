/** The unit a device tells temperatures in, by the letter of its configuration; without one it speaks the home's. */
export function temperatureUnit(letter: 'c' | 'f' | undefined): string {
  if (letter === undefined) return 'home';
  return letter === 'f' ? '°F' : '°C';
}
