import type { Bus } from './bus.ts';
import { HubEvent } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Context } from './context.ts';
import { newContext } from './context.ts';
import { type EntityId, parseEntityId } from './entity-id.ts';
import { fault } from './errors.ts';
import { type Attributes, isTooLong, MAX_STATE_LENGTH, State } from './state.ts';

/** Options of a write. */
export interface WriteOptions {
  readonly context?: Context | undefined;
  /** Treats a write of an equal state as a change. */
  readonly force?: boolean | undefined;
  /** The source of the value, such as an MQTT topic. */
  readonly source?: string | undefined;
}

const NO_DATA = {};

/** The states written in one context so far. */
export interface Collector {
  readonly contextId: string;
  readonly states: State[];
}

/** Holds the current state of every entity. */
export class StateMachine {
  private readonly bus: Bus;
  private readonly clock: Clock;
  private readonly states = new Map<EntityId, State>();
  /**
   * A list, the newest last. A `Map` with so many insertions and deletions would produce a third of a call's
   * garbage.
   */
  private readonly collectors: Collector[] = [];
  private writes = 0;

  constructor(bus: Bus, clock: Clock) {
    this.bus = bus;
    this.clock = clock;
  }

  /** The state of an entity; the ID is not normalized. */
  get(id: EntityId): State | undefined {
    return this.states.get(id);
  }

  /** All states, in the order in which their entities were added. */
  all(): IterableIterator<State> {
    return this.states.values();
  }

  /** How many entities have a state. */
  get size(): number {
    return this.states.size;
  }

  /** The time that writes are stamped with. */
  now(): number {
    return this.clock.now();
  }

  /**
   * Grows with every write, also of equal states. Caches of something computed from all states compare it.
   */
  get revision(): number {
    return this.writes;
  }

  /** Whether there is a state for this ID. */
  isTaken(id: EntityId): boolean {
    return this.states.has(id);
  }

  /**
   * Writes a state. A new or different state moves `last_changed`; other attributes alone move `last_updated`; an equal
   * write moves `last_reported` and is no event. Attributes are replaced as a whole. Throws `invalid_format` for a
   * malformed id or a state of more than 255 characters.
   */
  set(id: EntityId, state: string, attributes: Attributes, options: WriteOptions = {}): State {
    const old = this.states.get(id);
    if (old === undefined) parseEntityId(id);
    if (isTooLong(state)) {
      throw fault('invalid_format', 'state_too_long', { id, length: state.length, max: MAX_STATE_LENGTH });
    }
    const at = stamp(this.clock.now(), old);
    const sameState = old !== undefined && old.state === state && options.force !== true;
    const sameAttributes = old !== undefined && isSameJson(old.attributes, attributes);
    if (sameState && sameAttributes) return this.report(old, at);
    const fields = {
      entity_id: id,
      state,
      attributes: sameAttributes ? old.attributes : attributes,
      last_changed: sameState ? old.last_changed : at,
      last_reported: at,
      last_updated: at,
      context: options.context ?? newContext(at),
      source: options.source,
    };
    const written = new State(fields, old);
    this.states.set(id, written);
    this.writes += 1;
    this.gather(written);
    this.fire(id, old ?? null, written, at);
    return written;
  }

  /** Restores a state from before a restart; fires no event and triggers nothing. */
  restore(state: State): void {
    this.states.set(parseEntityId(state.entity_id), state);
    this.writes += 1;
  }

  /** Removes the state of an entity; false when there was none. */
  remove(id: EntityId, context?: Context): boolean {
    const old = this.states.get(id);
    if (old === undefined) return false;
    this.states.delete(id);
    this.writes += 1;
    this.fire(id, old, null, stamp(this.clock.now(), old), context);
    return true;
  }

  /** Collects the states written in a context until `stopCollecting`: the answer of a service call. */
  collect(contextId: string): Collector {
    const collector = { contextId, states: [] };
    this.collectors.push(collector);
    return collector;
  }

  stopCollecting(collector: Collector): void {
    const { collectors } = this;
    if (collectors.at(-1) === collector) collectors.pop();
    else if (collectors.includes(collector)) collectors.splice(collectors.indexOf(collector), 1);
  }

  /** Adds a state to the newest collector of its context. */
  private gather(written: State): void {
    for (let i = this.collectors.length - 1; i >= 0; i -= 1) {
      const collector = this.collectors[i];
      if (collector?.contextId !== written.context.id) continue;
      collector.states.push(written);
      return;
    }
  }

  private report(old: State, at: number): State {
    const { entity_id, state, attributes, last_changed, last_updated, context, source } = old;
    const fields = {
      entity_id,
      state,
      attributes,
      last_changed,
      last_reported: at,
      last_updated,
      context,
      source,
    };
    const reported = new State(fields, old);
    this.states.set(old.entity_id, reported);
    this.writes += 1;
    if (this.bus.hasListener('state_reported')) {
      this.bus.fire(
        'state_reported',
        {
          entity_id: old.entity_id,
          last_reported: at,
          old_last_reported: old.last_reported,
          new_state: reported,
        },
        at,
        reported.context,
      );
    }
    return reported;
  }

  private fire(id: EntityId, old: State | null, written: State | null, at: number, context?: Context): void {
    this.bus.dispatch(
      new HubEvent('state_changed', {
        data: NO_DATA,
        origin: 'LOCAL',
        firedAt: at,
        context: written?.context ?? context ?? newContext(at),
        change: { entity_id: id, old_state: old, new_state: written },
      }),
    );
  }
}

/**
 * How far a state's time may be ahead of the clock. Beyond it, the clock was set back, and its time is used.
 */
const MAX_AHEAD = 60_000;

/**
 * The time of a change: whole milliseconds, later than the entity's previous write, so that recorded changes are
 * ordered and have the same time everywhere.
 */
function stamp(now: number, old: State | undefined): number {
  const at = Math.floor(now);
  if (old === undefined || at > old.last_reported || old.last_reported - at > MAX_AHEAD) return at;
  return Math.floor(old.last_reported) + 1;
}

/** Deep equality of JSON values, whatever the order of keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Number.isNaN(a) && Number.isNaN(b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameJson(item, b[i]));
  if (Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  let count = 0;
  for (const key in left) {
    if (!Object.hasOwn(right, key) || !isSameJson(left[key], right[key])) return false;
    count += 1;
  }
  for (const _key in right) count -= 1;
  return count === 0;
}
