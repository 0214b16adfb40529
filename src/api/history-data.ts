import type { Access } from '../core/access.ts';
import type { PlotQuery } from '../core/plot-query.ts';
import type { HistoryParts } from './history-requests.ts';

/** What the API needs for Hearth's own commands about the history. */
export interface HistoryDataParts extends Pick<HistoryParts, 'states' | 'clock' | 'timeZone'> {
  readonly data: HistoryData;
}

/** The history as Hearth's own commands use it; all entities were checked before. */
export interface HistoryData {
  /** JSON text in chunks; leaving the loop stops the work. */
  plot(query: PlotQuery, access: Access): AsyncGenerator<Uint8Array>;
}
