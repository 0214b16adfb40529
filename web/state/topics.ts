/** What can be listened to beside single entities: which entities there are, where they belong, any change at all, what the user may do. */
export type Topic = '#members' | '#places' | '#any' | '#rights';

/** Who wants to know of what. News wait for the next frame: a page that nobody sees is not drawn. */
export class Topics {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly due = new Set<() => void>();
  private isWaiting = false;

  /** Calls back, once a frame at most, after one of the topics (entity ids among them) was touched; the answer ends that. */
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
