import { releaseSpace } from '../../storage/release-space.ts';
import type { SeriesKind } from './series-list.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** Deletes five-minute rows before a time, by whole days, and returns the number of blocks. */
export async function dropShortTerm(
  store: StatisticsStore,
  { kind, at }: { readonly kind: SeriesKind; readonly at: number },
): Promise<number> {
  const { connection, blocks, pause } = store;
  let dropped = 0;
  for (const [index, { id }] of store.all(kind).entries()) {
    dropped += connection.transaction(false, () => blocks.dropBefore({ series: id, term: '5minute' }, at));
    if (index % 50 === 49) await pause();
  }
  await releaseSpace(connection, { pause });
  return dropped;
}
