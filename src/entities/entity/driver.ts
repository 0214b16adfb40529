import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Message } from '../../core/messages.ts';
import type { CalendarEvent } from '../../core/ports.ts';
import type { Attributes } from '../../core/state.ts';
import type { Command, EntityView, Values } from '../../domains/definition/define-domain.ts';

/** An entity as passed to its source, which reports values to it. */
export interface EntityHandle extends EntityView {
  readonly isAvailable: boolean;
  /** Applies reported values and writes the state; `options` change more in the same write. */
  report(patch: Values, options?: ReportOptions): void;
  /** Sets whether the source can reach the entity. */
  setAvailable(available: boolean): void;
  /** Replaces the attributes defined by the source rather than the domain. */
  setExtraAttributes(extra: Attributes): void;
  /** Replaces the capabilities, such as a list of options, and writes the state. */
  setCapabilities(capabilities: Values): void;
  /** Replaces the supported features, by the domain's names, and writes the state. */
  setFeatures(features: readonly string[]): void;
}

/** A picture with its content type, such as `image/jpeg`. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A viewer of a video stream; `end` is called once, when the stream ends. */
export interface FilmWatcher {
  next(picture: Picture): void;
  end(reason: Message | string): void;
}

/** Further changes to make in the same write. */
export interface ReportOptions {
  readonly context?: Context;
  readonly available?: boolean;
  /** Replaces the attributes defined by the source rather than the domain. */
  readonly extra?: Attributes;
  /** Replaces the capabilities. */
  readonly capabilities?: Values;
  /** Where the values come from, such as the topic of a message. */
  readonly source?: string;
}

/** The data source of a calendar. */
export interface CalendarSource {
  /**
   * Returns at most `max` events that overlap the range, in any order; yields where the search may pause.
   */
  search(
    entity: EntityHandle,
    from: number,
    to: number,
    max: number,
  ): Generator<void, readonly CalendarEvent[]>;
}

/**
 * Carries out the commands of an entity. Commands do not change the state; their results are reported to the
 * entity.
 */
export interface Driver {
  /** Executes a command. Throws errors meant for the caller; returns the response data of the service. */
  execute(command: Command<Values>, entity: EntityHandle, context: Context, access?: Access): unknown;
  /**
   * Subscribes to the source when the entity gets a state; the undo runs when it loses it, for example when a
   * user disables it.
   */
  attach?(entity: EntityHandle): Undo;
  /** The current picture of a camera or image, or the cover of a media player; undefined if there is none. */
  picture?(entity: EntityHandle): Picture | undefined | Promise<Picture | undefined>;
  /** Streams pictures of a source that pushes them, until undone; without it `picture` is polled. */
  film?(entity: EntityHandle, watcher: FilmWatcher): Undo;
  /** The input from which ffmpeg reads the stream of a camera, with a checked address. */
  streamInput?(): Promise<string>;
  /** Adjusts restored values to the current capabilities of the entity; see `EntityDescription.fit`. */
  fit?(values: Values, changedAt: number): Values;
  /** The events of a calendar. */
  readonly calendar?: CalendarSource;
  /** Reads the current values, for sources that do not push them. */
  refresh?(entity: EntityHandle): void | Promise<void>;
}
