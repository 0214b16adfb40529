import type { Connection } from 'home-assistant-js-websocket';

/** A change of the configuration. */
export interface Change {
  readonly id: number;
  readonly time: string;
  readonly user_name: string | null;
  /** The command or route. */
  readonly act: string;
  readonly verb: 'created' | 'changed' | 'deleted';
  readonly kind: string;
  readonly name: string;
  readonly subject: ChangeSubject;
  readonly parts: number;
  readonly undoes: number | null;
  readonly undone_by: number | null;
  readonly is_final: boolean;
}

/** A document, item or file that changes are of. */
export interface ChangeSubject {
  readonly name: string;
  readonly id: string;
}

/** What undo would do with one document, item or file. */
export interface ChangePart {
  readonly kind: string;
  readonly label: string;
  readonly now: unknown;
  readonly undone: unknown;
  readonly state: 'done' | 'same' | 'merged' | 'conflict';
  readonly conflict?: ChangeConflict;
}

/** Why it cannot simply be put back. */
export interface ChangeConflict {
  readonly fields: readonly string[];
  readonly user_name: string | null;
  readonly time: string | null;
  readonly reason: string | null;
}

/** What undo would do. */
export interface ChangePreview {
  readonly changes: readonly Change[];
  readonly final: readonly Change[];
  readonly parts: readonly ChangePart[];
}

/** One change, or all since a time. */
export type ChangeTarget = { readonly change_id: number } | { readonly to: string };

/** The changes that the user could undo, the newest first. */
export function listChanges(
  connection: Connection,
  query: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly userId?: string;
    readonly subject?: ChangeSubject;
  },
): Promise<Change[]> {
  const { limit, before, userId = '', subject } = query;
  return connection.sendMessagePromise({
    type: 'hearth/changes/list',
    limit,
    ...(before === undefined ? {} : { before }),
    ...(userId === '' ? {} : { user_id: userId }),
    ...(subject === undefined ? {} : { subject }),
  });
}

export function previewUndo(connection: Connection, target: ChangeTarget): Promise<ChangePreview> {
  return connection.sendMessagePromise({ type: 'hearth/changes/preview', ...target });
}

export function undoChanges(
  connection: Connection,
  target: ChangeTarget,
  force: boolean,
): Promise<{ readonly id: number | null }> {
  return connection.sendMessagePromise({
    type: 'hearth/changes/undo',
    ...target,
    ...(force ? { force } : {}),
  });
}
