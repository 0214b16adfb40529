import { fault, messageOf } from '../../core/errors.ts';
import type { ImportBeginning, ImportReport } from '../../core/history-import.ts';
import type { EntitySamples } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import type { StatisticsStore } from '../statistics/statistics-store.ts';
import { compileImported } from './compile-imported.ts';
import { HistoryImport } from './history-import.ts';
import { StagingFile } from './staging-file.ts';

/** The databases of an import; they may be replaced between two calls. */
export interface ImportStores {
  readonly samples: SampleStore;
  readonly store: StatisticsStore;
}

interface Open {
  readonly id: number;
  readonly staging: StagingFile;
  readonly reading: HistoryImport;
  /** The bytes that were read. */
  received: number;
  report: ImportReport | undefined;
}

/** How a source is imported. */
export interface TakeOptions {
  /** As for `commit`. */
  readonly shortFrom: number;
  /** Counts only. */
  readonly isDryRun: boolean;
}

/** What to copy. */
export interface SampleCopy extends TakeOptions {
  readonly from: string;
  readonly to: string;
  readonly before: number;
}

/** The imports of the history, one at a time. */
export class HistoryImports {
  private readonly path: string;
  private readonly pause: () => Promise<void>;
  private open: Open | undefined;
  /** An import that was added, but whose roll-ups are not compiled yet. */
  private uncompiled: { readonly file: StagingFile; readonly shortFrom: number } | undefined;
  private lastId = 0;
  /** Whether a source is being read, which may take hours. */
  private isTaking = false;
  /** Steps of an import, one after the other. */
  private queue: Promise<unknown> = Promise.resolve();

  /** `path` is that of the staging file. */
  constructor(path: string, pause: () => Promise<void>) {
    this.path = path;
    this.pause = pause;
  }

  /** Finishes what a crash interrupted: roll-ups of an import are compiled, any other import is removed. */
  async resume({ samples, store }: ImportStores): Promise<void> {
    await this.inTurn(async () => {
      this.uncompiled = StagingFile.left(this.path);
      await this.compile({ samples, store });
    });
  }

  /** Begins an import and returns its number. */
  begin(stores: ImportStores, beginning: ImportBeginning): Promise<number> {
    return this.whenFree(async () => {
      const { samples } = stores;
      await this.compile(stores);
      const staging = StagingFile.create(this.path);
      const reading = new HistoryImport({ staging, samples, pause: this.pause }, beginning);
      this.lastId += 1;
      this.open = { id: this.lastId, staging, reading, received: 0, report: undefined };
      return this.lastId;
    });
  }

  /** Reads the bytes of the file from `offset` on; those that were read already are skipped. */
  add(id: number, offset: number, bytes: Uint8Array): Promise<void> {
    return this.inTurn(async () => {
      const open = this.opened(id);
      if (offset + bytes.length <= open.received && bytes.length > 0) return;
      if (offset !== open.received || open.report !== undefined)
        throw fault('invalid_format', 'history_import_offset', { offset, expected: open.received });
      open.received += bytes.length;
      await open.reading.read(bytes);
    });
  }

  /** Counts what is new, what exists already and what is refused. */
  check(id: number): Promise<ImportReport> {
    return this.inTurn(async () => {
      const open = this.opened(id);
      open.report ??= await open.reading.check();
      return open.report;
    });
  }

  /** Adds what is new as a unit, and compiles its roll-ups; five-minute ones from `shortFrom` on. */
  commit(id: number, stores: ImportStores, shortFrom: number): Promise<ImportReport> {
    return this.inTurn(async () => {
      const { staging, report } = this.opened(id);
      if (report === undefined || report.refused > 0)
        throw fault('invalid_format', 'history_import_refused', { count: report?.refused ?? 0 });
      this.open = undefined;
      await this.finish(staging, stores, shortFrom);
      return { ...report, imported: true };
    });
  }

  /**
   * Imports a source as a unit: chunks of samples, entity by entity, each in order of time. Counts only, if it is a dry
   * run. What the store has already is kept, so that repeating an import adds nothing.
   */
  take(
    stores: ImportStores,
    source: AsyncIterable<EntitySamples>,
    options: TakeOptions,
  ): Promise<ImportReport> {
    return this.whenFree(async () => {
      this.isTaking = true;
      try {
        return await this.takeAll(stores, source, options);
      } finally {
        this.isTaking = false;
      }
    });
  }
  /** Copies the samples of an entity before a time to another one as a unit, and returns the number of new ones. */
  async copy(stores: ImportStores, { from, to, before, ...options }: SampleCopy): Promise<number> {
    const range = { entityIds: [from], from: 0, to: before, withAttributes: true };
    const source = renamed(stores.samples.read(range), to);
    return (await this.take(stores, source, options)).entities[to]?.new ?? 0;
  }

  /** Ends an import without adding anything; one that has ended is ignored. */
  cancel(id: number): Promise<void> {
    return this.inTurn(async () => {
      if (this.open?.id !== id) return;
      this.open.staging.remove();
      this.open = undefined;
    });
  }

  private async takeAll(
    stores: ImportStores,
    source: AsyncIterable<EntitySamples>,
    { shortFrom, isDryRun }: TakeOptions,
  ): Promise<ImportReport> {
    await this.compile(stores);
    const { samples } = stores;
    await samples.requireAll?.();
    const staging = StagingFile.create(this.path);
    let report: ImportReport;
    try {
      const reading = new HistoryImport(
        { staging, samples, pause: this.pause },
        { format: 'jsonl', now: Number.POSITIVE_INFINITY },
      );
      for await (const run of source) await reading.addRun(run);
      report = await reading.check();
    } catch (error) {
      staging.remove();
      throw error;
    }
    const isEmpty = Object.values(report.entities).every((counts) => counts.new === 0);
    if (isDryRun || isEmpty) staging.remove();
    else await this.finish(staging, stores, shortFrom);
    return { ...report, imported: !isDryRun };
  }

  private async finish(staging: StagingFile, stores: ImportStores, shortFrom: number): Promise<void> {
    let isComplete = false;
    try {
      staging.complete(shortFrom);
      stores.samples.addBlocks(
        staging.ranges().map(({ entityId }) => entityId),
        staging.blocks(),
      );
      isComplete = true;
    } finally {
      if (!isComplete) staging.remove();
    }
    this.uncompiled = { file: staging, shortFrom };
    await this.compile(stores);
  }

  private async compile(stores: ImportStores): Promise<void> {
    if (this.uncompiled === undefined) return;
    const { file, shortFrom } = this.uncompiled;
    try {
      await compileImported({ ...stores, pause: this.pause }, file.ranges(), shortFrom);
    } catch (cause) {
      throw fault('unavailable', 'history_import_uncompiled', { reason: messageOf(cause) }, { cause });
    }
    this.uncompiled = undefined;
    file.remove();
  }

  private opened(id: number): Open {
    if (this.open?.id !== id) throw fault('not_found', 'unknown_history_import', { id });
    return this.open;
  }

  /** Throws `conflict` instead of waiting for another import. */
  private async whenFree<T>(work: () => Promise<T>): Promise<T> {
    if (this.isTaking) throw fault('conflict', 'history_import_busy');
    return this.inTurn(() => {
      if (this.open !== undefined) throw fault('conflict', 'history_import_busy');
      return work();
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => {});
    return result;
  }
}

async function* renamed(
  source: AsyncIterable<EntitySamples>,
  entityId: string,
): AsyncGenerator<EntitySamples> {
  for await (const { samples } of source) yield { entityId, samples };
}
