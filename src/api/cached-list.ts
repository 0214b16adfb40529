/** Consecutive items of a list with their JSON, separated by commas, without brackets. */
interface Run<T> {
  readonly items: readonly T[];
  readonly json: Buffer;
}

/**
 * Caches the JSON of a list of immutable values, such as registry entries, in runs of about 250. A change
 * only costs its run and not the list, since run boundaries depend on the IDs alone.
 */
export class CachedList<T extends { readonly id: string }> {
  private readonly show: (item: T) => unknown;
  private runs = new Map<string, Run<T>>();

  constructor(show: (item: T) => unknown) {
    this.show = show;
  }

  /** Returns a JSON array as consecutive parts, without the items that are not `shown`. */
  array(items: Iterable<T>, shown: ((item: T) => boolean) | null = null): (string | Buffer)[] {
    const parts: (string | Buffer)[] = ['['];
    const runs = new Map<string, Run<T>>();
    const add = (members: readonly T[]): void => {
      const run = this.run(members);
      runs.set(run.items[0]?.id ?? '', run);
      const cached = shown === null ? members : members.filter(shown);
      if (cached.length === 0) return;
      parts.push(cached.length === members.length ? run.json : this.text(cached), ',');
    };
    let members: T[] = [];
    for (const item of items) {
      members.push(item);
      if (!item.id.endsWith('00')) continue; // one of 256: the IDs are random hex digits
      add(members);
      members = [];
    }
    if (members.length > 0) add(members);
    this.runs = runs;
    if (parts.length > 1) parts.pop();
    parts.push(']');
    return parts;
  }

  private run(members: readonly T[]): Run<T> {
    const known = this.runs.get(members[0]?.id ?? '');
    const isSame =
      known?.items.length === members.length && members.every((item, n) => known.items[n] === item);
    return isSame ? known : { items: members, json: Buffer.from(this.text(members)) };
  }

  private text(members: readonly T[]): string {
    return members.map((item) => JSON.stringify(this.show(item))).join(',');
  }
}
