import type { AuditAction } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import type { ExportQuery } from '../core/history-export.ts';
import type { ImportReport, ImportRequest } from '../core/history-import.ts';
import type { Json } from '../core/json.ts';
import type { PlotQuery } from '../core/plot-query.ts';
import type { HistoryParts } from './history-requests.ts';

/** What the API needs for Hearth's own commands about the history. */
export interface HistoryDataParts extends Pick<HistoryParts, 'states' | 'clock' | 'timeZone'> {
  readonly data: HistoryData;
}

/** The actions that are recorded in the audit log. */
export type HistoryAction = Extract<AuditAction, `history_${string}`>;

/** The history as Hearth's own commands use it; all entities were checked before. */
export interface HistoryData {
  /** JSON text in chunks; leaving the loop stops the work. */
  plot(query: PlotQuery, access: Access): AsyncGenerator<Uint8Array>;
  /** The lines of an export in chunks. */
  export(query: ExportQuery, access: Access): AsyncGenerator<Uint8Array>;
  /** All entities with history. */
  entityIds(): Promise<readonly string[]>;
  /** Imports the lines of an export, or counts them. */
  import(request: ImportRequest): Promise<ImportReport>;
  /** Deletes the past of entities permanently and returns the number of changes. */
  forget(entityIds: readonly string[]): Promise<number>;
  /** What the history of each entity occupies. */
  usage(): Promise<readonly HistoryUsage[]>;
  /** Records an action of the caller; resolves when it is saved. */
  audit(action: HistoryAction, access: Access, detail: Readonly<Record<string, Json>>): Promise<void>;
}

/** What the history of an entity occupies; times are milliseconds since 1970. */
export interface HistoryUsage {
  readonly entityId: string;
  readonly samples: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
}
