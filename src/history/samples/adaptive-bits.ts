/**
 * Probabilities of binary decisions, learned while coding. An entry holds the probability of a 0 in units of
 * 1/16384 above 6 bits that count the decisions seen: the first ones change it most.
 */
export type AdaptiveBits = Int32Array;

export const COUNT_BITS = 6;
/** An entry that has seen nothing. */
const EVEN = 8192 << COUNT_BITS;
/** After this many decisions an entry forgets the oldest about as fast as it learns. */
const LONGEST_MEMORY = 60;
/** By the count of an entry: the part of the distance to move, in units of 1/65536. */
export const RATES = Int32Array.from({ length: 1 << COUNT_BITS }, (_, seen) =>
  Math.round(65_536 / (Math.min(seen, LONGEST_MEMORY) + 1.6)),
);

/** Memory that one block after the other uses: new arrays for each would be megabytes until they are collected. */
const shared = new Int32Array(32_768);
/** How much of it is used, while a block is coded. */
let used = 0;
let isShared = false;

/** Calls a function whose probabilities are not used afterwards. */
export function withSharedBits<T>(work: () => T): T {
  const [usedBefore, isSharedBefore] = [used, isShared];
  isShared = true;
  try {
    return work();
  } finally {
    used = usedBefore;
    isShared = isSharedBefore;
  }
}

/** Probabilities of `count` decisions that are equally likely at first. */
export function adaptiveBits(count: number): AdaptiveBits {
  if (!isShared || used + count > shared.length) return new Int32Array(count).fill(EVEN);
  used += count;
  return shared.subarray(used - count, used).fill(EVEN);
}

/** The entry after a decision. */
export function learned(entry: number, bit: number): number {
  const seen = entry & ((1 << COUNT_BITS) - 1);
  const probability = entry >> COUNT_BITS;
  const target = bit === 0 ? 16_383 : 0;
  const moved = probability + (((target - probability) * (RATES[seen] ?? 0)) >> 16);
  return (moved << COUNT_BITS) | (seen < LONGEST_MEMORY ? seen + 1 : seen);
}

/** The probability of a 0 in units of 1/4096, never 0 or 1. */
export function chanceOfZero(entry: number): number {
  const chance = entry >> (COUNT_BITS + 2);
  return chance < 2 ? 2 : chance > 4094 ? 4094 : chance;
}
