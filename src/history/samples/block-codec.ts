import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sample } from './sample.ts';

/** The most samples of a block. */
export const MAX_BLOCK_SAMPLES = 2048;

/** Thrown for a block that cannot be read. */
export class DamagedBlock extends Error {}

/** Encodes samples in order of time. */
export function encodeBlock(samples: readonly Sample[]): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify(samples)));
}

/** Decodes a block. */
export function decodeBlock(
  block: Uint8Array,
  { withAttributes }: { readonly withAttributes: boolean },
): Sample[] {
  const samples = JSON.parse(inflateRawSync(block).toString()) as Sample[];
  return withAttributes ? samples : samples.map((sample) => ({ ...sample, attributes: '{}' }));
}
