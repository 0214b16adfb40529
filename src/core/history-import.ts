import type { ExportFormat } from './history-export.ts';

/** Why a line of an import is refused. */
export type RefusalReason =
  | 'attributes'
  | 'columns'
  | 'context'
  | 'entity_id'
  | 'future'
  | 'header'
  | 'json'
  | 'state'
  | 'time'
  | 'too_long'
  | 'too_many_entities';

/** How an import is read. */
export interface ImportBeginning {
  readonly format: ExportFormat;
  /** Later times are refused. */
  readonly now: number;
}

/** Which rows of an import are new, and which exist already or occur twice in the file. */
export interface ImportCounts {
  readonly new: number;
  readonly existing: number;
}

/** What an import found. A file with refused lines is not imported. */
export interface ImportReport {
  readonly imported: boolean;
  readonly entities: Readonly<Record<string, ImportCounts>>;
  readonly refused: number;
  /** The first of the refused lines, counted from 1, with the beginning of what was refused. */
  readonly refusals: readonly {
    readonly line: number;
    readonly reason: RefusalReason;
    readonly value: string;
  }[];
}
