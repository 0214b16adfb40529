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

/** The cards of a dashboard; null for one that clients generate. */
export async function readDashboard(connection: Connection, urlPath: string): Promise<unknown> {
  try {
    return await connection.sendMessagePromise({ type: 'lovelace/config', url_path: wirePath(urlPath) });
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === 'config_not_found') return null;
    throw error;
  }
}

/** Calls back when the cards of a dashboard were saved. Returns a function that ends it. */
export function followDashboard(connection: Connection, urlPath: string, listener: () => void): () => void {
  const ending = connection.subscribeEvents<{ data: { url_path: string | null } }>(({ data }) => {
    if ((data.url_path ?? DEFAULT_DASHBOARD) === urlPath) listener();
  }, 'lovelace_updated');
  ending.catch(() => {});
  return () => void ending.then((end) => end()).catch(() => {});
}

function wirePath(urlPath: string): string | null {
  return urlPath === DEFAULT_DASHBOARD ? null : urlPath;
}
