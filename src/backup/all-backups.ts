import { rm } from 'node:fs/promises';
import type { Clock } from '../core/clock.ts';
import { fault, type HubError } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import type { LockingKey } from './archive/backup-key.ts';
import type { BackupMetadata, Inventory } from './archive/metadata.ts';
import type { Opener } from './archive/read-archive.ts';
import { type BackupConfig, LOCAL_AGENT } from './backup-config.ts';
import type { BackupEvents } from './backup-events.ts';
import type { BackupKeys } from './backup-keys.ts';
import type { BackupRecord, Backups, BegunBackup } from './backups.ts';
import type { LocalBackups, StoredBackup } from './local-backups.ts';
import { beyond } from './retention.ts';
import type { RemoteBackup, RemoteBackups } from './targets/remote-backups.ts';

/** A backup and where it is stored. */
export interface WholeBackup {
  readonly metadata: BackupMetadata;
  /** Its size in bytes by location. */
  readonly places: ReadonlyMap<string, number>;
}

/** A backup to make and where to store it. */
export interface NewBackup {
  readonly name?: string | null | undefined;
  readonly withHistory: boolean;
  readonly isAutomatic: boolean;
  /** The IDs of locations. */
  readonly agentIds: readonly string[];
  /** Keys in addition to those of the home. */
  readonly keys?: readonly LockingKey[];
}

interface AllParts {
  readonly backups: Backups;
  readonly local: LocalBackups;
  readonly remote: RemoteBackups;
  readonly keys: BackupKeys;
  readonly records: Collection<BackupRecord>;
  readonly config: () => BackupConfig;
  readonly events: BackupEvents;
  readonly instanceId: string;
  readonly clock: Clock;
}

/** The backups on this machine and at other locations. */
export class AllBackups {
  private readonly parts: AllParts;

  constructor(parts: AllParts) {
    this.parts = parts;
  }

  /**
   * Begins a backup, which is delivered to its locations once a server has started from it. Throws `failed` for another
   * machine while there is no key, unless that location takes backups that are not encrypted.
   */
  begin({ agentIds, keys: own = [], ...request }: NewBackup): BegunBackup {
    const { backups, keys, remote, config } = this.parts;
    const targets = agentIds.filter((id) => id !== LOCAL_AGENT);
    const locks = [...keys.confirmed(), ...own];
    for (const id of targets) {
      const name = remote.targets.nameOf(id);
      const isProtected = config().agents[id]?.protected ?? true;
      if (isProtected && locks.length === 0) throw fault('failed', 'backup_target_needs_key', { name });
    }
    if (targets.length === 0) return backups.begin({ ...request, keys: locks });
    const staysHere = agentIds.includes(LOCAL_AGENT);
    return backups.begin({
      ...{ ...request, keys: locks },
      deliver: (stored, signal) => this.deliver(stored, { targets, staysHere, signal }),
    });
  }

  /** All backups, newest first, and by ID why a location cannot be listed. */
  async list(): Promise<{
    readonly backups: readonly WholeBackup[];
    readonly errors: ReadonlyMap<string, HubError>;
  }> {
    const [here, { backups: elsewhere, errors }] = await Promise.all([
      this.parts.local.list(),
      this.parts.remote.list(),
    ]);
    const found = new Map<string, { metadata: BackupMetadata; places: Map<string, number> }>();
    const add = (metadata: BackupMetadata, place: string, bytes: number): void => {
      const one = found.get(metadata.slug) ?? { metadata, places: new Map<string, number>() };
      one.places.set(place, bytes);
      found.set(metadata.slug, one);
    };
    for (const { metadata, bytes } of here) add(metadata, LOCAL_AGENT, bytes);
    for (const { metadata, bytes, targetId } of elsewhere) add(metadata, targetId, bytes);
    const backups = [...found.values()].sort(
      (a, b) => Date.parse(b.metadata.date) - Date.parse(a.metadata.date),
    );
    return { backups, errors };
  }

  /** Whether a server has been started from a backup here. */
  isGood(slug: string): boolean {
    return this.parts.records.entries.has(slug);
  }

