import { derivativeHelper } from './derivative/derivative-helper.ts';
import type { EntryKind } from './entries/entry-kind.ts';
import { filterHelper } from './filter/filter-helper.ts';
import { historyStatsHelper } from './history-stats/history-stats-helper.ts';
import { integrationHelper } from './integration/integration-helper.ts';
import { minMaxHelper } from './min-max/min-max-helper.ts';
import { statisticsHelper } from './statistics/statistics-helper.ts';
import { thresholdHelper } from './threshold/threshold-helper.ts';
import { trendHelper } from './trend/trend-helper.ts';
import { utilityMeterHelper } from './utility-meter/utility-meter-helper.ts';

/** The helpers that are made by flows. A new one is added here. */
export const entryKinds: readonly EntryKind[] = [
  derivativeHelper,
  filterHelper,
  historyStatsHelper,
  integrationHelper,
  minMaxHelper,
  statisticsHelper,
  thresholdHelper,
  trendHelper,
  utilityMeterHelper,
];
