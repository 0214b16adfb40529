import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import type { State } from '../../core/state.ts';
import type { Sample } from '../samples/sample.ts';
import type { CompileOutcome, CompileRun } from '../statistics/compile-run.ts';
import { readingAttributes } from '../statistics/reading.ts';
import type { StatisticsWarning } from '../statistics/statistics-warning.ts';
import type { RecordedAttributes } from './recorded-attributes.ts';

/** The dependencies of `StatisticsSchedule`. */
export interface StatisticsScheduleParts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: () => string;
  /** All current states. */
  readonly states: () => Iterable<State>;
  readonly isRecorded: (entityId: string) => boolean;
  readonly attributes: RecordedAttributes;
  readonly compile: (run: CompileRun) => Promise<CompileOutcome>;
  /** Called once if a database cannot be written: the recorder says so for all of the history. */
  readonly onDiskFailure: (error: Error) => void;
}

const PERIOD = 300_000;
/** How long after a period it is compiled, so that late reports of devices are in. */
const DELAY = 10_000;
const DAY = 86_400_000;
/** Longer downtime is not made up for: the state before it would be stretched over all of it. */
const MAX_CATCH_UP = 10 * DAY;

const TEXTS: Readonly<Record<StatisticsWarning['kind'], string>> = {
  unstable_unit: 'its unit changes and cannot be converted',
  unsupported_unit: 'values in a unit that cannot be converted are skipped',
  changed_unit: 'its unit has changed and cannot be converted',
  changed_mean_type: 'its state class has changed between measurement and measurement_angle',
  decreasing: 'it is total_increasing, but its state is not strictly increasing',
  negative: 'it is total_increasing, but its state is negative',
  invalid_last_reset: 'its last_reset is not a time',
};

/** Compiles statistics every five minutes, and at the start what is missing since the last run. */
export class StatisticsSchedule implements Part {
  readonly name = 'statistics';
  private readonly parts: StatisticsScheduleParts;
  /** Warnings that were logged, by entity and kind. */
  private readonly warned = new Set<string>();
  private running: Promise<void> = Promise.resolve();
  private cancel: Undo = () => {};
  private isFailing = false;

  constructor(parts: StatisticsScheduleParts) {
    this.parts = parts;
  }

  start(): void {
    this.schedule();
    this.run();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.running;
  }

  private schedule(): void {
    const { clock } = this.parts;
    const now = clock.now() - DELAY;
    this.cancel = clock.after(PERIOD - (now % PERIOD), () => {
      this.schedule();
      this.run();
    });
  }

  private run(): void {
    this.running = this.running
      .then(() => this.compile())
      .then(
        () => {
          this.isFailing = false;
        },
        (error) => {
          // What is missing is compiled by the next run that succeeds.
          if (!this.isFailing) this.report(error);
          this.isFailing = true;
        },
      );
  }

  private report(error: Error): void {
    if (error instanceof HubError && error.code === 'unavailable') this.parts.onDiskFailure(error);
    else this.parts.log.error('Statistics could not be compiled; trying again', { error });
  }

  private async compile(): Promise<void> {
    const { bus, clock, timeZone, compile } = this.parts;
    const until = Math.floor((clock.now() - DELAY) / PERIOD) * PERIOD;
    const earliest = until - MAX_CATCH_UP;
    const run = { until, earliest, sensors: this.sensors(), timeZone: timeZone() };
    const { periods, isHour, warnings } = await compile(run);
    for (const { entityId, warning } of warnings) this.warn(entityId, warning);
    if (periods === 0) return;
    const at = clock.now();
    bus.fire('recorder_5min_statistics_generated', {}, at, newContext(at));
    if (isHour) bus.fire('recorder_hourly_statistics_generated', {}, at, newContext(at));
  }

  /** The recorded sensors whose state has a valid state class, with that state. */
  private sensors(): Map<string, Sample> {
    const { states, isRecorded, attributes } = this.parts;
    const sensors = new Map<string, Sample>();
    for (const state of states()) {
      const { entity_id: id } = state;
      if (!id.startsWith('sensor.') || !isRecorded(id)) continue;
      if (readingAttributes(state.attributes).stateClass === null) continue;
      sensors.set(id, {
        at: state.last_updated,
        changedAt: state.last_changed,
        state: state.state,
        attributes: attributes.textOf(id, state),
        context: null,
      });
    }
    return sensors;
  }

  private warn(entityId: string, warning: StatisticsWarning): void {
    const key = `${entityId} ${warning.kind}`;
    if (this.warned.has(key)) return;
    this.warned.add(key);
    const { kind, ...fields } = warning;
    this.parts.log.warn(`Statistics of ${entityId}: ${TEXTS[kind]}`, fields);
  }
}
