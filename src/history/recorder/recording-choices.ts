import type { EntityEntry } from '../../entities/registry/entity-registry.ts';

/** Where administrators' choices about the history of entities are kept: options of registered entities. */
interface Entries {
  get(entityId: string): Pick<EntityEntry, 'options'> | undefined;
}

/**
 * What administrators chose in the app for the history of single entities, in the options `recorder` of the entity
 * registry: `recording_disabled_by`, as Home Assistant names it, and `keep_days`.
 */
export class RecordingChoices {
  /** Undefined until the registry is loaded; nothing is recorded before. */
  private entries: Entries | undefined;

  connect(entries: Entries): void {
    this.entries = entries;
  }

  /** Whether an administrator stopped the recording of an entity. */
  isStopped(entityId: string): boolean {
    return this.optionsOf(entityId)?.recording_disabled_by === 'user';
  }

  /** For how many days an administrator chose to keep the changes of an entity; undefined without a choice. */
  keepDays(entityId: string): number | undefined {
    const days = this.optionsOf(entityId)?.keep_days;
    return typeof days === 'number' && Number.isInteger(days) && days >= 0 ? days : undefined;
  }

  private optionsOf(entityId: string): Readonly<Record<string, unknown>> | undefined {
    return this.entries?.get(entityId)?.options.recorder;
  }
}
