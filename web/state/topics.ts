/**
 * What can be listened to besides single entities: the set of entities, the registries, any change, the
 * permissions, whether there is a connection.
 */
export type Topic = '#members' | '#places' | '#any' | '#permissions' | '#connection';

/**
 * Listeners by topic. Notifications are deferred to the next animation frame, so hidden pages do not render.
 */
export class Topics {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly due = new Set<() => void>();
  private isWaiting = false;

  /**
   * Calls back, at most once per animation frame, after a topic (or entity ID) changed. Returns a function
   * that ends it.
   */
  listen(topics: Iterable<string>, listener: () => void): () => void {
    const mine = [...topics];
    for (const topic of mine) {
      const set = this.listeners.get(topic) ?? new Set();
      this.listeners.set(topic, set.add(listener));
    }
    return () => {
      this.due.delete(listener);
      for (const topic of mine) {
        const set = this.listeners.get(topic);
        set?.delete(listener);
        if (set?.size === 0) this.listeners.delete(topic);
      }
    };
  }

  touch(topic: string): void {
    const set = this.listeners.get(topic);
    if (set === undefined) return;
    for (const listener of set) this.due.add(listener);
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      const now = [...this.due];
      this.due.clear();
      for (const listener of now) listener();
    });
  }
}
