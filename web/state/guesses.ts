import type { Entity, Guess } from './entity.ts';

/** How long a guess is shown at most, in milliseconds. */
const TIMEOUT_MS = 3000;

interface Held {
  readonly guess: Guess;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Whether the call has succeeded. */
  isAnswered: boolean;
}

/**
 * Optimistic states after a tap, shown until the server reports. A guess ends when the call fails, when the
 * entity reports after the call was answered, or after a timeout that begins with the tap, whatever arrives.
 */
export class Guesses {
  private readonly held = new Map<string, Held>();
  private readonly shown = new Map<string, Entity>();
  private readonly changed: (entityId: string) => void;

  constructor(changed: (entityId: string) => void) {
    this.changed = changed;
  }

  /** The entity to show. Returns the same object for the same state, so that nothing is rendered twice. */
  over(entity: Entity): Entity {
    return this.shown.get(entity.entity_id) ?? entity;
  }

  /** Shows an expected state; call the result when the call has ended. */
  expect(entity: Entity, guess: Guess): (isDone: boolean) => void {
    const id = entity.entity_id;
    this.drop(id);
    const timer = setTimeout(() => this.drop(id), TIMEOUT_MS);
    const held: Held = { guess, timer, isAnswered: false };
    this.held.set(id, held);
    this.show(entity, held);
    this.changed(id);
    return (isDone) => {
      if (this.held.get(id) !== held) return;
      if (isDone) held.isAnswered = true;
      else this.drop(id);
    };
  }

  /**
   * Handles a report: after the call's answer it replaces the guess, before that the guess is applied to it.
   */
  reported(entity: Entity | undefined, id: string): void {
    const held = this.held.get(id);
    if (held === undefined) return;
    if (entity === undefined || held.isAnswered || fits(entity, held.guess)) this.drop(id);
    else this.show(entity, held);
  }

  /** Drops all guesses after a lost connection. */
  clear(): void {
    for (const id of [...this.held.keys()]) this.drop(id);
  }

  private show(entity: Entity, { guess }: Held): void {
    this.shown.set(entity.entity_id, {
      ...entity,
      state: guess.state ?? entity.state,
      attributes:
        guess.attributes === undefined ? entity.attributes : { ...entity.attributes, ...guess.attributes },
    });
  }

  private drop(id: string): void {
    clearTimeout(this.held.get(id)?.timer);
    this.held.delete(id);
    if (this.shown.delete(id)) this.changed(id);
  }
}

function fits(entity: Entity, { state = entity.state, attributes = {} }: Guess): boolean {
  return (
    entity.state === state &&
    Object.entries(attributes).every(([name, value]) => entity.attributes[name] === value)
  );
}
