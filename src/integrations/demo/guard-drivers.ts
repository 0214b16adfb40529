import type { Undo } from '../../core/clock.ts';
import type { Command, Values } from '../../domains/definition/define-domain.ts';
import { refusal } from '../../domains/definition/refusal.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { SingleTimer } from './single-timer.ts';

function invalidCode(entity: EntityHandle): Error {
  return refusal(
    'invalid_code',
    { key: 'wrong_code', parameters: { entity_id: entity.id } },
    {
      domain: entity.id.split('.')[0] ?? '',
    },
  );
}

/** How a lock behaves. */
export interface LockManner {
  /** The code it opens and closes for. */
  readonly code?: string;
  /** How many of its closings jam, 0 up to 1. */
  readonly jams?: number;
}

const BOLT_MOVES = 1200;
const ON_THE_WAY: Readonly<Record<string, string>> = {
  locked: 'locking',
  unlocked: 'unlocking',
  open: 'opening',
};

/** Moves a bolt, which takes a moment and may jam. */
export class LockDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly manner: LockManner;
  private readonly moving: SingleTimer;

  constructor(context: BehaviorContext, manner: LockManner = {}) {
    this.context = context;
    this.manner = manner;
    this.moving = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    const goal = Object.keys(ON_THE_WAY).find((state) => ON_THE_WAY[state] === entity.values.state);
    if (goal !== undefined) this.move(entity, goal);
    return () => this.moving.stop();
  }

  execute({ fields, patch }: Command, entity: EntityHandle): void {
    if (this.manner.code !== undefined && fields.code !== this.manner.code) throw invalidCode(entity);
    const goal = String(patch.state);
    if (entity.values.state !== goal) this.move(entity, goal);
  }

  private move(entity: EntityHandle, goal: string): void {
    const jams = goal === 'locked' && this.context.random() < (this.manner.jams ?? 0);
    entity.report({ state: ON_THE_WAY[goal] });
    this.moving.start(BOLT_MOVES, () => entity.report({ state: jams ? 'jammed' : goal }));
  }
}

/** How long an alarm waits, in milliseconds. */
const ARMING = 5000;
const ENTRY = 5000;
const SIREN = 10_000;

/** Arms after the exit delay, triggers after the entry delay, and returns to the previous state. */
export class AlarmDriver implements Driver {
  private readonly code: string | undefined;
  private readonly timer: SingleTimer;

  /** Without `code` no code is required. */
  constructor(context: BehaviorContext, code?: string) {
    this.code = code;
    this.timer = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    const { state, next_state: next, previous_state: previous } = entity.values;
    if (state === 'arming') this.arm(entity, String(next));
    else if (state === 'pending' || state === 'triggered') this.sound(entity, String(previous));
    else this.settle(entity, String(state));
    return () => this.timer.stop();
  }

  execute({ service, fields, patch }: Command, entity: EntityHandle): void {
    const state = String(entity.values.state);
    if (service === 'alarm_trigger') {
      if (state !== 'pending') this.trigger(entity, state);
      return;
    }
    if (this.code !== undefined && fields.code !== this.code) throw invalidCode(entity);
    const goal = String(patch.state);
    if (goal === 'disarmed') this.settle(entity, goal);
    else if (goal !== state && !(state === 'arming' && entity.values.next_state === goal))
      this.arm(entity, goal);
  }

  private arm(entity: EntityHandle, goal: string): void {
    show(entity, { state: 'arming', previous_state: entity.values.state, next_state: goal });
    this.timer.start(ARMING, () => this.settle(entity, goal));
  }

  private trigger(entity: EntityHandle, state: string): void {
    if (state === 'triggered') this.sound(entity, String(entity.values.previous_state));
    else if (state === 'disarmed') this.sound(entity, state);
    else {
      const back = state === 'arming' ? String(entity.values.next_state) : state;
      show(entity, { state: 'pending', previous_state: back, next_state: 'triggered' });
      this.timer.start(ENTRY, () => this.sound(entity, back));
    }
  }

  private sound(entity: EntityHandle, back: string): void {
    show(entity, { state: 'triggered', previous_state: back, next_state: null });
    this.timer.start(SIREN, () => this.settle(entity, back));
  }

  private settle(entity: EntityHandle, state: string): void {
    this.timer.stop();
    show(entity, { state, previous_state: null, next_state: null });
  }
}

function show(entity: EntityHandle, values: Values): void {
  const { previous_state, next_state } = values;
  entity.report(values, { extra: { previous_state, next_state } });
}

/** Sounds for the given duration or until it is turned off. */
export class SirenDriver implements Driver {
  private readonly timer: SingleTimer;

  constructor(context: BehaviorContext) {
    this.timer = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    entity.report({ on: false });
    return () => this.timer.stop();
  }

  execute({ fields, patch }: Command, entity: EntityHandle): void {
    this.timer.stop();
    entity.report(patch);
    const { duration } = fields;
    if (patch.on === true && typeof duration === 'number')
      this.timer.start(duration * 1000, () => entity.report({ on: false }));
  }
}
