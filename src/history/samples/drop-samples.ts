import { MAX_BLOCK_SAMPLES } from './block-codec.ts';
import type { BlockTable } from './block-table.ts';
import { inOrder } from './merge-samples.ts';
import type { Sample } from './sample.ts';

/** Drops the samples of a merged entity before a time but the last one, and returns their number. */
export function dropFrom(blocks: BlockTable, id: number, at: number): number {
  const head = blocks.openHead(id);
  const early: { readonly id: number; readonly samples: readonly Sample[] }[] = [];
  for (const { id: block, last } of blocks.before(id, at)) {
    const samples = blocks.readable(block);
    if (samples !== undefined) early.push({ id: block, samples });
    // A damaged block may be salvaged: it stays until all of it is older.
    else if (last < at) blocks.drop(block);
  }
  const before = [...early.flatMap(({ samples }) => samples), ...head].filter((sample) => sample.at < at);
  const ordered = inOrder(before);
  const inForce = ordered.at(-1);
  if (inForce === undefined || before.length === 1) return 0;
  // Blocks keep their numbers: of overlapping ones the first one written counts.
  let kept = [inForce];
  for (const { id: block, samples } of early) {
    const rest = samples.filter((sample) => sample.at >= at);
    if (rest.length === 0) blocks.drop(block);
    else blocks.rewrite(block, id, [...kept.splice(0), ...rest]);
  }
  const rest = head.filter((sample) => sample.at >= at);
  if (kept.length > 0) kept = keep(blocks, id, kept);
  blocks.writeHead(id, [...kept, ...rest]);
  return ordered.length - 1;
}

/** Adds the samples in force to the first block, since one of their own would cost more; returns those of the head. */
function keep(blocks: BlockTable, id: number, inForce: Sample[]): Sample[] {
  const next = blocks.firstOf(id);
  if (next === undefined) return inForce;
  const following = blocks.readable(next);
  if (following !== undefined && following.length < MAX_BLOCK_SAMPLES)
    blocks.rewrite(next, id, [...inForce, ...following]);
  else blocks.seal(id, inForce);
  return [];
}

/** Drops all samples of a merged entity before a time. */
export function removeFrom(blocks: BlockTable, id: number, at: number): void {
  for (const { id: block, last } of blocks.before(id, at)) {
    const samples = blocks.readable(block);
    const rest = samples?.filter((sample) => sample.at >= at) ?? [];
    if (rest.length > 0) blocks.rewrite(block, id, rest);
    // A damaged block may be salvaged: it stays until all of it is older.
    else if (samples !== undefined || last < at) blocks.drop(block);
  }
  const head = blocks.openHead(id);
  blocks.writeHead(
    id,
    head.filter((sample) => sample.at >= at),
  );
}
