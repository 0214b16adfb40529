import type { Connection } from 'home-assistant-js-websocket';
import { ask } from './rest.ts';

/** What people write: automations, scripts, scenes. */
export type ItemDomain = 'automation' | 'script' | 'scene';

/** An item as its file has it. */
export type ItemConfig = Readonly<Record<string, unknown>>;

const path = (domain: ItemDomain, id: string): string =>
  `/api/config/${domain}/config/${encodeURIComponent(id)}`;

export const readItem = async (connection: Connection, domain: ItemDomain, id: string): Promise<ItemConfig> =>
  (await ask(connection, 'GET', path(domain, id))) as ItemConfig;

export const writeItem = (
  connection: Connection,
  domain: ItemDomain,
  id: string,
  config: ItemConfig,
): Promise<unknown> => ask(connection, 'POST', path(domain, id), config);

export const deleteItem = (connection: Connection, domain: ItemDomain, id: string): Promise<unknown> =>
  ask(connection, 'DELETE', path(domain, id));

/** Whether a part of an item can be used, and why not. */
export interface Verdict {
  readonly valid: boolean;
  readonly error: string | null;
}

/** The parts of an item the server judges. */
export type Judged = 'triggers' | 'conditions' | 'actions';

export const judge = (
  connection: Connection,
  parts: Partial<Record<Judged, unknown>>,
): Promise<Partial<Record<Judged, Verdict>>> =>
  connection.sendMessagePromise({ type: 'validate_config', ...parts });

/** A run in short. */
export interface ShortTrace {
  readonly run_id: string;
  readonly state: 'running' | 'stopped' | 'debugged';
  readonly script_execution: string | null;
  readonly timestamp: { readonly start: string; readonly finish: string | null };
  readonly trigger?: string | null;
  readonly error?: string;
}

/** One step of a run. */
export interface TraceStep {
  readonly path: string;
  readonly timestamp: string;
  readonly changed_variables?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: string;
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

/** What an item once was. */
export interface Version {
  readonly version: number;
  readonly time: string;
  readonly kind: 'saved' | 'restored' | 'deleted' | 'found' | 'gone';
  readonly user_id: string | null;
  readonly file: string;
}

/** A line of a comparison: gone, new, or in both. */
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

/** The lines of a version beside those of now. */
export const compareVersion = (
  connection: Connection,
  item: ItemName,
  version: number,
): Promise<{ readonly lines: readonly DiffLine[] }> =>
  connection.sendMessagePromise({ type: 'config/history/diff', ...item, version });

export const restoreVersion = (connection: Connection, item: ItemName, version: number): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/history/restore', ...item, version });
