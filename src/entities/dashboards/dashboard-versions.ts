/** One saved version of the cards of a dashboard. */
export interface DashboardVersion {
  readonly version: number;
  readonly time: string;
  readonly kind: string;
  readonly user_id: string | null;
}

/** Where earlier cards of dashboards are kept. */
export interface DashboardVersions {
  /** Records cards; the same as the last ones are not recorded again. */
  record(
    urlPath: string,
    json: string,
    by: { readonly userId: string | null; readonly isFound: boolean },
  ): Promise<void>;
  /** The newest first. */
  list(urlPath: string): Promise<readonly DashboardVersion[]>;
  /** The cards as JSON; throws `not_found`. */
  get(urlPath: string, version: number): Promise<string>;
}
