import { fault } from '../../core/errors.ts';
import type {
  ImportBeginning,
  ImportCounts,
  ImportReport,
  RefusalReason,
} from '../../core/history-import.ts';
import type { EntitySamples, Sample } from '../samples/sample.ts';
import type { SampleStore } from '../samples/sample-store.ts';
import { BlockWriter } from './block-writer.ts';
import { ImportedRows } from './imported-rows.ts';
import type { StagingFile } from './staging-file.ts';

const MAX_REFUSALS = 100;
/** More than any home has. */
const MAX_ENTITIES = 20_000;
/** Other requests get their turn after so many lines. */
const LINES_A_STEP = 2000;
/** Samples of an entity that are compared with the store at once. */
const SAMPLES_A_PAGE = 1000;

interface Entity {
  readonly id: number;
  rows: number;
}

/** An entity whose samples arrive in order. */
interface Run {
  readonly entityId: string;
  readonly blocks: BlockWriter;
  rows: number;
  /** The time of the last one. */
  last: number;
}

/** The dependencies of `HistoryImport`. */
export interface HistoryImportParts {
  readonly staging: StagingFile;
  readonly samples: SampleStore;
  readonly pause: () => Promise<void>;
}

/**
 * One import: reads a file in parts, counts what is new, and adds it as a unit. What was read waits in the staging
 * file, so that memory does not grow with the file. Knows the format only in `read`: other importers use `add` or, for
 * samples in order, `addRun`, which needs no sorting.
 */
export class HistoryImport {
  private readonly parts: HistoryImportParts;
  private readonly rows: ImportedRows;
  private readonly decoder = new TextDecoder();
  private readonly entities = new Map<string, Entity>();
  /** The entity whose samples arrive in order, and those that are complete. */
  private run: Run | undefined;
  private readonly complete: Record<string, ImportCounts> = Object.create(null);
  private readonly refusals: { line: number; reason: RefusalReason; value: string }[] = [];
  private refused = 0;
  private lines = 0;

  constructor(parts: HistoryImportParts, { format, now }: ImportBeginning) {
    this.parts = parts;
    this.rows = new ImportedRows(format, now);
  }

  /** Reads the next part of the file. */
  async read(bytes: Uint8Array): Promise<void> {
    await this.take(this.decoder.decode(bytes, { stream: true }), false);
  }

  /** Adds a sample; false if there are too many entities. */
  add(entityId: string, sample: Sample): boolean {
    let entity = this.entities.get(entityId);
    if (entity === undefined) {
      if (this.entities.size >= MAX_ENTITIES) return false;
      entity = { id: this.entities.size + 1, rows: 0 };
      this.entities.set(entityId, entity);
    }
    entity.rows += 1;
    this.parts.staging.add(entity.id, sample);
    return true;
  }

  /**
   * Adds samples that continue those of the last call, or are the first ones of their entity. A sample that is not
   * later than the one before it is moved behind it: sources with microseconds have several per millisecond.
   */
  async addRun({ entityId, samples }: EntitySamples): Promise<void> {
    if (this.run?.entityId !== entityId) {
      if (entityId in this.complete || this.entities.has(entityId))
        throw new Error(`The samples of ${entityId} are not together`);
      if (Object.keys(this.complete).length + this.entities.size >= MAX_ENTITIES)
        throw fault('invalid_format', 'history_import_entities', { entity_id: entityId, max: MAX_ENTITIES });
      await this.endRun();
      const blocks = new BlockWriter(entityId, this.parts.staging);
      this.run = { entityId, blocks, rows: 0, last: Number.NEGATIVE_INFINITY };
    }
    const { run } = this;
    for (let from = 0; from < samples.length; from += SAMPLES_A_PAGE) {
      const page = samples.slice(from, from + SAMPLES_A_PAGE);
      for (const [index, sample] of page.entries()) {
        if (sample.at <= run.last) page[index] = { ...sample, at: run.last + 1 };
        run.last = Math.max(sample.at, run.last + 1);
      }
      run.rows += page.length;
      await this.addNew(run.blocks, page);
    }
  }

  /** Reads the end of the file, and compares everything with the store. */
  async check(): Promise<ImportReport> {
    const { staging, samples } = this.parts;
    await this.take(this.decoder.decode(), true);
    staging.flush();
    await samples.requireAll?.();
    await this.endRun();
    const entities: Record<string, ImportCounts> = this.complete;
    for (const [entityId, entity] of this.entities) {
      const added = await this.compare(entityId, entity);
      entities[entityId] = { new: added, existing: entity.rows - added };
    }
    return { imported: false, entities, refused: this.refused, refusals: this.refusals };
  }

  private async take(text: string, isLast: boolean): Promise<void> {
    for (const row of this.rows.read(text, isLast)) {
      if ('reason' in row) this.refuse(row);
      else if (!this.add(row.entityId, row.sample))
        this.refuse({ line: row.line, reason: 'too_many_entities', value: row.entityId });
      this.lines += 1;
      if (this.lines % LINES_A_STEP === 0) await this.parts.pause();
    }
  }

  private refuse({ line, reason, value }: { line: number; reason: RefusalReason; value: string }): void {
    this.refused += 1;
    if (this.refusals.length < MAX_REFUSALS) this.refusals.push({ line, reason, value });
  }

  /** Writes the blocks of an entity that are new, and returns the number of their samples. */
  private async compare(entityId: string, { id }: Entity): Promise<number> {
    const { staging } = this.parts;
    const blocks = new BlockWriter(entityId, staging);
    for (let after = -1; ; ) {
      const page = staging.page(id, after, SAMPLES_A_PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.at;
      await this.addNew(blocks, page);
    }
    return this.end(blocks);
  }

  /** Adds those samples of a page, which is in order of time, that the store does not have. */
  private async addNew(blocks: BlockWriter, page: readonly Sample[]): Promise<void> {
    const { samples, pause } = this.parts;
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined) return;
    let next = 0;
    const range = { entityIds: [blocks.entityId], from: first.at, to: last.at + 1, withAttributes: false };
    for await (const part of samples.read(range))
      for (const { at } of part.samples) {
        for (; (page[next]?.at ?? at) < at; next += 1) blocks.add(page[next] as Sample);
        if (page[next]?.at === at) next += 1;
        blocks.interrupt();
      }
    for (const sample of page.slice(next)) blocks.add(sample);
    blocks.write();
    await pause();
  }

  private async end(blocks: BlockWriter): Promise<number> {
    const { staging, samples } = this.parts;
    const { entityId, count, first, last } = blocks;
    blocks.end();
    if (count > 0) staging.addRange({ entityId, first, last, earliest: await firstTime(samples, entityId) });
    return count;
  }

  private async endRun(): Promise<void> {
    const { run } = this;
    if (run === undefined) return;
    this.run = undefined;
    const added = await this.end(run.blocks);
    this.complete[run.entityId] = { new: added, existing: run.rows - added };
  }
}

async function firstTime(samples: SampleStore, entityId: string): Promise<number | null> {
  const range = { entityIds: [entityId], from: 0, to: Number.MAX_SAFE_INTEGER, withAttributes: false };
  for await (const part of samples.read(range)) return part.samples[0]?.at ?? null;
  return null;
}
