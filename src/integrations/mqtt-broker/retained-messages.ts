import { hasWildcard, matchesFilter } from '../../core/mqtt-topic.ts';
import type { RetainedMessage } from './messages.ts';

/** The first levels of a topic under which its index files it; most filters name them. */
const FILED_LEVELS = 2;

/** What the broker keeps for those who come later, found by topic at once and by filter without looking at all of it. */
export class RetainedMessages {
  private readonly byTopic = new Map<string, RetainedMessage>();
  /** Topics by their first levels. */
  private readonly shelves = new Map<string, Set<string>>();
  private bytes = 0;

  /** How many topics have one. */
  get count(): number {
    return this.byTopic.size;
  }

  /** How much all of it holds. */
  get size(): number {
    return this.bytes;
  }

  /** Keeps a message in place of the one before; an empty one clears its topic. */
  put(message: RetainedMessage): void {
    const { topic, payload } = message;
    const known = this.byTopic.get(topic);
    this.bytes += payload.length - (known?.payload.length ?? 0);
    if (payload.length > 0) {
      this.byTopic.set(topic, message);
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

  /** All that falls under a filter, as it is now. */
  matching(filter: string): RetainedMessage[] {
    if (!hasWildcard(filter)) {
      const one = this.byTopic.get(filter);
      return one === undefined ? [] : [one];
    }
    const found: RetainedMessage[] = [];
    for (const topic of this.candidates(filter)) {
      const message = this.byTopic.get(topic);
      if (message !== undefined && matchesFilter(filter, topic)) found.push(message);
    }
    return found;
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
