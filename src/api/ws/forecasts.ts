import type { Bus } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { inTicks, withPauses } from '../../core/pacer.ts';
import type { Entity } from '../../entities/entity/entity.ts';

/** The age in milliseconds up to which a forecast is reused for a new subscriber. */
const FRESH = 5000;
/** Subscribers notified between two checks of the clock. */
const AT_ONCE = 50;

type Listener = (json: string) => void;

/** The dependencies of forecast subscriptions. */
export interface ForecastParts {
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The subscribed forecasts. Each is read and serialized once for all its subscribers. */
export class Forecasts {
  private readonly parts: ForecastParts;
  private readonly shared = new Map<Entity, Map<string, SharedForecast>>();

  constructor(parts: ForecastParts) {
    this.parts = parts;
  }

  /** Calls back with the forecast event as JSON: soon, and after each change of the entity, until undone. */
  follow(entity: Entity, type: string, listener: Listener): Undo {
    const ofEntity = this.shared.get(entity) ?? new Map<string, SharedForecast>();
    this.shared.set(entity, ofEntity);
    const forecast = ofEntity.get(type) ?? new SharedForecast(entity, type, this.parts);
    ofEntity.set(type, forecast);
    const leave = forecast.join(listener);
    return () => {
      leave();
      if (!forecast.isUnused) return;
      ofEntity.delete(type);
      if (ofEntity.size === 0) this.shared.delete(entity);
    };
  }
}

class SharedForecast {
  private readonly entity: Entity;
  private readonly type: string;
  private readonly clock: Clock;
  private readonly ignoreChanges: Undo;
  private readonly subscribers = new Set<{ readonly listener: Listener }>();
  private json = '';
  private readAt = Number.NEGATIVE_INFINITY;
  private isReading = false;
  private hasChanged = false;

  constructor(entity: Entity, type: string, { bus, clock }: ForecastParts) {
    this.entity = entity;
    this.type = type;
    this.clock = clock;
    this.ignoreChanges = bus.on('state_changed', ({ change }) => {
      if (change?.entity_id === entity.id) void this.read();
    });
  }

  get isUnused(): boolean {
    return this.subscribers.size === 0;
  }

  join(listener: Listener): Undo {
    const subscriber = { listener };
    this.subscribers.add(subscriber);
    if (this.clock.now() - this.readAt < FRESH) listener(this.json);
    else void this.read();
    return () => {
      this.subscribers.delete(subscriber);
      if (this.isUnused) this.ignoreChanges();
    };
  }

  /** Reads the forecast and notifies all subscribers; reads again if it changes meanwhile. */
  private async read(): Promise<void> {
    this.hasChanged = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.hasChanged && !this.isUnused) {
        this.hasChanged = false;
        const forecast = await forecastOf(this.entity, this.type, this.clock);
        const json = JSON.stringify({ type: this.type, forecast });
        // Keeps the same string, which is fast to compare.
        if (json !== this.json) this.json = json;
        this.readAt = this.clock.now();
        await this.give();
      }
    } finally {
      this.isReading = false;
    }
  }

  private give(): Promise<void> {
    const { json } = this;
    const steps = withPauses([...this.subscribers], AT_ONCE, (one) => {
      if (this.subscribers.has(one)) one.listener(json);
    });
    return inTicks(this.clock, steps);
  }
}

/** Null while the source has no forecast. */
async function forecastOf(entity: Entity, type: string, clock: Clock): Promise<unknown> {
  const command = { service: 'get_forecasts', fields: { type }, patch: {} };
  try {
    const answer: unknown = await entity.driver.execute(command, entity, newContext(clock.now()));
    const shown = entity.shownAnswer('get_forecasts', answer);
    return (shown as { readonly forecast?: unknown } | undefined)?.forecast ?? null;
  } catch {
    return null;
  }
}
