import type { MeanType } from './statistic.ts';

/** Why values are missing in a statistic, or why it may not be what the user expects. */
export type StatisticsWarning =
  /** The unit changes within the period and does not convert: the period has no row. */
  | { readonly kind: 'unstable_unit'; readonly units: readonly (string | null)[] }
  /** Values in this unit are skipped: it does not convert to the unit of the statistic. */
  | { readonly kind: 'unsupported_unit'; readonly unit: string | null; readonly statisticUnit: string | null }
  /** The unit is another one than that of the statistic and does not convert: the period has no row. */
  | { readonly kind: 'changed_unit'; readonly unit: string | null; readonly statisticUnit: string | null }
  /** Arithmetic and circular means do not mix: the period has no row. */
  | { readonly kind: 'changed_mean_type'; readonly meanType: MeanType; readonly statisticMeanType: MeanType }
  /** A `total_increasing` meter went down by at most 10 %: the sum goes down with it. */
  | { readonly kind: 'decreasing'; readonly value: number; readonly before: number; readonly at: number }
  /** A negative value of a `total_increasing` meter is skipped. */
  | { readonly kind: 'negative'; readonly value: number; readonly at: number }
  /** A `last_reset` that cannot be read is ignored. */
  | { readonly kind: 'invalid_last_reset'; readonly lastReset: unknown; readonly at: number };

/** Collects the first warning of each kind. */
export class WarningCollector {
  private readonly byKind = new Map<StatisticsWarning['kind'], StatisticsWarning>();

  add(warning: StatisticsWarning): void {
    if (!this.byKind.has(warning.kind)) this.byKind.set(warning.kind, warning);
  }

  get all(): StatisticsWarning[] {
    return [...this.byKind.values()];
  }
}
