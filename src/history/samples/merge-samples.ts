import type { Sample } from './sample.ts';

/** Samples of one entity that are loaded when they are needed. */
export interface SamplePiece {
  /** The times of its first and its last sample. */
  readonly first: number;
  readonly last: number;
  load(): readonly Sample[];
}

/**
 * Yields the samples of pieces in order of time. Pieces usually follow each other; only those that overlap, after
 * an import or a clock that was set back, are sorted. Of samples with equal times the one of the earlier piece is
 * kept.
 */
export function* mergePieces(pieces: readonly SamplePiece[]): Generator<readonly Sample[]> {
  const byTime = pieces
    .map((piece, order) => ({ piece, order }))
    .sort((a, b) => a.piece.first - b.piece.first || a.order - b.order);
  for (let next = 0; next < byTime.length; ) {
    const cluster = [];
    let end = Number.NEGATIVE_INFINITY;
    for (let entry = byTime[next]; entry !== undefined; entry = byTime[next]) {
      if (cluster.length > 0 && entry.piece.first > end) break;
      cluster.push(entry);
      end = Math.max(end, entry.piece.last);
      next += 1;
    }
    const loaded = cluster.sort((a, b) => a.order - b.order).map(({ piece }) => piece.load());
    yield loaded.length === 1 ? (loaded[0] ?? []) : inOrder(loaded.flat());
  }
}

/** Sorts samples by time; of equal times the first one is kept. */
export function inOrder(samples: readonly Sample[]): Sample[] {
  const sorted = [...samples].sort((a, b) => a.at - b.at);
  return sorted.filter((sample, i) => i === 0 || sample.at !== sorted[i - 1]?.at);
}

/** Whether the times ascend strictly. */
export function isInOrder(samples: readonly Sample[]): boolean {
  for (let i = 1; i < samples.length; i += 1)
    if ((samples[i] as Sample).at <= (samples[i - 1] as Sample).at) return false;
  return true;
}

/** The part of ordered samples within a range: `from` inclusive, `to` exclusive. */
export function within(samples: readonly Sample[], from: number, to: number): readonly Sample[] {
  const start = indexAt(samples, from);
  const end = indexAt(samples, to);
  return start === 0 && end === samples.length ? samples : samples.slice(start, end);
}

/** The index of the first sample that is not before a time. */
export function indexAt(samples: readonly Sample[], at: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle] as Sample).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
