import type { Clock, Undo } from '../../core/clock.ts';
import type { ConfigEntries, ConfigEntry, EntryStatus } from '../../entities/registry/config-entries.ts';
import type { EntryData } from './protocol.ts';

/** What is known about the setup of an entry while the server runs. */
interface Setup {
  tries: number;
  cancel: Undo;
}

/** What an integration supports. */
export type Support = Pick<EntryStatus, 'hasOptions' | 'hasReconfigure' | 'removesDevices' | 'subentryTypes'>;

/** The dependencies of `EntrySetups`. */
export interface EntrySetupsParts {
  readonly configEntries: ConfigEntries;
  readonly clock: Clock;
  /** What its integration supports, as far as that is known. */
  readonly support: () => Support;
  /** Sends an entry to its process; false if there is none. */
  readonly send: (entry: EntryData) => boolean;
  readonly unload: (entryId: string) => void;
}

const SETUP_WITHIN = 60_000;
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 600_000;
const MAX_DOUBLINGS = 10;

/** Sets up the entries of one integration, again after a while where that fails for now. */
export class EntrySetups {
  private readonly parts: EntrySetupsParts;
  private readonly setups = new Map<string, Setup>();

  constructor(parts: EntrySetupsParts) {
    this.parts = parts;
  }

  /** The entries that should be running. */
  get ids(): IterableIterator<string> {
    return this.setups.keys();
  }

  has(entryId: string): boolean {
    return this.setups.has(entryId);
  }

  /** Begins to run an entry; it is set up once there is a process. */
  add(entryId: string): void {
    if (!this.setups.has(entryId)) this.setups.set(entryId, { tries: 0, cancel: () => {} });
    this.try(entryId);
  }

  /** Stops running an entry. */
  drop(entryId: string): void {
    const setup = this.setups.get(entryId);
    setup?.cancel();
    this.setups.delete(entryId);
    if (setup !== undefined) this.parts.unload(entryId);
  }

  /** Sets up all entries: their process has started. */
  tryAll(): void {
    for (const id of this.setups.keys()) this.try(id);
  }

  /** Sets up an entry now. */
  try(entryId: string): void {
    const setup = this.setups.get(entryId);
    if (setup === undefined) return;
    setup.cancel();
    const entry = this.parts.configEntries.get(entryId);
    if (!this.parts.send(entryDataOf(entry))) return;
    this.show(entryId, 'setup_in_progress');
    setup.cancel = this.parts.clock.after(SETUP_WITHIN, () => {
      this.parts.unload(entryId);
      this.retry(entryId, 'The setup did not finish within 60 seconds');
    });
  }

  loaded(entryId: string): void {
    const setup = this.setups.get(entryId);
    if (setup === undefined) return;
    setup.cancel();
    setup.tries = 0;
    this.show(entryId, 'loaded');
  }

  /** Tries again after `seconds`, or after 5, 10, 20 … 600 seconds. */
  retry(entryId: string, reason: string, seconds?: number): void {
    const setup = this.setups.get(entryId);
    if (setup === undefined) return;
    setup.cancel();
    const wait =
      seconds === undefined
        ? Math.min(2 ** Math.min(setup.tries, MAX_DOUBLINGS) * FIRST_RETRY, LONGEST_RETRY)
        : Math.min(seconds * 1000, LONGEST_RETRY);
    setup.tries += 1;
    setup.cancel = this.parts.clock.after(wait + Math.random() * 1000, () => this.try(entryId));
    this.show(entryId, 'setup_retry', reason);
  }

  failed(entryId: string, reason: string): void {
    this.setups.get(entryId)?.cancel();
    if (this.setups.has(entryId)) this.show(entryId, 'setup_error', reason);
  }

  /** Stops trying until there is another login. */
  loginFailed(entryId: string, reason: string): void {
    this.setups.get(entryId)?.cancel();
    const status = { state: 'setup_error', reason, needsLogin: true, ...this.parts.support() } as const;
    this.parts.configEntries.setStatus(entryId, status);
  }

  /** The process has ended: its entries wait for the next one. */
  interrupted(reason: string, isFailing: boolean): void {
    for (const [entryId, setup] of this.setups) {
      setup.cancel();
      this.show(entryId, isFailing ? 'setup_error' : 'setup_retry', reason);
    }
  }

  stop(): void {
    for (const { cancel } of this.setups.values()) cancel();
    this.setups.clear();
  }

  show(entryId: string, state: EntryStatus['state'], reason: string | null = null): void {
    const status = { state, reason, ...this.parts.support() };
    this.parts.configEntries.setStatus(entryId, status);
  }
}

/** An entry as its integration gets it. */
export function entryDataOf(entry: ConfigEntry): EntryData {
  return {
    entryId: entry.entry_id,
    title: entry.title,
    uniqueId: entry.unique_id,
    version: [entry.version, entry.minor_version],
    data: entry.data,
    options: entry.options,
    subentries: (entry.subentries ?? []).map((one) => ({
      ...{ id: one.subentry_id, type: one.subentry_type, title: one.title },
      ...{ uniqueId: one.unique_id, data: one.data },
    })),
  };
}
