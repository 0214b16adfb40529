/** The formats of exported history. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What to export, as the history worker does it. Times are whole milliseconds since 1970. */
export interface ExportQuery {
  readonly format: ExportFormat;
  /** In the order of the export, without duplicates; all entities with history if undefined. */
  readonly entityIds: readonly string[] | undefined;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The entities that attributes may name; all if undefined. */
  readonly namable?: readonly string[] | undefined;
}

/** A page of an export: what follows a sample, or the beginning. */
export interface ExportPageQuery extends Omit<ExportQuery, 'namable'> {
  readonly after: { readonly entityId: string; readonly at: number } | null;
}

/** The lines of a page, and the sample after which the next one continues; null after the last page. */
export interface ExportPage {
  readonly text: string;
  readonly after: ExportPageQuery['after'];
}