  /**
   * Runs something with the file of a backup, which is copied here first if it is only at another location. Throws
   * `not_found`.
   */
  async withFile<T>(
    slug: string,
    signal: AbortSignal,
    work: (stored: StoredBackup) => Promise<T>,
  ): Promise<T> {
    const { local, remote } = this.parts;
    const here = await local.find(slug);
    if (here !== undefined) return work(here);
    const there = await this.elsewhere(slug);
    const file = await local.unfinished(slug, 'download');
    try {
      await rm(file, { force: true });
      await remote.fetch(there, file, signal);
      return await work({ file, bytes: there.bytes, metadata: there.metadata });
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Verifies a backup and, if it can be opened, starts a server from it; see `Backups.check`. */
  check(slug: string, opener: Opener): Promise<Inventory | null> {
    const { backups } = this.parts;
    return backups.check((signal, work) => this.withFile(slug, signal, work), opener);
  }

  /** Deletes a backup at all locations. Throws `failed` if it is the last one that a server was started from. */
  async remove(slug: string): Promise<void> {
    const { local, remote, records } = this.parts;
    const { backups } = await this.list();
    const good = backups.filter(({ metadata }) => this.isGood(metadata.slug));
    if (good.length === 1 && good[0]?.metadata.slug === slug) throw fault('failed', 'last_good_backup');
    for (const one of (await remote.list()).backups) if (one.metadata.slug === slug) await remote.remove(one);
    await local.remove(slug);
    if (records.entries.has(slug)) await records.delete(slug);
  }

  /** Deletes automatic backups beyond what is kept at each location, but never the last good one there. */
  async tidy(): Promise<void> {
    const { local, remote, config, instanceId, clock } = this.parts;
    const { agents, retention } = config();
    const choice = { now: clock.now(), isGood: (slug: string) => this.isGood(slug) };
    const isOurs = ({ metadata: { hearth } }: { readonly metadata: BackupMetadata }): boolean =>
      hearth.automatic && hearth.instance_id === instanceId;
    const kept = (id: string) => agents[id]?.retention ?? retention;
    const named = <T extends { readonly metadata: BackupMetadata }>(backup: T) => ({
      ...{ slug: backup.metadata.slug, date: backup.metadata.date, backup },
    });
    const here = (await local.list()).filter(({ metadata }) => metadata.hearth.automatic).map(named);
    for (const { slug } of beyond(here, kept(LOCAL_AGENT), choice)) await local.remove(slug);
    remote.forget();
    const { backups, errors } = await remote.list();
    for (const id of remote.targets.ids) {
      const there = backups.filter((one) => one.targetId === id && isOurs(one)).map(named);
      for (const { backup } of beyond(there, kept(id), choice)) await remote.remove(backup);
    }
    if (errors.size === 0) await this.forgetRecords();
  }

  private async elsewhere(slug: string): Promise<RemoteBackup> {
    const found = (await this.parts.remote.list()).backups.find(({ metadata }) => metadata.slug === slug);
    if (found === undefined) throw fault('not_found', 'backup_not_found', { id: slug.slice(0, 100) });
    return found;
  }

  private async deliver(
    stored: StoredBackup,
    { targets, staysHere, signal }: { targets: readonly string[]; staysHere: boolean; signal: AbortSignal },
  ): Promise<ReadonlyMap<string, HubError>> {
    const { remote, events, local } = this.parts;
    events.stage('upload_to_agents');
    const failed = await remote.send(stored, targets, {
      signal,
      onProgress: (id, bytes) => events.progress(id, bytes, stored.bytes),
    });
    if (!staysHere && failed.size === 0) await local.remove(stored.metadata.slug);
    return failed;
  }

  /** Forgets backups that are nowhere anymore. */
  private async forgetRecords(): Promise<void> {
    const { records } = this.parts;
    const known = new Set((await this.list()).backups.map(({ metadata }) => metadata.slug));
    for (const slug of [...records.entries.keys()]) if (!known.has(slug)) await records.delete(slug);
  }
}
