import type { Undo } from '../../core/clock.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { SingleTimer } from './single-timer.ts';

const MINUTE = 60_000;
const WAY_HOME = 20_000;
const WORK: Readonly<Record<string, number>> = { clean_spot: 2 * MINUTE };
const SEGMENT = 6 * MINUTE;

/** Works for a while, returns to the dock and stays there: vacuum cleaners and lawn mowers. */
export class RoamingDriver implements Driver {
  private readonly timer: SingleTimer;
  /** The state while it works: `cleaning`, `mowing`. */
  private readonly working: string;
  private readonly whole: number;

  constructor(context: BehaviorContext, working: string, minutes: number) {
    this.timer = new SingleTimer(context.clock);
    this.working = working;
    this.whole = minutes * MINUTE;
  }

  attach(entity: EntityHandle): Undo {
    this.goOn(entity, this.whole);
    return () => this.timer.stop();
  }

  execute({ service, fields, patch }: Command, entity: EntityHandle): void {
    const atHome = patch.state === 'returning' && entity.values.state === 'docked';
    if (atHome) return;
    entity.report(patch);
    if (patch.state === undefined) return;
    const segments = Array.isArray(fields.segment_ids) ? fields.segment_ids.length : undefined;
    this.goOn(entity, segments === undefined ? (WORK[service] ?? this.whole) : segments * SEGMENT);
  }

  /** Continues the activity of the current state for as long as it takes. */
  private goOn(entity: EntityHandle, work: number): void {
    this.timer.stop();
    const { state } = entity.values;
    if (state === this.working) {
      this.timer.start(work, () => {
        entity.report({ state: 'returning' });
        this.goOn(entity, work);
      });
    } else if (state === 'returning') this.timer.start(WAY_HOME, () => entity.report({ state: 'docked' }));
  }
}
