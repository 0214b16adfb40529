import { every, type Undo } from '../../core/clock.ts';
import type { ClimateValues } from '../../domains/climate/services.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';

/** A room and the device that heats it. */
export interface Room {
  /** Degrees per hour that it gains while it is heated, or loses while it is cooled. */
  readonly power: number;
  /** The part of the difference to outside it loses in an hour. */
  readonly loss: number;
}

const TICK = 30_000;
const HOUR = 3_600_000;
/** Deviation from the target at which the device switches, in degrees. */
const SLACK = 0.3;
/** By how much a preset lowers the target, in degrees. */
const SAVINGS: Readonly<Record<string, number>> = { eco: 2, sleep: 2, away: 4 };

/** Keeps a room at its target temperature. The room follows slowly. */
export class ClimateDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly room: Room;
  private warmth = 20;
  private wet = 50;

  constructor(context: BehaviorContext, room: Room) {
    this.context = context;
    this.room = room;
  }

  attach(entity: EntityHandle): Undo {
    const values = entity.values as ClimateValues;
    this.warmth = values.current_temperature ?? 20;
    this.wet = values.current_humidity ?? 50;
    entity.report({ hvac_action: this.actionOf(values) });
    return every(this.context.clock, TICK, () => this.tick(entity));
  }

  execute({ patch }: Command, entity: EntityHandle): void {
    entity.report({ ...patch, hvac_action: this.actionOf({ ...entity.values, ...patch } as ClimateValues) });
  }

  private tick(entity: EntityHandle): void {
    const values = entity.values as ClimateValues;
    const hours = TICK / HOUR;
    const push = { heating: 1, cooling: -1 }[values.hvac_action ?? ''] ?? 0;
    this.warmth += hours * (push * this.room.power + this.room.loss * (this.outside() - this.warmth));
    if (values.current_humidity != null) {
      const natural = 55;
      this.wet += hours * (values.hvac_action === 'drying' ? -12 : (natural - this.wet) * 0.3);
    }
    const now = {
      current_temperature: Math.round(this.warmth * 10) / 10,
      ...(values.current_humidity == null ? {} : { current_humidity: Math.round(this.wet) }),
    };
    entity.report({ ...now, hvac_action: this.actionOf({ ...values, ...now }) });
  }

  private outside(): number {
    const hour = this.context.hourOfDay(this.context.clock.now());
    return 9 + 4 * Math.cos(((hour - 15) / 24) * 2 * Math.PI);
  }

  private actionOf(values: ClimateValues): string {
    const { hvac_mode: mode, hvac_action: now, current_humidity, humidity } = values;
    if (mode === 'off' || mode === null) return 'off';
    if (mode === 'fan_only') return 'fan';
    if (mode === 'dry') return (current_humidity ?? 100) > (humidity ?? 50) ? 'drying' : 'idle';
    const [low, high] = requestOf(values);
    if (this.warmth < low - SLACK || (now === 'heating' && this.warmth < low + SLACK)) return 'heating';
    if (this.warmth > high + SLACK || (now === 'cooling' && this.warmth > high - SLACK)) return 'cooling';
    return 'idle';
  }
}

/** Between which temperatures the room is to be. */
function requestOf(values: ClimateValues): readonly [number, number] {
  const { hvac_mode: mode, temperature, target_temp_low, target_temp_high, preset_mode } = values;
  const saved = SAVINGS[preset_mode ?? ''] ?? 0;
  if (mode !== 'heat' && mode !== 'cool' && target_temp_low != null && target_temp_high != null)
    return [target_temp_low - saved, target_temp_high + saved];
  const one = temperature ?? 20;
  if (mode === 'heat') return [one - saved, Number.POSITIVE_INFINITY];
  if (mode === 'cool') return [Number.NEGATIVE_INFINITY, one + saved];
  return [one - saved - 0.5, one + saved + 0.5];
}
