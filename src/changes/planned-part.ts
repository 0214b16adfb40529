import type { HubError } from '../core/errors.ts';
import type { Change, ChangeLog, ChangePart } from './change-log.ts';
import type { Merged } from './merge.ts';
import type { Dependent, Restorable, RestorableFiles } from './restorable.ts';

/** What undo would do with one document, item or file. */
export interface PlannedPart {
  readonly kind: ChangePart['kind'];
  readonly name: string;
  readonly id: string;
  readonly now: string | null;
  readonly undone: string | null;
  readonly state: Merged['state'];
  /** The last part that is undone, with the details of its file. */
  readonly part: ChangePart;
  readonly conflict?: Conflict;
}

/** Why a part cannot simply be put back. */
export interface Conflict {
  /** The fields that were changed since. */
  readonly fields: readonly string[];
  /** The last change of it since; undefined if the server changed it by itself. */
  readonly by?: Change | undefined;
  /** Why its owner refuses it, also with `force`. */
  readonly refusal?: HubError;
}

/** What plans are made with. */
export interface PlanParts {
  readonly log: ChangeLog;
  readonly restorables: ReadonlyMap<string, Restorable>;
  readonly files: readonly RestorableFiles[];
  /** The documents that change when undo takes an item away, such as the registry entry of its entity. */
  readonly dependentsOfItem: (domain: string, id: string) => readonly Dependent[];
  /** The commands whose changes are never undone. */
  readonly finalActs: ReadonlySet<string>;
}
