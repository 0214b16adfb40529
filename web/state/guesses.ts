import type { Entity, Guess } from './entity.ts';

/** How long a device that was told may take to report. */
const PATIENCE = 3000;

interface Held {
  readonly guess: Guess;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * What entities are expected to become after a tap, shown until the server says what they are. A guess ends when the call fails, when
 * the entity reports after the call was answered, or when it does not report for a while.
 */
export class Guesses {
  private readonly held = new Map<string, Held>();
  private readonly shown = new Map<string, Entity>();
  private readonly changed: (entityId: string) => void;

  constructor(changed: (entityId: string) => void) {
    this.changed = changed;
  }

  /** The entity as it is to be shown. The same object for the same state, so that nothing is drawn twice. */
  over(entity: Entity): Entity {
    return this.shown.get(entity.entity_id) ?? entity;
  }

  /** Expects something of an entity; the answer says how the call went. */
  expect(entity: Entity, guess: Guess): (isDone: boolean) => void {
    const id = entity.entity_id;
    this.drop(id);
    const held: Held = { guess, timer: undefined };
    this.held.set(id, held);
    this.show(entity, held);
    this.changed(id);
    return (isDone) => {
      if (this.held.get(id) !== held) return;
      if (isDone) held.timer = setTimeout(() => this.drop(id), PATIENCE);
      else this.drop(id);
    };
  }

  /** The server told of an entity: after the call's answer the truth is shown, before it the guess over it. */
  reported(entity: Entity | undefined, id: string): void {
    const held = this.held.get(id);
    if (held === undefined) return;
    if (entity === undefined || held.timer !== undefined || fits(entity, held.guess)) this.drop(id);
    else this.show(entity, held);
  }

  /** The connection was lost: nothing is expected any more. */
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
