import { z } from 'zod';
import type { Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { Signal } from './signal.ts';

/** Values that clients store for one owner, by key. */
export const SavedValues = z.record(z.string(), z.unknown());
export type SavedValues = z.infer<typeof SavedValues>;

/** Enough for the layout of a large home, and too little to fill a disk. */
const MAX_LENGTH = 200_000;

const NOTHING: SavedValues = {};

/** Data that clients store on the server, such as a user's page layout. The server does not interpret it. */
export class StoredData {
  private readonly values: Collection<SavedValues>;
  private readonly changed = new Signal<{ readonly owner: string; readonly key: string }>();
  /** The last JSON returned, cached because many subscriptions request the same. */
  private lastJson: { readonly value: unknown; readonly json: string } | undefined;

  constructor(values: Collection<SavedValues>) {
    this.values = values;
  }

  /** The value of a key, null if there is none; without a key, all values. */
  get(owner: string, key: string | undefined): unknown {
    const all = this.values.entries.get(owner) ?? NOTHING;
    if (key === undefined) return all;
    return Object.hasOwn(all, key) ? all[key] : null;
  }

  /** Like `get`, as JSON. */
  json(owner: string, key: string | undefined): string {
    const value = this.get(owner, key);
    if (this.lastJson === undefined || this.lastJson.value !== value)
      this.lastJson = { value, json: JSON.stringify(value) };
    return this.lastJson.json;
  }

  /** Resolves when durable. Throws `too_large` if the owner stores too much. */
  async set(owner: string, key: string, value: unknown): Promise<void> {
    const rest = Object.entries(this.values.entries.get(owner) ?? NOTHING).filter(([name]) => name !== key);
    // Built from entries, so that `__proto__` is a key like any other.
    const all = Object.fromEntries([...rest, [key, value]]);
    const { length } = JSON.stringify(all);
    if (length > MAX_LENGTH) throw fault('too_large', 'user_data_too_long', { length, max: MAX_LENGTH });
    const durable = this.values.put(owner, all);
    this.changed.emit({ owner, key });
    await durable.catch((error: unknown) => {
      this.changed.emit({ owner, key });
      throw error;
    });
  }

  /** Calls `listener` after each change. */
  onChange(listener: (change: { readonly owner: string; readonly key: string }) => void): Undo {
    return this.changed.on(listener);
  }

  /** Announces values that were put back. */
  restored(owner: string, now: SavedValues = NOTHING, was: SavedValues = NOTHING): void {
    for (const key of new Set([...Object.keys(now), ...Object.keys(was)]))
      if (JSON.stringify(now[key]) !== JSON.stringify(was[key])) this.changed.emit({ owner, key });
  }

  /** Deletes everything stored for an owner. */
  async forget(owner: string): Promise<void> {
    if (this.values.entries.has(owner)) await this.values.delete(owner);
  }
}
