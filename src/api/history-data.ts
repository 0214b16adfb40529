import type { AuditAction } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import type { ExportQuery } from '../core/history-export.ts';
import type { TakeOverReport, TakeOverRequest } from '../core/history-take-over.ts';
import type { Json } from '../core/json.ts';
import type { PlotQuery } from '../core/plot-query.ts';
import type { HistoryImporter } from './history-importer.ts';
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
  /** Imports of the lines of an export. */
  readonly imports: HistoryImporter;
  /** Deletes the past of entities permanently and returns the number of changes. */
  forget(entityIds: readonly string[]): Promise<number>;
  /** Copies the past of a predecessor to an entity, or counts it. */
  takeOver(request: Pick<TakeOverRequest, 'entityId' | 'predecessor' | 'isDryRun'>): Promise<TakeOverReport>;
  /** The space that the history of each entity takes. */
  usage(): Promise<readonly HistoryUsage[]>;
  /** For how many days changes and statistics of five minutes are kept where nothing else is configured. */
  readonly kept: { readonly days: number; readonly shortTermDays: number };
  /** Whether an entity is recorded, and for how many days its changes are kept. */
  choiceFor(entityId: string): { readonly isRecorded: boolean; readonly days: number };
  /** Records an action of the caller; resolves when it is saved. */
  audit(action: HistoryAction, access: Access, detail: Readonly<Record<string, Json>>): Promise<void>;
}

/** The space that the history of an entity takes; times are milliseconds since 1970. */
export interface HistoryUsage {
  readonly entityId: string;
  readonly samples: number;
  readonly bytes: number;
  readonly first: number;
  readonly last: number;
  /** In milliseconds: of each interval only the last change is recorded; 0 for all. */
  readonly interval: number;
}
