import type { Clock, Undo } from '../core/clock.ts';
import type { ExportFormat } from '../core/history-export.ts';
import type { ImportBeginning, ImportReport } from '../core/history-import.ts';

/** What imports need of the history; offsets are those of bytes in the file. */
export interface ImportSteps {
  begin(beginning: ImportBeginning): Promise<number>;
  add(id: number, offset: number, bytes: Uint8Array): Promise<void>;
  check(id: number): Promise<ImportReport>;
  commit(id: number): Promise<ImportReport>;
  cancel(id: number): Promise<void>;
}

/** An import is canceled after so many milliseconds without a request. */
const IDLE = 60_000;
/** The most that the history worker gets at once. */
const PART_BYTES = 256 * 1024;

/** Imports history, step by step or from a stream. An import that its client leaves is canceled. */
export class HistoryImporter {
  private readonly steps: ImportSteps;
  private readonly clock: Clock;
  private readonly idle = new Map<number, Undo>();

  constructor(steps: ImportSteps, clock: Clock) {
    this.steps = steps;
    this.clock = clock;
  }

  /** Begins an import and returns its number. Throws `conflict` while there is another one. */
  async begin(format: ExportFormat): Promise<number> {
    const id = await this.steps.begin({ format, now: this.clock.now() });
    this.watch(id);
    return id;
  }

  /** Adds bytes of the file. A part that arrived already, because its answer was lost, is ignored. */
  async add(id: number, offset: number, bytes: Uint8Array): Promise<void> {
    for (let from = 0; from === 0 || from < bytes.length; from += PART_BYTES)
      // A copy, since the whole buffer of a part would be cloned for the worker.
      await this.busy(id, () => this.steps.add(id, offset + from, bytes.slice(from, from + PART_BYTES)));
  }

  /** Counts what the file contains; no bytes can be added any more. */
  check(id: number): Promise<ImportReport> {
    return this.busy(id, () => this.steps.check(id));
  }

  /** Imports what was checked as a unit. Throws if lines were refused. */
  commit(id: number): Promise<ImportReport> {
    return this.busy(id, () => this.steps.commit(id));
  }

  async cancel(id: number): Promise<void> {
    this.idle.get(id)?.();
    this.idle.delete(id);
    await this.steps.cancel(id);
  }

  /** Imports a stream unless it is a dry run or lines are refused. */
  async import(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { format, isDryRun }: { readonly format: ExportFormat; readonly isDryRun: boolean },
  ): Promise<ImportReport> {
    const id = await this.begin(format);
    try {
      let offset = 0;
      for await (const bytes of content) {
        await this.add(id, offset, bytes);
        offset += bytes.length;
      }
      const report = await this.check(id);
      return isDryRun || report.refused > 0 ? report : await this.commit(id);
    } finally {
      await this.cancel(id);
    }
  }

  private async busy<T>(id: number, work: () => Promise<T>): Promise<T> {
    this.idle.get(id)?.();
    try {
      return await work();
    } finally {
      if (this.idle.has(id)) this.watch(id);
    }
  }

  private watch(id: number): void {
    this.idle.set(
      id,
      this.clock.after(IDLE, () => {
        this.cancel(id).catch(() => {});
      }),
    );
  }
}

/** What the audit log says about an import. */
export function importDetail({ entities }: ImportReport): { entities: number; added: number } {
  const counts = Object.values(entities);
  return { entities: counts.length, added: counts.reduce((sum, one) => sum + one.new, 0) };
}
