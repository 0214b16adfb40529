import type {
  ImportBeginning,
  ImportCounts,
  ImportReport,
  RefusalReason,
} from '../../core/history-import.ts';
import { encodeBlock } from '../samples/block-codec.ts';
import type { Sample } from '../samples/sample.ts';
import type { EncodedBlock, SampleStore } from '../samples/sample-store.ts';
import { ImportedRows } from './imported-rows.ts';
import type { StagingFile } from './staging-file.ts';

const MAX_REFUSALS = 100;
/** More than any home has. */
const MAX_ENTITIES = 20_000;
/** After as many lines other requests get their turn. */
const LINES_A_STEP = 2000;
/** Samples of an entity that are compared with the store at once. */
const SAMPLES_A_PAGE = 1000;
/** As in blocks of the store. */
const BLOCK_SAMPLES = 512;
/** A block of at least as many samples ends where samples of the store are in between. */
const SHORTER_BLOCK = 64;

interface Entity {
  readonly id: number;
  rows: number;
}

/** The dependencies of `HistoryImport`. */
export interface HistoryImportParts {
  readonly staging: StagingFile;
  readonly samples: SampleStore;
  readonly pause: () => Promise<void>;
}

/**
 * One import: reads a file in parts, counts what is new, and adds it as a unit. What was read waits in the staging
 * file, so that memory does not grow with the file. Knows the format only in `read`: other importers use `add`.
 */
export class HistoryImport {
  private readonly parts: HistoryImportParts;
  private readonly rows: ImportedRows;
  private readonly decoder = new TextDecoder();
  private readonly entities = new Map<string, Entity>();
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

  /** Reads the end of the file, and compares everything with the store. */
  async check(): Promise<ImportReport> {
    const { staging, samples } = this.parts;
    await this.take(this.decoder.decode(), true);
    staging.flush();
    await samples.requireAll?.();
    const entities: Record<string, ImportCounts> = Object.create(null);
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
    const { staging, samples, pause } = this.parts;
    const blocks = new BlockWriter(entityId, staging);
    for (let after = -1; ; ) {
      const page = staging.page(id, after, SAMPLES_A_PAGE);
      const [first, last] = [page[0], page.at(-1)];
      if (first === undefined || last === undefined) break;
      after = last.at;
      let next = 0;
      const range = { entityIds: [entityId], from: first.at, to: last.at + 1, withAttributes: false };
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
    blocks.end();
    if (blocks.count > 0)
      staging.addRange({
        ...{ entityId, first: blocks.first, last: blocks.last },
        earliest: await firstTime(samples, entityId),
      });
    return blocks.count;
  }
}

/** Compresses the samples of an entity into blocks of the staging file. */
class BlockWriter {
  count = 0;
  first = 0;
  last = 0;
  private readonly entityId: string;
  private readonly staging: StagingFile;
  private waiting: Sample[] = [];
  private blocks: EncodedBlock[] = [];

  constructor(entityId: string, staging: StagingFile) {
    this.entityId = entityId;
    this.staging = staging;
  }

  add(sample: Sample): void {
    if (this.count === 0) this.first = sample.at;
    this.last = sample.at;
    this.count += 1;
    if (this.waiting.push(sample) >= BLOCK_SAMPLES) this.seal();
  }

  /** A sample of the store follows. */
  interrupt(): void {
    if (this.waiting.length >= SHORTER_BLOCK) this.seal();
  }

  write(): void {
    this.staging.addBlocks(this.blocks.splice(0));
  }

  end(): void {
    this.seal();
    this.write();
  }

  private seal(): void {
    const [first, last] = [this.waiting[0], this.waiting.at(-1)];
    if (first === undefined || last === undefined) return;
    const { entityId, waiting } = this;
    const data = encodeBlock(waiting);
    this.blocks.push({ entityId, first: first.at, last: last.at, count: waiting.length, data });
    this.waiting = [];
  }
}

async function firstTime(samples: SampleStore, entityId: string): Promise<number | null> {
  const range = { entityIds: [entityId], from: 0, to: Number.MAX_SAFE_INTEGER, withAttributes: false };
  for await (const part of samples.read(range)) return part.samples[0]?.at ?? null;
  return null;
}
