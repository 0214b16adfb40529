import { basename } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { fault, HubError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { BackupMetadata } from '../archive/metadata.ts';
import { MAX_METADATA_BYTES } from '../archive/metadata.ts';
import type { StoredBackup } from '../local-backups.ts';
import { ARCHIVE_NAME, type Target, type TargetFile } from './target.ts';
import type { TargetList } from './target-list.ts';

/** A backup at a location. */
export interface RemoteBackup {
  readonly targetId: string;
  readonly metadata: BackupMetadata;
  readonly name: string;
  readonly bytes: number;
}

/** What is at the locations; `errors` says by ID why one cannot be listed. */
export interface RemoteList {
  readonly backups: readonly RemoteBackup[];
  readonly errors: ReadonlyMap<string, HubError>;
}

/** Times in milliseconds: an answer, a transfer without progress, and how long a list is current. */
const ANSWER_TIME = 15_000;
const STALL_TIME = 300_000;
const LIST_TIME = 60_000;
/** Enough for the description of an archive with a few keys; longer ones are read again. */
const FIRST_BYTES = 16_384;
const MAX_LISTED = 200;

/** The backups at locations outside of the data folder. */
export class RemoteBackups {
  readonly targets: TargetList;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly known = new Map<string, BackupMetadata | null>();
  private listed: { readonly at: number; readonly list: Promise<RemoteList> } | undefined;

  constructor({ targets, clock, log }: { targets: TargetList; clock: Clock; log: Log }) {
    this.targets = targets;
    this.clock = clock;
    this.log = log;
  }

  /** Everything at all locations, as of a minute ago at most. */
  list(): Promise<RemoteList> {
    const now = this.clock.now();
    if (this.listed === undefined || now - this.listed.at > LIST_TIME)
      this.listed = { at: now, list: this.listAll() };
    return this.listed.list;
  }

  /** Has the next list ask the locations again. */
  forget(): void {
    this.listed = undefined;
  }

  /** Stores a backup at locations. Resolves to the errors of those that failed, by ID. */
  async send(
    { file, bytes }: Pick<StoredBackup, 'file' | 'bytes'>,
    ids: readonly string[],
    options: { readonly signal: AbortSignal; readonly onProgress: (id: string, bytes: number) => void },
  ): Promise<ReadonlyMap<string, HubError>> {
    const failed = new Map<string, HubError>();
    for (const id of ids) {
      try {
        await this.transfer(options.signal, (signal, onProgress) =>
          this.targets.open(id).put({
            ...{ file, bytes, signal, name: basename(file) },
            onProgress: (sent) => {
              onProgress();
              options.onProgress(id, sent);
            },
          }),
        );
      } catch (error) {
        const reason =
          error instanceof HubError ? error : fault('failed', 'backup_failed', {}, { cause: error });
        this.log.error('A backup could not be stored', { location: id, error: reason });
        failed.set(id, reason);
      }
    }
    this.forget();
    return failed;
  }

  /** Copies a backup from a location to a new file. */
  async fetch({ targetId, name }: RemoteBackup, path: string, signal: AbortSignal): Promise<void> {
    await this.targets.open(targetId).fetch(name, path, signal);
  }

  async remove({ targetId, name }: RemoteBackup): Promise<void> {
    await this.limited((signal) => this.targets.open(targetId).remove(name, signal));
    this.forget();
  }

  private async listAll(): Promise<RemoteList> {
    const errors = new Map<string, HubError>();
    const lists = await Promise.all(
      this.targets.ids.map(async (id) => {
        try {
          return await this.limited((signal) => this.listOne(id, signal));
        } catch (error) {
          errors.set(
            id,
            error instanceof HubError ? error : fault('failed', 'backup_failed', {}, { cause: error }),
          );
          return [];
        }
      }),
    );
    return { backups: lists.flat(), errors };
  }

  private async listOne(targetId: string, signal: AbortSignal): Promise<RemoteBackup[]> {
    const target = this.targets.open(targetId);
    const files = [...(await target.list(signal))].filter(({ name }) => ARCHIVE_NAME.test(name));
    files.sort((a, b) => (a.name < b.name ? 1 : -1));
    const found: RemoteBackup[] = [];
    for (const file of files.slice(0, MAX_LISTED)) {
      const metadata = await this.describe(target, { ...file, targetId }, signal);
      if (metadata !== null) found.push({ ...file, targetId, metadata });
    }
    return found;
  }

  /** The description of an archive; null for a file that is none. */
  private async describe(
    target: Target,
    { targetId, name, bytes }: TargetFile & { readonly targetId: string },
    signal: AbortSignal,
  ): Promise<BackupMetadata | null> {
    const key = `${targetId} ${name} ${bytes}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { metadataAtStart } = await import('../archive/read-archive.ts');
    const read = async (length: number): Promise<BackupMetadata | null> => {
      const first = await target.head(name, Math.min(length, bytes), signal);
      return metadataAtStart(first);
    };
    const metadata = (await read(FIRST_BYTES)) ?? (await read(MAX_METADATA_BYTES));
    this.known.set(key, metadata);
    return metadata;
  }

  /** Runs something short. */
  private limited<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const undo = this.clock.after(ANSWER_TIME, () =>
      abort.abort(new DOMException('No answer', 'TimeoutError')),
    );
    return work(abort.signal).finally(undo);
  }

  /** Runs a transfer, which ends when nothing has been sent for a while. */
  private async transfer(
    outer: AbortSignal,
    work: (signal: AbortSignal, onProgress: () => void) => Promise<void>,
  ): Promise<void> {
    const abort = new AbortController();
    const wait = () =>
      this.clock.after(STALL_TIME, () => abort.abort(new DOMException('No progress', 'TimeoutError')));
    let undo = wait();
    try {
      await work(AbortSignal.any([outer, abort.signal]), () => {
        undo();
        undo = wait();
      });
    } finally {
      undo();
    }
  }
}
