/**
 * Whether a name is an IANA time zone such as Europe/Amsterdam. Offsets such as +01:00, which some engines
 * accept, are not.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a text is a language tag, such as en or pt-BR. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
