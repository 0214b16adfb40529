import { hasWildcard, matchesFilter } from '../../core/mqtt-topic.ts';
import type { RetainedMessage } from './messages.ts';
import { RETAINED_LIMITS, type RetainedLimits, retainedSize } from './retained-limits.ts';

/** The first levels of a topic under which its index files it; most filters name them. */
const FILED_LEVELS = 2;

interface Saved {
  readonly message: RetainedMessage;
  /** The account that stored it since the broker's start; undefined for messages loaded from the disk. */
  readonly account: string | undefined;
  readonly size: number;
}

/** The retained messages, indexed by topic and searchable by filter without a full scan. */
export class RetainedMessages {
  private readonly limits: RetainedLimits;
  private readonly byTopic = new Map<string, Saved>();
  /** Topics by their first levels. */
  private readonly shelves = new Map<string, Set<string>>();
  private readonly sizeByAccount = new Map<string, number>();
  private total = 0;

  constructor(limits: RetainedLimits = RETAINED_LIMITS) {
    this.limits = limits;
  }

  /** How many topics have one. */
  get count(): number {
    return this.byTopic.size;
  }

  /** The limit that prevents storing a payload of this size over the previous one; undefined if it fits. */
  limitFor(topic: string, bytes: number, account: string): string | undefined {
    if (bytes === 0) return undefined;
    const { limits } = this;
    if (bytes > limits.payload) return `it has ${bytes} bytes, and the limit is ${limits.payload}`;
    const known = this.byTopic.get(topic);
    const added = retainedSize(topic, bytes) - (known?.size ?? 0);
    if (this.total + added > limits.total) return `those of all accounts reach ${limits.total} bytes`;
    const own = (this.sizeByAccount.get(account) ?? 0) - (known?.account === account ? known.size : 0);
    const isTooMuch = own + retainedSize(topic, bytes) > limits.account;
    return isTooMuch ? `those of this account reach ${limits.account} bytes` : undefined;
  }

  /** Stores a message in place of the previous one; an empty one clears its topic. */
  put(message: RetainedMessage, account?: string): void {
    const { topic, payload } = message;
    const known = this.byTopic.get(topic);
    if (known !== undefined) this.tally(known, -1);
    if (payload.length > 0) {
      const saved = { message, account, size: retainedSize(topic, payload.length) };
      this.tally(saved, 1);
      this.byTopic.set(topic, saved);
      if (known === undefined) this.shelve(topic);
    } else if (known !== undefined) {
      this.byTopic.delete(topic);
      this.unshelve(topic);
    }
  }

  /** Whether a topic has one. */
  has(topic: string): boolean {
    return this.byTopic.has(topic);
  }

  /** All current messages that match a filter. */
  matching(filter: string): RetainedMessage[] {
    if (!hasWildcard(filter)) {
      const one = this.byTopic.get(filter);
      return one === undefined ? [] : [one.message];
    }
    const found: RetainedMessage[] = [];
    for (const topic of this.candidates(filter)) {
      const saved = this.byTopic.get(topic);
      if (saved !== undefined && matchesFilter(filter, topic)) found.push(saved.message);
    }
    return found;
  }

  private tally({ account, size }: Saved, sign: 1 | -1): void {
    this.total += sign * size;
    if (account === undefined) return;
    const own = (this.sizeByAccount.get(account) ?? 0) + sign * size;
    if (own > 0) this.sizeByAccount.set(account, own);
    else this.sizeByAccount.delete(account);
  }

  private candidates(filter: string): Iterable<string> {
    const levels = filter.split('/').slice(0, FILED_LEVELS);
    const isNamed = levels.length === FILED_LEVELS && !levels.some((level) => level === '+' || level === '#');
    return isNamed ? (this.shelves.get(levels.join('/')) ?? []) : this.byTopic.keys();
  }

  private shelve(topic: string): void {
    const key = shelfOf(topic);
    const shelf = this.shelves.get(key) ?? new Set();
    this.shelves.set(key, shelf.add(topic));
  }

  private unshelve(topic: string): void {
    const key = shelfOf(topic);
    const shelf = this.shelves.get(key);
    shelf?.delete(topic);
    if (shelf?.size === 0) this.shelves.delete(key);
  }
}

function shelfOf(topic: string): string {
  return topic.split('/', FILED_LEVELS).join('/');
}
