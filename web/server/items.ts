import type { Connection } from 'home-assistant-js-websocket';
import { request } from './rest.ts';
import type { Translation } from './server-error.ts';

/** The domains of user-written items. */
export type ItemDomain = 'automation' | 'script' | 'scene';

/** The configuration of an item as in its file. */
export type ItemConfig = Readonly<Record<string, unknown>>;

const path = (domain: ItemDomain, id: string): string =>
  `/api/config/${domain}/config/${encodeURIComponent(id)}`;

export const readItem = async (connection: Connection, domain: ItemDomain, id: string): Promise<ItemConfig> =>
  (await request(connection, 'GET', path(domain, id))) as ItemConfig;

export const writeItem = (
  connection: Connection,
  domain: ItemDomain,
  id: string,
  config: ItemConfig,
): Promise<unknown> => request(connection, 'POST', path(domain, id), config);

export const deleteItem = (connection: Connection, domain: ItemDomain, id: string): Promise<unknown> =>
  request(connection, 'DELETE', path(domain, id));

/** The validation result of a part of an item. */
export interface Validation {
  readonly valid: boolean;
  readonly error: string | null;
  readonly error_translation?: Translation;
}

/** The parts of an item that the server validates. */
export type ValidatedPart = 'triggers' | 'conditions' | 'actions';

export const validate = (
  connection: Connection,
  parts: Partial<Record<ValidatedPart, unknown>>,
): Promise<Partial<Record<ValidatedPart, Validation>>> =>
  connection.sendMessagePromise({ type: 'validate_config', ...parts });

/** A run without its steps. */
export interface ShortTrace {
  readonly run_id: string;
  readonly state: 'running' | 'stopped' | 'debugged';
  readonly script_execution: string | null;
  /** The path of the step that was executed last. */
  readonly last_step?: string | null;
  readonly timestamp: { readonly start: string; readonly finish: string | null };
  readonly error?: string;
  readonly error_translation?: Translation;
}

/** One step of a run. */
export interface TraceStep {
  readonly path: string;
  readonly timestamp: string;
  readonly changed_variables?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly error_translation?: Translation;
  readonly duration?: number;
}

/** A run with all its steps. */
export interface LongTrace extends ShortTrace {
  readonly trace: Readonly<Record<string, readonly TraceStep[]>>;
  readonly config: ItemConfig;
}

export const listTraces = (
  connection: Connection,
  domain: ItemDomain,
  item_id: string,
): Promise<readonly ShortTrace[]> => connection.sendMessagePromise({ type: 'trace/list', domain, item_id });

export const readTrace = (
  connection: Connection,
  domain: ItemDomain,
  { item_id, run_id }: { readonly item_id: string; readonly run_id: string },
): Promise<LongTrace> => connection.sendMessagePromise({ type: 'trace/get', domain, item_id, run_id });

/** A former version of an item. */
export interface Version {
  readonly version: number;
  readonly time: string;
  readonly kind: 'saved' | 'restored' | 'deleted' | 'found' | 'gone';
  readonly user_id: string | null;
  readonly file: string;
}

/** A line of a diff: removed, added, or unchanged. */
export interface DiffLine {
  readonly op: '-' | '+' | ' ';
  readonly text: string;
}

interface ItemName {
  readonly domain: ItemDomain;
  readonly item_id: string;
}

export const listVersions = (connection: Connection, item: ItemName): Promise<readonly Version[]> =>
  connection.sendMessagePromise({ type: 'config/history/list', ...item });

/** The diff of a version and the current one. */
export const compareVersion = (
  connection: Connection,
  item: ItemName,
  version: number,
): Promise<{ readonly lines: readonly DiffLine[] }> =>
  connection.sendMessagePromise({ type: 'config/history/diff', ...item, version });

export const restoreVersion = (connection: Connection, item: ItemName, version: number): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/history/restore', ...item, version });
