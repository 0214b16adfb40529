/** A cache of values computed from their keys; the least recently used are dropped. */
export class RecentValues<Key, Value> {
  private readonly max: number;
  private readonly make: (key: Key) => Value;
  private readonly values = new Map<Key, Value>();

  constructor(max: number, make: (key: Key) => Value) {
    this.max = max;
    this.make = make;
  }

  /** The value of a key, computed if it is not cached. Throws what the computation throws. */
  get(key: Key): Value {
    const known = this.values.get(key);
    const value = known === undefined ? this.make(key) : known;
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.max) {
      for (const oldest of this.values.keys()) {
        this.values.delete(oldest);
        break;
      }
    }
    return value;
  }
}
