/** Texts to find at a position, in lower case: one look-up for each distinct length. */
export class TextIndex<Value> {
  private readonly byText = new Map<string, Value[]>();
  private readonly lengths: number[] = [];

  /** Adds a value; several may share a text. */
  add(text: string, value: Value): void {
    const values = this.byText.get(text);
    if (values !== undefined) {
      values.push(value);
      return;
    }
    this.byText.set(text, [value]);
    if (!this.lengths.includes(text.length)) this.lengths.push(text.length);
  }

  /** All values whose text stands at the position, with the position after it. */
  at(text: string, position: number): { readonly end: number; readonly value: Value }[] {
    const found: { end: number; value: Value }[] = [];
    for (const length of this.lengths) {
      const end = position + length;
      if (end > text.length) continue;
      const values = this.byText.get(text.slice(position, end));
      if (values !== undefined) for (const value of values) found.push({ end, value });
    }
    return found;
  }
}
