import { z } from 'zod';
import type { Clock, Undo } from '../../core/clock.ts';
import { hexId, ulid } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { ignoreLogged } from '../../core/ignore-logged.ts';
import { seconds } from '../../core/state.ts';
import type { Collection } from '../../storage/documents.ts';

/** A part of an entry that users add to it and remove, such as one account of a service. */
export const ConfigSubentry = z.object({
  subentry_id: z.string(),
  /** One of the types that its integration knows. */
  subentry_type: z.string(),
  title: z.string(),
  /** What it stands for, unique within its entry. */
  unique_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type ConfigSubentry = Readonly<z.infer<typeof ConfigSubentry>>;

/** An integration or a helper, referenced by registry entries and devices. Times are seconds since 1970. */
export const ConfigEntry = z.object({
  entry_id: z.string(),
  domain: z.string(),
  title: z.string(),
  created_at: z.number(),
  modified_at: z.number(),
  /** How it came, as Home Assistant names it; `ignore` for a discovery that a user does not want. */
  source: z.string().default('user'),
  /** The device or account it stands for, unique per domain. */
  unique_id: z.string().nullable().default(null),
  version: z.number().default(1),
  minor_version: z.number().default(1),
  /** What its integration needs, such as an address and a password; never shown to clients. */
  data: z.record(z.string(), z.unknown()).default({}),
  /** What the user entered; never shown to clients. */
  options: z.record(z.string(), z.unknown()).default({}),
  subentries: z.array(ConfigSubentry).max(500).optional(),
  /** The fields that its integration marks as secret: they are encrypted where the entry is stored. */
  secret_fields: z.array(z.string()).optional(),
  /** Whether it comes from a backup that does not contain the key of its secrets: it needs its login again. */
  has_lost_secrets: z.boolean().optional(),
  disabled_by: z.literal('user').nullable().default(null),
  /** An imported entry of an integration that this server does not have. */
  is_waiting: z.boolean().optional(),
  pref_disable_new_entities: z.boolean().default(false),
  pref_disable_polling: z.boolean().default(false),
});
export type ConfigEntry = Readonly<z.infer<typeof ConfigEntry>>;

/** Whether an entry's entities exist now. */
export type EntryState =
  | 'loaded'
  | 'setup_error'
  | 'setup_retry'
  | 'setup_in_progress'
  | 'migration_error'
  | 'not_loaded';

/** What is known about an entry only while the server runs. */
export interface EntryStatus {
  readonly state: EntryState;
  /** Why it could not be set up. */
  readonly reason: string | null;
  /** Whether its login no longer works: users are asked for a new one. */
  readonly needsLogin?: boolean;
  readonly hasOptions: boolean;
  /** Whether users can change what it was set up with. */
  readonly hasReconfigure?: boolean;
  /** What kinds of parts users can add, and whether they can change what those were set up with. */
  readonly subentryTypes?: Readonly<Record<string, { readonly supportsReconfigure: boolean }>>;
  /** Whether users can remove single devices. */
  readonly removesDevices?: boolean;
}

/** What happened to an entry. */
export type EntryChange = 'added' | 'updated' | 'removed';

/** What users change of an entry. */
export type EntryFields = Partial<Omit<ConfigEntry, 'entry_id' | 'domain' | 'created_at' | 'modified_at'>>;

/** What a new entry begins with. */
export type NewEntry = Pick<ConfigEntry, 'domain' | 'title' | 'options'> &
  Partial<Pick<ConfigEntry, 'secret_fields' | 'data' | 'source' | 'unique_id' | 'version' | 'minor_version'>>;

const LOADED: EntryStatus = { state: 'loaded', reason: null, hasOptions: false };
const WAITING: EntryStatus = { state: 'not_loaded', reason: null, hasOptions: false };

/** The config entries: one for each integration (`demo`, `mqtt`, `hearth`) and for each helper made by a flow. */
export class ConfigEntries {
  private readonly store: Collection<ConfigEntry>;
  private readonly clock: Clock;
  private readonly listeners = new Set<(entry: ConfigEntry, change: EntryChange) => void>();
  private readonly statuses = new Map<string, EntryStatus>();

  constructor(store: Collection<ConfigEntry>, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  list(): IterableIterator<ConfigEntry> {
    return this.store.entries.values();
  }

  /** Throws `not_found` for an unknown ID. */
  get(entryId: string): ConfigEntry {
    const entry = this.store.entries.get(entryId);
    if (entry === undefined) throw fault('not_found', 'config_entry_not_found', {});
    return entry;
  }

  statusOf(entryId: string): EntryStatus {
    const isWaiting = this.store.entries.get(entryId)?.is_waiting === true;
    return this.statuses.get(entryId) ?? (isWaiting ? WAITING : LOADED);
  }

  setStatus(entryId: string, status: EntryStatus): void {
    this.statuses.set(entryId, status);
    const entry = this.store.entries.get(entryId);
    if (entry !== undefined) this.notify(entry, 'updated');
  }

  /** Calls the listener for each change of an entry or its status. */
  subscribe(listener: (entry: ConfigEntry, change: EntryChange) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the entry of an integration, creating it if needed. */
  ensure(domain: string, title: string): ConfigEntry {
    for (const entry of this.store.entries.values())
      if (entry.domain === domain) return entry.is_waiting === true ? this.arrive(entry) : entry;
    const entry = this.blank(hexId(), { domain, title, options: {} });
    this.store.put(entry.entry_id, entry).catch(ignoreLogged);
    this.notify(entry, 'added');
    return entry;
  }

  /** Adds an entry; resolves once it is durable. */
  async create(given: NewEntry): Promise<ConfigEntry> {
    const entry = this.blank(ulid(this.clock.now()), given);
    await this.store.put(entry.entry_id, entry);
    this.notify(entry, 'added');
    return entry;
  }

  /** Changes an entry; resolves once that is durable. Throws `not_found` for an unknown ID. */
  async update(entryId: string, fields: EntryFields): Promise<ConfigEntry> {
    const entry = { ...this.get(entryId), ...fields, modified_at: seconds(this.clock.now()) };
    await this.store.put(entryId, entry);
    this.notify(entry, 'updated');
    return entry;
  }

  /** Removes an entry; resolves once that is durable. Throws `not_found` for an unknown ID. */
  async remove(entryId: string): Promise<void> {
    const entry = this.get(entryId);
    await this.store.delete(entryId);
    this.statuses.delete(entryId);
    this.notify(entry, 'removed');
  }

  /** Announces an entry that was put back or taken away. */
  restored(now: ConfigEntry | undefined, was: ConfigEntry | undefined): void {
    const entry = now ?? was;
    if (entry === undefined) return;
    if (now === undefined) this.statuses.delete(entry.entry_id);
    this.notify(entry, now === undefined ? 'removed' : was === undefined ? 'added' : 'updated');
  }

  /** The integration of an imported entry is here now. */
  private arrive({ is_waiting: _, ...entry }: ConfigEntry): ConfigEntry {
    this.store.put(entry.entry_id, entry).catch(ignoreLogged);
    this.notify(entry, 'updated');
    return entry;
  }

  private blank(entry_id: string, given: NewEntry): ConfigEntry {
    const now = seconds(this.clock.now());
    return ConfigEntry.parse({ entry_id, ...given, created_at: now, modified_at: now });
  }

  private notify(entry: ConfigEntry, change: EntryChange): void {
    for (const listener of this.listeners) listener(entry, change);
  }
}
