import { encodeBlock } from '../samples/block-codec.ts';
import type { Sample } from '../samples/sample.ts';
import type { EncodedBlock } from '../samples/sample-store.ts';
import type { StagingFile } from './staging-file.ts';

/** As in blocks of the store. */
const BLOCK_SAMPLES = 512;
/** A block with at least so many samples ends where the store has samples in between. */
const SHORTER_BLOCK = 64;

/** Compresses the samples of an entity into blocks of the staging file. */
export class BlockWriter {
  count = 0;
  first = 0;
  last = 0;
  readonly entityId: string;
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
    if (this.blocks.length > 0) this.staging.addBlocks(this.blocks.splice(0));
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
