import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { type Clock, isoTime } from '../core/clock.ts';
import { fault, HubError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { type Message, message } from '../core/messages.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import type { Collection } from '../storage/documents.ts';
import { readInProcess, writeInProcess } from './archive/archive-process.ts';
import type { LockingKey } from './archive/backup-key.ts';
import { type BackupMetadata, FORMAT, type Inventory } from './archive/metadata.ts';
import type { Opener } from './archive/read-archive.ts';
import type { BackupEvents } from './backup-events.ts';
import type { LocalBackups, StoredBackup } from './local-backups.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';
import { requireSpace } from './space.ts';

/** What is known of a backup beside its file. */
export const BackupRecord = z.object({
  /** When a server was started from it, in milliseconds since 1970. */
  rehearsed_at: z.number(),
});
export type BackupRecord = z.infer<typeof BackupRecord>;

/** The home, held for a backup. */
export interface HeldHome {
  readonly inventory: Inventory;
  /** Lets the databases change again. */
  readonly release: () => Promise<void>;
}

/** A backup to make. */
export interface BackupRequest {
  readonly name?: string | null | undefined;
  readonly withHistory: boolean;
  readonly isAutomatic: boolean;
  /** Who can open it; nobody else can. Without any it is not encrypted. */
  readonly keys: readonly LockingKey[];
  /** Stores the finished backup elsewhere; resolves to the errors of locations by ID. */
  readonly deliver?: (backup: StoredBackup, signal: AbortSignal) => Promise<ReadonlyMap<string, HubError>>;
}

export interface BackupsParts {
  /** The data folder. */
  readonly folder: string;
  readonly local: LocalBackups;
  readonly records: Collection<BackupRecord>;
  readonly events: BackupEvents;
  /** Completes the main files of the databases and keeps them as they are. */
  readonly hold: (withHistory: boolean) => Promise<HeldHome>;
  readonly instanceId: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A backup that was made, or whose rehearsal failed. */
export interface MadeBackup {
  readonly slug: string;
  readonly bytes: number;
  /** Why a location does not have it, by ID. */
  readonly failed: ReadonlyMap<string, HubError>;
}

/** A backup that is being made, whose ID is known. */
export interface BegunBackup {
  readonly slug: string;
  readonly made: Promise<MadeBackup>;
}

/** Runs something with the file of a backup. */
export type WithFile = <T>(signal: AbortSignal, work: (backup: StoredBackup) => Promise<T>) => Promise<T>;

/**
 * Makes, checks and lists backups, one at a time. A backup counts as made once a server has started from it and found
 * what was backed up.
 */
export class Backups {
  private readonly parts: BackupsParts;
  private busy: AbortController | undefined;

  constructor(parts: BackupsParts) {
    this.parts = parts;
  }

  /** When a server was last started from a backup; undefined if none was. */
  rehearsedAt(slug: string): number | undefined {
    return this.parts.records.entries.get(slug)?.rehearsed_at;
  }

  /** Whether something is in progress. */
  get isBusy(): boolean {
    return this.busy !== undefined;
  }

  /** Begins a backup: returns its ID at once. Throws `unavailable` while another operation is in progress. */
  begin(request: BackupRequest): BegunBackup {
    const slug = randomBytes(4).toString('hex');
    const made = this.exclusively('create_backup', async (signal) => {
      try {
        return await this.make(slug, request, signal);
      } catch (error) {
        // What changed between counting and reading is the likeliest reason.
        if (!(error instanceof HubError) || error.reason?.key !== 'backup_rehearsal_differs') throw error;
        return await this.make(slug, request, signal);
      }
    });
    return { slug, made };
  }

  /**
   * Verifies every byte of the backup that `withFile` passes and, if it can be opened, starts a server from it. Resolves to what that server
   * found; null if the backup is encrypted and no key was given.
   */
  check(withFile: WithFile, opener: Opener): Promise<Inventory | null> {
    return this.exclusively('check_backup', (signal) =>
      withFile(signal, async ({ file, metadata }) => {
        await readInProcess({ kind: 'verify', file }, signal);
        const isOpen = !metadata.protected || 'archiveKey' in opener || opener.passphrase !== undefined;
        if (!isOpen) return null;
        const inventory = await this.tryOut(file, { metadata, opener, signal });
        await this.parts.records.put(metadata.slug, { rehearsed_at: this.parts.clock.now() });
        return inventory;
      }),
    );
  }

  /**
   * Verifies a file and makes it one of the backups on this machine; it counts as good once it is checked. Throws
   * `not_supported` for a file that is no backup, and `already_exists` if there is another one with its ID.
   */
  receive(file: string): Promise<BackupMetadata> {
    return this.exclusively('receive_backup', async (signal) => {
      const metadata = await readInProcess({ kind: 'verify', file }, signal).catch((error: unknown) => {
        if (error instanceof HubError && error.reason?.key === 'not_a_backup')
          throw fault('not_supported', 'upload_is_no_backup');
        throw error;
      });
      const { slug: id, date } = metadata;
      const known = await this.parts.local.find(id);
      if (known === undefined) await this.parts.local.receive(file, metadata);
      else if (known.metadata.date !== date) throw fault('already_exists', 'backup_exists', { id });
      return metadata;
    });
  }

  /** Runs something that no backup may be in progress with. */
  async exclusively<T>(kind: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.busy !== undefined) throw fault('unavailable', 'backup_in_progress');
    const abort = new AbortController();
    this.busy = abort;
    this.parts.events.begin(kind);
    try {
      const result = await work(abort.signal);
      this.parts.events.end();
      return result;
    } catch (error) {
      this.parts.events.fail(error);
      throw error;
    } finally {
      this.busy = undefined;
    }
  }

  /** Aborts what is in progress: the server stops. */
  stop(): void {
    this.busy?.abort();
  }

  private async make(slug: string, request: BackupRequest, signal: AbortSignal): Promise<MadeBackup> {
    const { local, clock, log, records, events, folder, version, instanceId } = this.parts;
    const part = await local.unfinished(slug, 'part');
    try {
      await requireSpace(folder, local.folder, request.withHistory);
      events.stage('home_assistant');
      const held = await this.parts.hold(request.withHistory);
      let released: Promise<void> | undefined;
      const release = (): Promise<void> => (released ??= held.release());
      const date = isoTime(clock.now());
      const metadata = {
        ...{ slug, version: 2, date, type: 'partial', compressed: true },
        name: request.name ?? defaultName(date, request.isAutomatic),
        homeassistant: { version: INTERFACE_VERSION, exclude_database: !request.withHistory },
        hearth: {
          ...{ format: FORMAT, version, instance_id: instanceId, automatic: request.isAutomatic },
          inventory: held.inventory,
        },
      };
      const job = { folder, target: part, metadata, keys: request.keys };
      const written = await writeInProcess(job, {
        onRead: () => void release().catch((error) => log.error('A database stays held', { error })),
        signal,
      }).finally(release);
      events.stage('rehearsal');
      const opener: Opener = written.archiveKey === null ? {} : { archiveKey: written.archiveKey };
      const whole = await readInProcess({ kind: 'verify', file: part }, signal);
      await this.tryOut(part, { metadata: whole, opener, signal });
      const file = await local.keep(part, whole);
      await records.put(slug, { rehearsed_at: clock.now() });
      const { bytes } = written;
      const failed = (await request.deliver?.({ file, bytes, metadata: whole }, signal)) ?? new Map();
      const { left_out } = whole.hearth;
      log.info('A backup was made, and a server started from it', {
        name: whole.name,
        bytes,
        left_out,
      });
      return { slug, bytes, failed };
    } catch (error) {
      log.error('A backup failed', { error });
      throw error;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Starts a server from a backup and compares what it found. Throws `failed` with the difference. */
  private async tryOut(
    file: string,
    { metadata, opener, signal }: { metadata: BackupMetadata; opener: Opener; signal: AbortSignal },
  ): Promise<Inventory> {
    const { local } = this.parts;
    const target = await local.unfinished(metadata.slug, 'rehearsal');
    try {
      await rm(target, { recursive: true, force: true });
      const found = await rehearse({ file, opener, target, metadata, signal } satisfies Rehearsal);
      const difference = differenceOf(metadata.hearth.inventory, found);
      if (difference !== undefined) {
        const { what, expected, found: actual } = difference;
        throw fault('failed', 'backup_rehearsal_differs', { what, expected, found: actual });
      }
      return found;
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }
}

function defaultName(date: string, isAutomatic: boolean): string {
  return `${isAutomatic ? 'Automatic' : 'Manual'} backup ${date.slice(0, 10)}`;
}

function differenceOf(
  expected: Inventory,
  found: Inventory,
): { readonly what: string; readonly expected: string; readonly found: string } | undefined {
  for (const what of Object.keys(expected) as (keyof Inventory)[]) {
    const [before, after] = [JSON.stringify(expected[what]), JSON.stringify(found[what])];
    if (before !== after) return { what, expected: before, found: after };
  }
  return undefined;
}

/** A problem for people: what failed and when. */
export function problemOf(error: unknown): Message | string {
  if (error instanceof HubError) return error.reason ?? error.message;
  return message('backup_failed');
}
