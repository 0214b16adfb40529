import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import type { Attributes } from '../../core/state.ts';
import type { Command, EntityView, Values } from '../../domains/definition/define-domain.ts';

/** An entity as its source holds it: what it reports goes in here. */
export interface EntityHandle extends EntityView {
  readonly isAvailable: boolean;
  /** Takes over new values and writes the state; `options` move more in the same write. */
  report(patch: Values, options?: ReportOptions): void;
  /** Says whether the source can reach the entity. */
  setAvailable(available: boolean): void;
  /** Replaces the attributes that belong to the source, not to the domain. */
  setExtraAttributes(extra: Attributes): void;
  /** Replaces what the entity can do, e.g. a list of options, and writes the state. */
  setCapabilities(capabilities: Values): void;
  /** Replaces the features it has, by the domain's names, and writes the state. */
  setFeatures(features: readonly string[]): void;
}

/** A picture with its content type, e.g. `image/jpeg`. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Who looks at moving pictures; `end` is told once, when there are no more. */
export interface FilmWatcher {
  next(picture: Picture): void;
  end(reason: string): void;
}

/** What may go with reported values. */
export interface ReportOptions {
  readonly context?: Context;
  readonly available?: boolean;
  /** Replaces the attributes that belong to the source, not to the domain. */
  readonly extra?: Attributes;
  /** Replaces what the entity can do. */
  readonly capabilities?: Values;
  /** What told of the values, e.g. the topic of a message. */
  readonly source?: string;
}

/** What stands behind a calendar. */
export interface CalendarSource {
  /** Gives the events that touch the span, at most so many, in no order; yields now and then, where the search may pause. */
  search(
    entity: EntityHandle,
    from: number,
    to: number,
    most: number,
  ): Generator<void, readonly CalendarEvent[]>;
}

/** Carries commands to whatever stands behind an entity. Commands are not states: what became of one is reported to the entity. */
export interface Driver {
  /** Does what the command says. A failure the caller should hear of is thrown; data a service answers is returned. */
  execute(command: Command<Values>, entity: EntityHandle, context: Context, access?: Access): unknown;
  /** Begins to listen to the source, when the entity begins to show a state; the undo runs when it ends, e.g. as a user disables it. */
  attach?(entity: EntityHandle): Undo;
  /** What a camera or an image shows now, or the cover of what a player plays; undefined when there is no picture. */
  picture?(entity: EntityHandle): Picture | undefined | Promise<Picture | undefined>;
  /** Moving pictures of a source that sends them by itself, until the undo; without it `picture` is asked again and again. */
  film?(entity: EntityHandle, watcher: FilmWatcher): Undo;
  /** Makes values taken up after a restart fit what the entity can be now; see `EntityDescription.fit`. */
  fit?(values: Values, changedAt: number): Values;
  /** What stands in a calendar. */
  readonly calendar?: CalendarSource;
  /** Asks the source for its present values, for sources that do not tell by themselves. */
  refresh?(entity: EntityHandle): void | Promise<void>;
}
