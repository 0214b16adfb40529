import type { Bus } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { State } from '../../core/state.ts';

/** Called for each change of a followed entity; null for a state that does not exist. */
export type SourceListener = (after: State | null, before: State | null) => void;

/** Called when an entity reports its state unchanged; times in milliseconds since 1970. */
export type ReportListener = (state: State, at: number, before: number) => void;

/**
 * Follows the entities that helpers compute from with one listener of the bus for changes and one for reports, however
 * many helpers there are.
 */
export class SourceWatch {
  private readonly changes: ByEntity<SourceListener>;
  private readonly reports: ByEntity<ReportListener>;

  constructor(bus: Bus) {
    this.changes = new ByEntity((listeners) =>
      bus.on('state_changed', ({ change }) => {
        if (change === null) return;
        for (const one of listeners(change.entity_id)) one(change.new_state, change.old_state);
      }),
    );
    this.reports = new ByEntity((listeners) =>
      bus.on('state_reported', ({ data }) => {
        const { entity_id: id, new_state: state, last_reported: at, old_last_reported: before } = data;
        if (!(state instanceof State)) return;
        for (const one of listeners(String(id))) one(state, Number(at), Number(before));
      }),
    );
  }

  /** Calls a listener for each change of some entities. */
  follow(entityIds: Iterable<string>, listener: SourceListener): Undo {
    return this.changes.add(entityIds, listener);
  }

  /** Calls a listener each time that an entity reports its state unchanged. */
  followReports(entityIds: Iterable<string>, listener: ReportListener): Undo {
    return this.reports.add(entityIds, listener);
  }
}

/** Listeners by entity; listens to the bus while there are any. */
class ByEntity<L> {
  private readonly listen: (listeners: (entityId: string) => Iterable<L>) => Undo;
  private readonly listeners = new Map<string, Set<L>>();
  private undo: Undo | undefined;

  constructor(listen: ByEntity<L>['listen']) {
    this.listen = listen;
  }

  add(entityIds: Iterable<string>, listener: L): Undo {
    const ids = new Set(entityIds);
    for (const id of ids) this.listeners.set(id, (this.listeners.get(id) ?? new Set()).add(listener));
    this.undo ??= this.listen((id) => this.listeners.get(id) ?? []);
    return () => {
      for (const id of ids) {
        const own = this.listeners.get(id);
        own?.delete(listener);
        if (own?.size === 0) this.listeners.delete(id);
      }
      if (this.listeners.size > 0) return;
      this.undo?.();
      this.undo = undefined;
    };
  }
}
