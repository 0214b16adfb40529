import type { AuditAction } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import type { Undo } from '../core/clock.ts';

/** What the audit log records of backups. */
type BackupAction = Extract<AuditAction, `backup_${string}`>;

/** A backup as clients see it [backup facts §1, "B"]. */
export interface BackupView {
  readonly backup_id: string;
  readonly name: string;
  readonly date: string;
  readonly [key: string]: unknown;
}

/** The backups of a location that failed are missing; `agent_errors` says why. */
export interface BackupList {
  readonly agent_errors: Readonly<Record<string, string>>;
  readonly agent_error_translations: Readonly<Record<string, unknown>>;
  readonly backups: readonly BackupView[];
  readonly last_attempted_automatic_backup: string | null;
  readonly last_completed_automatic_backup: string | null;
  readonly last_action_event: unknown;
  readonly next_automatic_backup: string | null;
  readonly state: string;
  readonly hearth: { readonly last_restore: unknown; readonly update: unknown };
}

/** A key that encrypts backups, without anything that opens them. */
export interface BackupKeyView {
  readonly fingerprint: string;
  readonly created_at: string;
  readonly is_confirmed: boolean;
}

/** What a caller wants in a backup. */
export interface BackupChoice {
  readonly name?: string | null | undefined;
  readonly withHistory: boolean;
  /** Encrypts it with this passphrase in addition to the keys of the home. */
  readonly passphrase?: string | undefined;
  /** The IDs of the locations that store it; only this machine by default. */
  readonly agentIds?: readonly string[];
}

/** What the command line waits for. */
export interface BackupState {
  readonly working: boolean;
  readonly stage: string | null;
  readonly bytes: number | null;
  readonly error: string | null;
}

/** Backups, as the interface uses them. All of it is for administrators; restoring and keys for the owner. */
export interface BackupParts {
  readonly agents: () => readonly { readonly agent_id: string; readonly name: string }[];
  readonly list: () => Promise<BackupList>;
  /** The most bytes that a backup takes, with and without the history. */
  readonly size: () => Promise<{ readonly settings: number; readonly history: number }>;
  /** Makes a complete upload one of the backups on this machine. */
  readonly receive: (uploadId: string, owner: string | null) => Promise<{ readonly slug: string }>;
  readonly find: (slug: string) => Promise<BackupView | null>;
  /** Begins a backup and returns its ID. */
  readonly begin: (choice: BackupChoice) => Promise<{ readonly slug: string }>;
  readonly beginAutomatic: () => { readonly slug: string };
  /** The state of a backup that was begun. */
  readonly state: (slug: string) => BackupState;
  readonly remove: (slug: string) => Promise<void>;
  /** Verifies a backup and starts a server from it; the result is null if it is encrypted and no passphrase is given. */
  readonly check: (slug: string, passphrase: string | undefined) => Promise<unknown>;
  /** Whether a passphrase opens a backup. Throws if not. */
  readonly unlock: (slug: string, passphrase: string) => Promise<void>;
  /** Restores a backup: the server restarts. */
  readonly restore: (
    slug: string,
    wanted: {
      readonly passphrase?: string | undefined;
      readonly withHistory: boolean;
      /** Who requested it, for the audit log; nobody while there is no owner. */
      readonly by?: Access;
    },
  ) => Promise<void>;
  readonly config: () => Readonly<Record<string, unknown>>;
  readonly configure: (changes: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly keys: {
    readonly list: () => readonly BackupKeyView[];
    readonly create: (
      passphrase?: string,
    ) => Promise<{ readonly passphrase: string; readonly fingerprint: string }>;
    readonly confirm: (fingerprint: string, passphrase: string) => Promise<BackupKeyView>;
    readonly remove: (fingerprint: string) => Promise<void>;
  };
  readonly follow: (listener: (event: unknown) => void) => Undo;
  /** Runs something with the file of a backup, which is copied here first if it is elsewhere. Throws `not_found`. */
  readonly file: <T>(
    slug: string,
    work: (file: { readonly path: string; readonly name: string; readonly bytes: number }) => Promise<T>,
  ) => Promise<T>;
  /** Locations outside of the data folder; their passwords are never shown. */
  readonly targets: {
    readonly list: () => readonly Readonly<Record<string, unknown>>[];
    readonly save: (id: string | undefined, fields: Readonly<Record<string, unknown>>) => Promise<string>;
    readonly remove: (id: string) => Promise<void>;
  };
  readonly audit: (
    action: BackupAction,
    access: Access,
    detail: Readonly<Record<string, string>>,
  ) => Promise<void>;
}
