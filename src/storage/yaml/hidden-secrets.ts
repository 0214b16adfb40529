/** The secrets that stand in values, by their text; each has the name by which the files call it. */
export class HiddenSecrets {
  private readonly names = new Map<string, string>();

  add(name: string, value: unknown): void {
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) this.add(name, item);
      return;
    }
    const text = String(value ?? '');
    if (text.length < SHORTEST || typeof value === 'boolean') return;
    // As messages quote it: whole, in JSON, or cut where it is long.
    for (const form of [text, JSON.stringify(text).slice(1, -1)]) {
      this.names.set(form, name);
      if (form.length > LONGEST_WHOLE) this.names.set(form.slice(0, LONGEST_WHOLE), name);
    }
  }

  /** A text for people, with the name of each secret in its place. */
  hide(text: string): string {
    let hidden = text;
    const longestFirst = [...this.names].sort(([a], [b]) => b.length - a.length);
    for (const [secret, name] of longestFirst) hidden = hidden.replaceAll(secret, `!secret ${name}`);
    return hidden;
  }
}

/** Shorter ones would be found in words that have nothing to do with them. */
const SHORTEST = 4;
/** Messages cut what they quote after a hundred characters. */
const LONGEST_WHOLE = 80;
