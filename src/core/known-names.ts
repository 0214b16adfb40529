/** Whether a name is that of a time zone with rules, such as Europe/Amsterdam; offsets such as +01:00 are zones to some engines and not here. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a text names a language, such as en or pt-BR. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
