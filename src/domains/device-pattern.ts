const LONGEST_TEXT = 255;

/** Whether the text begins with what a device's regular expression (in the ecosystem's dialect) describes. A broken pattern matches nothing. */
export function matchesFromStart(pattern: string, text: string): boolean {
  if (text.length > LONGEST_TEXT) return false;
  try {
    return new RegExp(`^(?:${translated(pattern)})`, 'u').test(text);
  } catch {
    return false;
  }
}

/** Whether the text is such a regular expression at all. */
export function isPattern(pattern: string): boolean {
  try {
    return new RegExp(translated(pattern), 'u').source !== '';
  } catch {
    return false;
  }
}

/** What other dialects write differently. */
function translated(pattern: string): string {
  return pattern
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('\\Z', '$')
    .replaceAll('\\A', '^');
}
