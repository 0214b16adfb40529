import type { ImportPlan } from './import-plan.ts';
import type { Report } from './report.ts';

/** What was read: what to write, and the report about it. */
export interface HomeRead {
  readonly plan: ImportPlan;
  readonly report: Report;
}
