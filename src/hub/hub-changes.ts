import type { Changes, ShownPart } from '../api/changes-interface.ts';
import type { Route } from '../api/rest/route.ts';
import type { Command } from '../api/ws/command.ts';
import type { WantedPart } from '../changes/putting.ts';
import type { Caller } from '../core/access.ts';
import type { Part } from '../core/lifecycle.ts';

/** The recorded changes as the parts of the hub use them. */
export interface HubChanges extends Changes {
  /** Deletes old changes. */
  readonly part: Part;
  /** Notes what commands and routes require, and with them their undo, and which of them are never undone. */
  learn(commands: readonly Command[], routes: readonly Route[]): void;
  /** What putting back documents and items from a backup would do. */
  previewPut(wanted: readonly WantedPart[]): Promise<ShownPart[]>;
  /** Whether documents and items are missing here, differ, or are the same. */
  statesOf(wanted: readonly WantedPart[]): Promise<('missing' | 'changed' | 'same')[]>;
  /** Puts them back as one change and returns its ID; undefined if nothing differs. */
  put(wanted: readonly WantedPart[], caller: Caller, act: string): Promise<number | undefined>;
}
