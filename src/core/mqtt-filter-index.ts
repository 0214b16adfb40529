/** One topic level: its children by name, the child for `+`, and the values of filters that end here. */
class Level<T> {
  readonly below = new Map<string, Level<T>>();
  /** Values whose filter ends at this level. */
  readonly here = new Set<T>();
  /** Values whose filter continues with `#`. */
  readonly rest = new Set<T>();

  get isEmpty(): boolean {
    return this.below.size === 0 && this.here.size === 0 && this.rest.size === 0;
  }
}

/** An index of values by MQTT topic filter. A lookup takes as many steps as the topic has levels. */
export class MqttFilterIndex<T> {
  private readonly root = new Level<T>();

  /** Adds a value under a filter. */
  add(filter: string, thing: T): void {
    const levels = filter.split('/');
    const isOpen = levels.at(-1) === '#';
    if (isOpen) levels.pop();
    let level = this.root;
    for (const name of levels) {
      const next = level.below.get(name) ?? new Level<T>();
      level.below.set(name, next);
      level = next;
    }
    (isOpen ? level.rest : level.here).add(thing);
  }

  /** Removes a value from under a filter. */
  delete(filter: string, thing: T): void {
    const levels = filter.split('/');
    const isOpen = levels.at(-1) === '#';
    if (isOpen) levels.pop();
    const path: Level<T>[] = [this.root];
    for (const name of levels) {
      const next = path.at(-1)?.below.get(name);
      if (next === undefined) return;
      path.push(next);
    }
    const last = path.at(-1);
    (isOpen ? last?.rest : last?.here)?.delete(thing);
    for (let i = path.length - 1; i > 0 && path[i]?.isEmpty === true; i -= 1)
      path[i - 1]?.below.delete(levels[i - 1] ?? '');
  }

  /**
   * The values whose filter matches a topic. Wildcards at the first level do not match the broker's own `$`
   * topics.
   */
  matching(topic: string): T[] {
    const found: T[] = [];
    const levels = topic.split('/');
    this.collect(this.root, { levels, at: 0 }, found);
    return found;
  }

  private collect(
    level: Level<T>,
    { levels, at }: { readonly levels: readonly string[]; readonly at: number },
    found: T[],
  ): void {
    const isOwn = at === 0 && levels[0]?.startsWith('$') === true;
    if (!isOwn) for (const thing of level.rest) found.push(thing);
    const name = levels[at];
    if (name === undefined) {
      for (const thing of level.here) found.push(thing);
      return;
    }
    const next = { levels, at: at + 1 };
    const named = level.below.get(name);
    if (named !== undefined) this.collect(named, next, found);
    const any = isOwn || name === '+' ? undefined : level.below.get('+');
    if (any !== undefined) this.collect(any, next, found);
  }
}
