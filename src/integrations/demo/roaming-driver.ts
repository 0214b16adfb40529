import type { Undo } from '../../core/clock.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import { Later } from './later.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const WAY_HOME = 20_000;
const WORK: Readonly<Record<string, number>> = { clean_spot: 2 * MINUTE };
const SEGMENT = 6 * MINUTE;

/** Works for a while, returns to the dock and stays there: vacuum cleaners and lawn mowers. */
export class RoamingDriver implements Driver {
  private readonly later: Later;
  /** The state while it works: `cleaning`, `mowing`. */
  private readonly working: string;
  private readonly whole: number;

  constructor(world: World, working: string, minutes: number) {
    this.later = new Later(world.clock);
    this.working = working;
    this.whole = minutes * MINUTE;
  }

  attach(entity: EntityHandle): Undo {
    this.goOn(entity, this.whole);
    return () => this.later.stop();
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
    this.later.stop();
    const { state } = entity.values;
    if (state === this.working) {
      this.later.start(work, () => {
        entity.report({ state: 'returning' });
        this.goOn(entity, work);
      });
    } else if (state === 'returning') this.later.start(WAY_HOME, () => entity.report({ state: 'docked' }));
  }
}
