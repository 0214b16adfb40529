import type { Connection } from 'home-assistant-js-websocket';

/** A dashboard without its cards. */
export interface DashboardInfo {
  readonly id: string;
  readonly url_path: string;
  readonly title: string;
  readonly icon?: string;
  readonly show_in_sidebar: boolean;
  readonly require_admin: boolean;
}

/** The path of the dashboard that clients name by null. */
export const DEFAULT_DASHBOARD = 'lovelace';

export const listDashboards = (connection: Connection): Promise<readonly DashboardInfo[]> =>
  connection.sendMessagePromise({ type: 'lovelace/dashboards/list' });

/** The cards of a dashboard as saved. */
export interface SavedDashboard {
  /** Null for one that clients generate. */
  readonly config: unknown;
  /** To be named by the next save. */
  readonly revision: string | null;
  readonly may_arrange: boolean;
}

/** A saved version of the cards. */
export interface DashboardVersion {
  readonly version: number;
  readonly time: string;
  readonly kind: string;
  readonly user_id: string | null;
}

/** Somebody else saved the dashboard since it was read. */
export class DashboardConflict extends Error {}

export const getDashboard = (connection: Connection, urlPath: string): Promise<SavedDashboard> =>
  connection.sendMessagePromise({ type: 'hearth/dashboard/get', url_path: wirePath(urlPath) });

/** Saves cards and returns their revision. Throws `DashboardConflict` if they were changed since `revision`. */
export async function saveDashboard(
  connection: Connection,
  urlPath: string,
  { config, revision }: { readonly config: unknown; readonly revision: string | null },
): Promise<string> {
  try {
    const saved = await connection.sendMessagePromise<{ readonly revision: string }>({
      ...{ type: 'hearth/dashboard/save', url_path: wirePath(urlPath), config, revision },
    });
    return saved.revision;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'conflict') throw new DashboardConflict();
    throw error;
  }
}

export const dashboardVersions = (
  connection: Connection,
  urlPath: string,
): Promise<readonly DashboardVersion[]> =>
  connection.sendMessagePromise({ type: 'hearth/dashboard/versions', url_path: wirePath(urlPath) });

export const dashboardVersion = (
  connection: Connection,
  urlPath: string,
  version: number,
): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'hearth/dashboard/version', url_path: wirePath(urlPath), version });

export const createDashboard = (
  connection: Connection,
  fields: { readonly url_path: string; readonly title: string; readonly icon?: string },
): Promise<DashboardInfo> => connection.sendMessagePromise({ type: 'lovelace/dashboards/create', ...fields });

export const updateDashboard = (
  connection: Connection,
  id: string,
  fields: { readonly title: string; readonly icon: string | null },
): Promise<DashboardInfo> =>
  connection.sendMessagePromise({ type: 'lovelace/dashboards/update', dashboard_id: id, ...fields });

export const deleteDashboard = (connection: Connection, id: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'lovelace/dashboards/delete', dashboard_id: id });

/** Calls back when the cards of a dashboard were saved. Returns a function that ends it. */
export function followDashboard(connection: Connection, urlPath: string, listener: () => void): () => void {
  const ending = connection.subscribeEvents<{ data: { url_path: string | null } }>(({ data }) => {
    // Users that may not read everything learn only that some dashboard was saved.
    if (data.url_path === null || data.url_path === urlPath) listener();
  }, 'lovelace_updated');
  ending.catch(() => {});
  return () => void ending.then((end) => end()).catch(() => {});
}

function wirePath(urlPath: string): string | null {
  return urlPath === DEFAULT_DASHBOARD ? null : urlPath;
}
