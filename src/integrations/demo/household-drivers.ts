import { every, type Undo } from '../../core/clock.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { takeNothing } from './drivers.ts';
import { SingleTimer } from './single-timer.ts';

const MINUTE = 60_000;

/** Installs an update in steps of 10 % and reports the progress. */
export class UpdateDriver implements Driver {
  private readonly timer: SingleTimer;

  constructor(context: BehaviorContext) {
    this.timer = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    entity.report({ in_progress: false, update_percentage: null });
    return () => this.timer.stop();
  }

  execute({ patch }: Command, entity: EntityHandle): void {
    if (!entity.features.has('progress')) {
      entity.report(patch);
      return;
    }
    const step = (percent: number): void => {
      if (percent >= 100) {
        entity.report(patch);
        return;
      }
      entity.report({ in_progress: true, update_percentage: percent });
      this.timer.start(1000, () => step(percent + 10));
    };
    step(0);
  }
}

/** Humidifies or dries the air of a room until it reaches the target. */
export class HumidityDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly dries: boolean;
  private wet = 50;

  constructor(context: BehaviorContext, dries: boolean) {
    this.context = context;
    this.dries = dries;
  }

  attach(entity: EntityHandle): Undo {
    this.wet = Number(entity.values.current_humidity ?? 50);
    entity.report(this.now(entity.values));
    return every(this.context.clock, MINUTE, () => {
      const pull = entity.values.action === 'idle' || entity.values.on !== true ? 0 : this.dries ? -0.4 : 0.4;
      this.wet += pull + ((this.dries ? 65 : 40) - this.wet) * 0.005;
      entity.report(this.now(entity.values));
    });
  }

  execute({ patch }: Command, entity: EntityHandle): void {
    entity.report({ ...patch, ...this.now({ ...entity.values, ...patch }) });
  }

  private now(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const requested = Number(values.humidity ?? 50);
    const due = this.dries ? this.wet > requested : this.wet < requested;
    const action = due ? (this.dries ? 'drying' : 'humidifying') : 'idle';
    return { current_humidity: Math.round(this.wet), action };
  }
}

/** Degrees a minute the water gains while it is heated. */
function heatOf(mode: unknown): number {
  switch (mode) {
    case 'eco':
      return 0.2;
    case 'electric':
      return 0.5;
    case 'performance':
      return 0.9;
    default:
      return 0;
  }
}

/** Heats water over time and lets it cool again. */
export class BoilerDriver implements Driver {
  private readonly context: BehaviorContext;
  private warmth = 50;

  constructor(context: BehaviorContext) {
    this.context = context;
  }

  attach(entity: EntityHandle): Undo {
    this.warmth = Number(entity.values.current_temperature ?? 50);
    return every(this.context.clock, MINUTE, () => {
      const { operation_mode: mode, temperature, away_mode } = entity.values;
      const requested = Number(temperature ?? 50) - (away_mode === true ? 10 : 0);
      this.warmth += this.warmth < requested ? heatOf(mode) : 0;
      this.warmth -= (this.warmth - 20) * 0.0008;
      entity.report({ current_temperature: Math.round(this.warmth * 10) / 10 });
    });
  }

  execute({ patch }: Command, entity: EntityHandle): void {
    entity.report(patch);
  }
}

/** Lets something happen now and then: a bell rings, a button is pressed. */
export class EventDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly perHour: number;
  private readonly timer: SingleTimer;

  constructor(context: BehaviorContext, perHour: number) {
    this.context = context;
    this.perHour = perHour;
    this.timer = new SingleTimer(context.clock);
  }

  attach(entity: EntityHandle): Undo {
    const next = (): void => {
      const { clock, random } = this.context;
      const wait = (-Math.log(1 - random()) * 60 * MINUTE) / this.perHour;
      this.timer.start(wait, () => {
        const types = entity.capabilities.event_types as readonly string[];
        entity.report({ at: clock.now(), event_type: types[Math.floor(random() * types.length)] });
        next();
      });
    };
    next();
    return () => this.timer.stop();
  }

  execute(command: Command, entity: EntityHandle): void {
    takeNothing(command, entity);
  }
}

/** A phone that leaves in the morning and returns in the evening. */
export class TrackerDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly hours: readonly [number, number];

  /** The hours at which it leaves and returns. */
  constructor(context: BehaviorContext, hours: readonly [number, number]) {
    this.context = context;
    this.hours = hours;
  }

  attach(entity: EntityHandle): Undo {
    this.look(entity);
    return every(this.context.clock, 5 * MINUTE, () => this.look(entity));
  }

  execute(command: Command, entity: EntityHandle): void {
    takeNothing(command, entity);
  }

  private look(entity: EntityHandle): void {
    const { clock, hourOfDay, place, random } = this.context;
    const hour = hourOfDay(clock.now());
    const away = hour >= this.hours[0] && hour < this.hours[1];
    const location = away ? 'not_home' : 'home';
    if (entity.capabilities.source_type !== 'gps') {
      entity.report({ location });
      return;
    }
    const { latitude, longitude } = place();
    const near = (degrees: number): number =>
      Math.round((degrees + (away ? 0.03 : 0) + (random() - 0.5) * 0.0002) * 1e6) / 1e6;
    entity.report({
      location,
      latitude: near(latitude),
      longitude: near(longitude),
      gps_accuracy: 10 + Math.round(random() * 10),
      battery_level: Math.round(95 - 2.2 * ((hour + 17) % 24)),
    });
  }
}
