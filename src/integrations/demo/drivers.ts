import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';

/** Applies the planned values at once: lights and switches. */
export const instantDriver: Driver = {
  execute: (command, entity) => entity.report(command.patch),
};

/** Rejects a command, for entities that only report. */
export function takeNothing({ service }: Command, entity: EntityHandle): never {
  throw fault('home_assistant_error', 'service_not_taken', { id: entity.id, service });
}

/** The driver of entities that only report: there are no commands to execute. */
export const silentDriver: Driver = { execute: takeNothing };

/** How a cover or a valve moves. */
export interface Travel {
  /** Milliseconds from shut to fully open. */
  readonly duration: number;
  /** Whether it knows where it is; otherwise it only knows that it is open or shut. */
  readonly knowsPosition: boolean;
}

const STEP = 500;

/** Moves covers and valves like motors: over time, reporting the position, until they arrive or stop. */
export class CoverDriver implements Driver {
  private readonly clock: Clock;
  private readonly travel: Travel;
  private readonly moving = new Map<EntityHandle, Undo>();
  private readonly positions = new Map<EntityHandle, number>();

  constructor(clock: Clock, travel: Travel) {
    this.clock = clock;
    this.travel = travel;
  }

  execute(
    command: { readonly service: string; readonly patch: object; readonly fields: object },
    entity: EntityHandle,
  ): void {
    const fields: { readonly position?: unknown } = command.fields;
    const goal = goalOf(command.service, fields.position);
    if (goal !== null) this.moveTo(entity, goal);
    else if (/^stop_(cover|valve)$/.test(command.service)) this.arrive(entity);
    else entity.report({ ...command.patch });
  }

  attach(entity: EntityHandle): Undo {
    entity.report({ moving: null });
    return () => this.stop();
  }

  private stop(): void {
    for (const undo of this.moving.values()) undo();
    this.moving.clear();
  }

  private moveTo(entity: EntityHandle, goal: number): void {
    this.moving.get(entity)?.();
    const from = this.position(entity);
    if (from === goal) {
      this.arrive(entity);
      return;
    }
    const direction = goal > from ? 'opening' : 'closing';
    entity.report({ moving: direction, direction });
    const next = (): void => {
      const left = goal - this.position(entity);
      const reach = (STEP / this.travel.duration) * 100;
      this.positions.set(
        entity,
        Math.abs(left) <= reach ? goal : this.position(entity) + Math.sign(left) * reach,
      );
      if (this.position(entity) === goal) {
        this.arrive(entity);
        return;
      }
      if (this.travel.knowsPosition) entity.report({ position: Math.round(this.position(entity)) });
      this.moving.set(entity, this.clock.after(STEP, next));
    };
    this.moving.set(entity, this.clock.after(STEP, next));
  }

  private arrive(entity: EntityHandle): void {
    this.moving.get(entity)?.();
    this.moving.delete(entity);
    const position = Math.round(this.position(entity));
    this.positions.set(entity, position);
    entity.report({
      moving: null,
      ...(this.travel.knowsPosition ? { position } : { closed: position === 0 }),
    });
  }

  private position(entity: EntityHandle): number {
    const known = this.positions.get(entity);
    if (known !== undefined) return known;
    const values: { readonly position?: unknown; readonly closed?: unknown } = entity.values;
    if (typeof values.position === 'number') return values.position;
    return values.closed === true ? 0 : 100;
  }
}

/** The position that a cover or valve moves to; null for services that do not move it. */
function goalOf(service: string, position: unknown): number | null {
  switch (service) {
    case 'open_cover':
    case 'open_valve':
      return 100;
    case 'close_cover':
    case 'close_valve':
      return 0;
    case 'set_cover_position':
    case 'set_valve_position':
      return Number(position);
    default:
      return null;
  }
}
