/**
 * Keeps one string for each text of successive messages: what comes from another thread are strings of its own, even if
 * they are equal to those of the message before.
 */
export class TextPool {
  private known = new Map<string, string>();

  /** The same texts, as strings that the list before had where possible. */
  pooled(texts: readonly string[]): readonly string[] {
    const { known } = this;
    this.known = new Map();
    return texts.map((text) => {
      const kept = known.get(text) ?? text;
      this.known.set(kept, kept);
      return kept;
    });
  }
}
