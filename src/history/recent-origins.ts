import type { Cause } from '../core/cause-notes.ts';
import type { Context } from '../core/context.ts';

/** A run may wait for hours between its steps, but each step makes its context recent again. */
const MAX_CONTEXTS = 4000;

/**
 * The origins of recent contexts, in memory: changes follow their cause by milliseconds, rarely by minutes.
 */
export class RecentOrigins {
  /** Two generations: a map whose oldest entries are deleted one by one becomes slow. */
  private young = new Map<string, Cause | null>();
  private old = new Map<string, Cause | null>();
  /** The context of the newest cause: what a call changes is asked for right after the call. */
  private newest: string | undefined;

  /** Remembers a cause, if it is the first one of its context. */
  add(cause: Cause): void {
    this.newest = cause.context;
    this.put(cause.context, this.get(cause.context) ?? cause);
  }

  /** The first cause of a context. */
  of(contextId: string): Cause | undefined {
    return this.get(contextId) ?? undefined;
  }

  /**
   * Whether the context of a change says more than that the change happened: it has a user or a cause, or a parent
   * context that has.
   */
  isInformative({ id, parent_id: parent, user_id: user }: Context): boolean {
    const isKnown = id === this.newest || this.get(id) !== undefined;
    if (user === null && !isKnown && (parent === null || this.get(parent) === undefined)) return false;
    // Derived changes have this context as their parent.
    if (!isKnown) this.put(id, null);
    return true;
  }

  /** Null for a context that began with a change. */
  private get(id: string): Cause | null | undefined {
    const known = this.young.get(id);
    return known === undefined ? this.old.get(id) : known;
  }

  private put(id: string, cause: Cause | null): void {
    this.young.set(id, cause);
    if (this.young.size < MAX_CONTEXTS) return;
    this.old = this.young;
    this.young = new Map();
  }
}
