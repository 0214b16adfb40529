import type { Bus } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { EntityId } from '../../core/entity-id.ts';
import type { Part } from '../../core/lifecycle.ts';
import { State } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { LastStates, StoredState } from '../../storage/last-states.ts';
import type { Entities } from './entities.ts';

/** The dependencies of the state keeper. */
export interface StateSaverParts {
  readonly lastStates: LastStates;
  readonly states: StateMachine;
  readonly bus: Bus;
  readonly entities: Pick<Entities, 'get'>;
  /** Whether the state belongs to an entity; other states were set over REST. */
  readonly isBehind: (id: EntityId) => boolean;
}

/**
 * Restores states set over REST at startup, and passes each change to the storage, which persists it within a
 * second, or sooner for `savedImmediately`.
 */
export class StateSaver implements Part {
  readonly name = 'state keeper';
  private readonly parts: StateSaverParts;
  private readonly stored = new Map<EntityId, StoredState>();
  private undo: Undo = () => {};

  constructor(parts: StateSaverParts) {
    this.parts = parts;
  }

  /** Loads the stored states and restores those set over REST, without events or triggers. */
  async restore(): Promise<void> {
    const { lastStates, states } = this.parts;
    for (const stored of (await lastStates.restore()).values()) {
      if (!stored.made_over_rest) this.stored.set(stored.entity_id, stored);
      else if (!states.isTaken(stored.entity_id)) states.restore(new State(stored));
    }
  }

  /** The state of an entity before the restart; undefined if it had none. */
  lastState(id: EntityId): StoredState | undefined {
    return this.stored.get(id);
  }

  start(): void {
    const { lastStates, bus } = this.parts;
    const undo = bus.on('state_changed', ({ change }) => {
      if (change === null) return;
      if (change.new_state === null) lastStates.removed(change.entity_id);
      else this.save(change.new_state);
    });
    // Entities removed during shutdown are not gone: they return at the next start.
    const undoFinal = bus.on('homeassistant_final_write', undo);
    this.undo = () => {
      undo();
      undoFinal();
    };
  }

  private save(state: State): void {
    const { lastStates, entities, isBehind } = this.parts;
    const entity = entities.get(state.entity_id);
    const { restoresValues, savedImmediately } = entity?.description ?? {};
    lastStates.save(state, {
      madeOverRest: entity === undefined && !isBehind(state.entity_id),
      values: restoresValues === true && entity !== undefined ? entity.values : null,
      atOnce: savedImmediately === true,
    });
  }

  /** Resolves once everything is on disk. */
  async stop(): Promise<void> {
    this.undo();
    await this.parts.lastStates.flush();
  }
}
