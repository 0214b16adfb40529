/** The generated changes of one entity, in order of time. */
export interface GeneratedPast {
  readonly entityId: string;
  /** In milliseconds since 1970. */
  readonly at: Float64Array;
  readonly states: readonly string[];
}

/** Through which the simulated home gets a past. */
export interface PastHistory {
  /**
   * Replaces the history of entities by a generated one, whose attributes are those of now with `simulated: true`;
   * resolves when it is durable. `from` is a full hour, `to` full five minutes. Entities that are not recorded get none.
   */
  replace(entities: readonly GeneratedPast[], range: { from: number; to: number }): Promise<void>;
  /** Deletes the history of entities, with their statistics. */
  forget(entityIds: readonly string[]): Promise<void>;
}
