import { z } from 'zod';
import type { Clock, Undo } from '../../core/clock.ts';
import { hexId } from '../../core/context.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import { seconds } from '../../core/state.ts';
import type { Collection } from '../../storage/documents.ts';

/** An integration, referenced by registry entries and devices. Times are seconds since 1970. */
export const ConfigEntry = z.object({
  entry_id: z.string(),
  domain: z.string(),
  title: z.string(),
  created_at: z.number(),
  modified_at: z.number(),
});
export type ConfigEntry = Readonly<z.infer<typeof ConfigEntry>>;

/** One entry per integration: `demo`, `mqtt`, `hearth`. */
export class ConfigEntries {
  private readonly store: Collection<ConfigEntry>;
  private readonly clock: Clock;
  private readonly listeners = new Set<(entry: ConfigEntry) => void>();

  constructor(store: Collection<ConfigEntry>, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  list(): IterableIterator<ConfigEntry> {
    return this.store.entries.values();
  }

  /** Calls the listener for each new entry. */
  subscribe(listener: (entry: ConfigEntry) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the entry of an integration, creating it if needed. */
  ensure(domain: string, title: string): ConfigEntry {
    for (const entry of this.store.entries.values()) if (entry.domain === domain) return entry;
    const now = seconds(this.clock.now());
    const entry: ConfigEntry = { entry_id: hexId(), domain, title, created_at: now, modified_at: now };
    this.store.put(entry.entry_id, entry).catch(ignoreLogged);
    for (const listener of this.listeners) listener(entry);
    return entry;
  }
}
