import type { Connection } from 'home-assistant-js-websocket';
import type { Translation } from './server-error.ts';

/** What a home contains. */
export interface Inventory {
  readonly entities: number;
  readonly automations: number;
  readonly scripts: number;
  readonly scenes: number;
  readonly users: number;
  readonly history: { readonly samples: number; readonly statistics: number } | null;
}

/** A backup. */
export interface Backup {
  readonly backup_id: string;
  readonly name: string;
  readonly date: string;
  /** By location. */
  readonly agents: Readonly<Record<string, { readonly protected: boolean; readonly size: number }>>;
  readonly database_included: boolean;
  /** Null for one of another installation. */
  readonly with_automatic_settings: boolean | null;
  readonly hearth: {
    readonly version: string;
    readonly inventory: Inventory;
    readonly left_out: readonly string[];
    readonly keys: readonly string[];
    readonly rehearsed_at: string | null;
  };
}

/** What is in progress, or how the last operation ended. */
export interface BackupEvent {
  readonly manager_state: string;
  readonly stage?: string | null;
  /** While it is being sent to another location. */
  readonly uploaded_bytes?: number;
  readonly total_bytes?: number;
  readonly state?: 'in_progress' | 'completed' | 'failed';
  readonly problem?: string;
  readonly problem_translation?: Translation;
}

export interface BackupInfo {
  /** Why locations cannot be listed, by ID. */
  readonly agent_errors: Readonly<Record<string, string>>;
  readonly agent_error_translations: Readonly<Record<string, Translation | null>>;
  readonly backups: readonly Backup[];
  readonly last_attempted_automatic_backup: string | null;
  readonly last_completed_automatic_backup: string | null;
  readonly next_automatic_backup: string | null;
  readonly last_action_event: BackupEvent | null;
  readonly hearth: { readonly last_restore: LastRestore | null; readonly update: Update | null };
}

/** The last time that another version of Hearth started. */
export interface Update {
  readonly from: string;
  readonly to: string;
  readonly at: string | null;
  /** The ID of the backup that was made before. */
  readonly restore_point: string | null;
  readonly missing: readonly { readonly what: string; readonly before: number; readonly after: number }[];
}

/** The restore that the home comes from. */
export interface LastRestore {
  readonly slug: string;
  readonly name: string;
  readonly at: string;
  readonly kept: string;
}

/** How many backups are kept; null means all. */
export interface Retention {
  readonly copies: number | null;
  readonly days: number | null;
}

/** When and how backups are made by themselves. */
export interface BackupConfig {
  readonly agents: Readonly<
    Record<string, { readonly protected: boolean; readonly retention: Retention | null }>
  >;
  readonly create_backup: {
    readonly agent_ids: readonly string[];
    readonly include_database: boolean;
  };
  readonly retention: Retention;
  readonly schedule: {
    readonly recurrence: 'never' | 'daily' | 'custom_days';
    readonly days: readonly string[];
    readonly time: string | null;
  };
}

/** A key that encrypts backups. */
export interface BackupKey {
  readonly fingerprint: string;
  readonly created_at: string;
  readonly is_confirmed: boolean;
}

/** A location for backups outside of the data folder, without its passwords. */
export interface BackupTarget {
  readonly target_id: string;
  readonly kind: 'folder' | 'webdav' | 's3';
  readonly name: string;
  readonly path?: string;
  readonly url?: string;
  readonly bucket?: string;
}

/** The location of backups on the machine of the server. */
export const LOCAL = 'backup.local';

export const readBackups = (connection: Connection): Promise<BackupInfo> =>
  connection.sendMessagePromise({ type: 'backup/info' });

export async function readBackupConfig(connection: Connection): Promise<BackupConfig> {
  return (await connection.sendMessagePromise<{ config: BackupConfig }>({ type: 'backup/config/info' }))
    .config;
}

export const changeBackupConfig = (connection: Connection, changes: object): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'backup/config/update', ...changes });

export const readBackupKeys = (connection: Connection): Promise<BackupKey[]> =>
  connection.sendMessagePromise({ type: 'hearth/backup/keys' });

export const readBackupTargets = (connection: Connection): Promise<BackupTarget[]> =>
  connection.sendMessagePromise({ type: 'hearth/backup/targets' });

/** All locations, with the machine of the server first. */
export async function readBackupPlaces(
  connection: Connection,
): Promise<{ readonly agent_id: string; readonly name: string }[]> {
  const answer = await connection.sendMessagePromise<{ agents: { agent_id: string; name: string }[] }>({
    type: 'backup/agents/info',
  });
  return answer.agents;
}

/** The most bytes that a backup takes. */
export const readBackupSize = (
  connection: Connection,
): Promise<{ readonly settings: number; readonly history: number }> =>
  connection.sendMessagePromise({ type: 'hearth/backup/size' });

/** The address of the file of a backup, for a minute. */
export async function backupAddress(connection: Connection, backup: Backup): Promise<string> {
  const [agent = LOCAL] = Object.keys(backup.agents);
  const path = `/api/backup/download/${backup.backup_id}?agent_id=${encodeURIComponent(agent)}`;
  const signed = { type: 'auth/sign_path', path, expires: 60 };
  return (await connection.sendMessagePromise<{ path: string }>(signed)).path;
}
