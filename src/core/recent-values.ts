/** Values made from their keys and kept as long as they are among the most recently used. */
export class RecentValues<Key, Value> {
  private readonly most: number;
  private readonly make: (key: Key) => Value;
  private readonly values = new Map<Key, Value>();

  constructor(most: number, make: (key: Key) => Value) {
    this.most = most;
    this.make = make;
  }

  /** The value of a key, made now where it is not kept. Throws what making it throws. */
  get(key: Key): Value {
    const known = this.values.get(key);
    const value = known === undefined ? this.make(key) : known;
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.most) {
      for (const oldest of this.values.keys()) {
        this.values.delete(oldest);
        break;
      }
    }
    return value;
  }
}
