import type { Context } from '../core/context.ts';

/** How often something may have set itself off within the span before it is taken for a loop without end. */
export const MOST_HOPS = 100;
const SPAN = 60_000;
const MOST_CONTEXTS = 5000;
const MOST_OWNERS = 50;

interface Hops {
  readonly count: number;
  readonly since: number;
}

/** Follows which run led to which by their contexts, and finds automations and scripts that set themselves off without end. */
export class Loops {
  /** By the context of a run: what has run in the chain that led to it, and how often. */
  private readonly chains = new Map<string, ReadonlyMap<string, Hops>>();

  /** Whether `owner` may run in `context` because of `cause`; false where it has led to itself again and again in a short time. */
  admit(owner: string, cause: string | null, context: Context, now: number): boolean {
    const before = cause === null ? undefined : this.chains.get(cause);
    const known = before?.get(owner);
    const isFresh = known !== undefined && now - known.since < SPAN;
    if (isFresh && known.count >= MOST_HOPS) return false;
    const hops = isFresh ? { count: known.count + 1, since: known.since } : { count: 1, since: now };
    const chain = new Map(before);
    chain.delete(owner);
    chain.set(owner, hops);
    const [oldest] = chain.keys();
    if (chain.size > MOST_OWNERS && oldest !== undefined) chain.delete(oldest);
    this.chains.set(context.id, chain);
    if (this.chains.size > MOST_CONTEXTS) {
      const [first] = this.chains.keys();
      if (first !== undefined) this.chains.delete(first);
    }
    return true;
  }
}
