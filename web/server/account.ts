import type { Connection } from 'home-assistant-js-websocket';

/** A rule of a policy, as far as the app supports it. */
export interface Rule {
  readonly effect: 'allow' | 'deny';
  readonly actions: readonly ('read' | 'control' | 'configure')[];
  readonly domains?: readonly string[];
  readonly areas?: readonly string[];
  readonly entities?: readonly string[];
  readonly devices?: readonly string[];
  readonly labels?: readonly string[];
  readonly hours?: { readonly from: string; readonly until: string };
}

/** The permissions of a token. */
export interface Policy {
  readonly rules: readonly Rule[];
}

/** A login or a long-lived access token, without its secret. */
export interface TokenEntry {
  readonly id: string;
  readonly type: 'normal' | 'long_lived_access_token' | 'system';
  readonly name: string | null;
  readonly client_id: string | null;
  /** The user agent or program name. */
  readonly device: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
  readonly is_current: boolean;
  readonly policy: Policy | null;
}

/** A second factor being set up: the URL to scan, and the key to type instead. */
export interface FactorSetup {
  readonly flowId: string;
  readonly url: string;
  readonly secret: string;
}

/** The recovery codes left, and when the second factor was enabled. */
export interface FactorState {
  readonly recovery_codes_left: number;
  readonly created_at: string;
}

export const listTokens = (connection: Connection): Promise<TokenEntry[]> =>
  connection.sendMessagePromise({ type: 'hearth/token/list' });

/** Creates a token; its text is only in this answer. */
export const createToken = (
  connection: Connection,
  request: { readonly name: string; readonly days: number | null; readonly policy: Policy | null },
): Promise<{ id: string; token: string }> =>
  connection.sendMessagePromise({ type: 'hearth/token/create', ...request });

export const revokeToken = (connection: Connection, id: string): Promise<void> =>
  connection.sendMessagePromise({ type: 'hearth/token/revoke', token_id: id });

/** Ends all other logins of the user; long-lived access tokens remain. */
export const endOtherSessions = (connection: Connection): Promise<void> =>
  connection.sendMessagePromise({
    type: 'auth/delete_all_refresh_tokens',
    token_type: 'normal',
    delete_current_token: false,
  });

/** The account of the current user. */
export interface Profile {
  /** The login name; null for an account without a password. */
  readonly username: string | null;
  readonly group_ids: readonly string[];
}

export const loadProfile = (connection: Connection): Promise<Profile> =>
  connection.sendMessagePromise({ type: 'hearth/profile/get' });

export const rename = (connection: Connection, name: string): Promise<void> =>
  connection.sendMessagePromise({ type: 'hearth/profile/update', name });

/** Changes the password; ends all other logins of the user. */
export const changePassword = (
  connection: Connection,
  passwords: { readonly current_password: string; readonly new_password: string },
): Promise<void> =>
  connection.sendMessagePromise({
    type: 'config/auth_provider/homeassistant/change_password',
    ...passwords,
  });

export const factorState = (connection: Connection): Promise<FactorState | null> =>
  connection.sendMessagePromise({ type: 'hearth/second_factor' });

/** Starts to set up a second factor. */
export async function beginFactor(connection: Connection): Promise<FactorSetup> {
  const form = await connection.sendMessagePromise<{
    readonly flow_id: string;
    readonly description_placeholders: { readonly code: string; readonly url: string };
  }>({ type: 'auth/setup_mfa', mfa_module_id: 'totp' });
  const { code, url } = form.description_placeholders;
  return { flowId: form.flow_id, url, secret: code };
}

/** Completes the setup with a code of the app; resolves to the recovery codes, or null for a wrong code. */
export async function confirmFactor(
  connection: Connection,
  flowId: string,
  code: string,
): Promise<readonly string[] | null> {
  const step = await connection.sendMessagePromise<{
    readonly type: string;
    readonly result?: { readonly recovery_codes: readonly string[] };
  }>({ type: 'auth/setup_mfa', flow_id: flowId, user_input: { code } });
  return step.result?.recovery_codes ?? null;
}

export const removeFactor = (connection: Connection): Promise<void> =>
  connection.sendMessagePromise({ type: 'auth/depose_mfa', mfa_module_id: 'totp' });

/** The areas of the home. */
export const listAreas = (connection: Connection): Promise<{ area_id: string; name: string }[]> =>
  connection.sendMessagePromise({ type: 'config/area_registry/list' });
