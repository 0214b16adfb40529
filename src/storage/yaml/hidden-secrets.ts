/** The secrets that occur in values, each with the name that refers to it. */
export class HiddenSecrets {
  private readonly names = new Map<string, string>();

  add(name: string, value: unknown): void {
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) this.add(name, item);
      return;
    }
    const text = String(value ?? '');
    if (text.length < MIN_LENGTH || typeof value === 'boolean') return;
    // Secrets as messages quote them: whole, JSON-escaped, or truncated.
    for (const form of [text, JSON.stringify(text).slice(1, -1)]) {
      this.names.set(form, name);
      if (form.length > MAX_UNREDACTED_LENGTH) this.names.set(form.slice(0, MAX_UNREDACTED_LENGTH), name);
    }
  }

  /** Replaces each secret in a text by its name, so that the text can be shown. */
  hide(text: string): string {
    let hidden = text;
    const longestFirst = [...this.names].sort(([a], [b]) => b.length - a.length);
    for (const [secret, name] of longestFirst) hidden = hidden.replaceAll(secret, `!secret ${name}`);
    return hidden;
  }
}

/** Shorter secrets would match unrelated words. */
const MIN_LENGTH = 4;
/** Messages truncate quoted text after a hundred characters. */
const MAX_UNREDACTED_LENGTH = 80;
