import type { Context } from '../../core/context.ts';

/** How often something may trigger itself within the span before it counts as an endless loop. */
export const MAX_HOPS = 100;
const SPAN = 60_000;
/** The maximum number of owners tracked per chain. */
const MAX_OWNERS = 50;

/** The owners in the chain that led to a context, each once, the last first. */
export interface Chain {
  readonly owner: string;
  /** How often it has run, and since when that is counted. */
  readonly count: number;
  readonly since: number;
  readonly rest: Chain | null;
}

/** The origin of a run. */
export interface Origin {
  /** The chain of the run whose step requests this one. */
  readonly caller: Chain | null;
  /** The context of the cause. */
  readonly cause: Context | null;
  /** The context it runs in. */
  readonly context: Context;
}

/** The number of recent runs whose chains are remembered. */
const REMEMBERED = 512;

/**
 * Tracks by context which run led to which, and detects automations and scripts that trigger themselves
 * endlessly.
 */
export class Loops {
  /**
   * The contexts of the last runs, in a ring buffer; compared by identity, since states and events carry the
   * same objects.
   */
  private readonly contexts: (Context | null)[] = new Array(REMEMBERED).fill(null);
  private readonly chains: (Chain | null)[] = new Array(REMEMBERED).fill(null);
  private next = 0;

  /**
   * The chain with `owner`, which is about to run, at its front; null if it has led to itself too often in a
   * short time.
   */
  admit(owner: string, { caller, cause, context }: Origin, now: number): Chain | null {
    const before = caller ?? this.chainOf(cause);
    let known = before;
    while (known !== null && known.owner !== owner) known = known.rest;
    const recent = known !== null && now - known.since < SPAN ? known : null;
    if (recent !== null && recent.count >= MAX_HOPS) return null;
    const chain = {
      owner,
      count: (recent?.count ?? 0) + 1,
      since: recent?.since ?? now,
      rest: without(before, owner, MAX_OWNERS),
    };
    // A script called by a run shares its context: what that context leads to counts as caused by the run.
    if (caller === null || context !== cause) this.remember(context, chain);
    return chain;
  }

  /** The chain that led to a context, as far as remembered. */
  chainOf(context: Context | null): Chain | null {
    const at = context === null ? -1 : this.contexts.indexOf(context);
    return at < 0 ? null : (this.chains[at] ?? null);
  }

  private remember(context: Context, chain: Chain): void {
    const known = this.contexts.indexOf(context);
    const at = known < 0 ? this.next : known;
    this.contexts[at] = context;
    this.chains[at] = chain;
    if (known < 0) this.next = (this.next + 1) % REMEMBERED;
  }
}

function without(chain: Chain | null, owner: string, max: number): Chain | null {
  if (chain === null || max === 0) return null;
  const rest = without(chain.rest, owner, max - 1);
  if (chain.owner === owner) return rest;
  return rest === chain.rest ? chain : { ...chain, rest };
}
