import {
  Auth,
  type AuthData,
  type Connection,
  createConnection,
  ERR_INVALID_AUTH,
  getAuth,
} from 'home-assistant-js-websocket';
import type { CompanionApp } from './companion-app.ts';
import { isInCompanionApp } from './companion-channel.ts';
import { keepAlive, type PageAround } from './heartbeat.ts';
import { isClaimed, type LoginClient, Refusal } from './login.ts';

/** The current user. */
export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_admin: boolean;
  readonly mfa_modules: readonly { readonly id: string; readonly enabled: boolean }[];
}

/** The stage of the session. */
export type Stage =
  | { readonly kind: 'starting' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'claim' }
  | { readonly kind: 'login'; readonly because?: 'ended' | 'logged_out' }
  | {
      readonly kind: 'inside';
      readonly connection: Connection;
      readonly user: CurrentUser;
    };

const KEY = 'hearth.tokens';
const RETRY = 3000;

/** The app as a client of its own server; it logs in like any other client. */
export const OWN_CLIENT: LoginClient = {
  clientId: `${location.origin}/`,
  redirectUri: `${location.origin}/`,
};

/** This page, with the events after which its connection may have been lost. */
const PAGE: PageAround = {
  isHidden: () => document.hidden,
  onWake: (listener) => {
    const ended = new AbortController();
    document.addEventListener('visibilitychange', listener, ended);
    for (const type of ['online', 'offline']) addEventListener(type, listener, ended);
    return () => ended.abort();
  },
};

/** The session of this page, from login to connection, and its transitions. One per page. */
export class Session {
  stage: Stage = { kind: 'starting' };
  private auth: Auth | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private endHeartbeat: (() => void) | undefined;
  /** The companion app that shows this page: its login is used instead of one of the page's own. */
  private companion: CompanionApp | undefined;
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Connects with the stored login, or determines whether to log in or claim. */
  async start(): Promise<void> {
    clearTimeout(this.retry);
    try {
      if (isInCompanionApp()) this.companion = (await import('./companion-app.ts')).companionApp();
      if (this.companion !== undefined || loadTokens() !== null) await this.connect();
      else this.become({ kind: (await isClaimed()) ? 'login' : 'claim' });
    } catch (error) {
      if (this.companion !== undefined) this.waitForServer();
      else if (error === ERR_INVALID_AUTH) this.leave('ended');
      else if (error instanceof Refusal && error.status !== 0 && error.status < 500)
        this.become({ kind: 'login' });
      else this.waitForServer();
    }
  }

  /** Connects with the authorization code of a login. */
  async enter(authCode: string): Promise<void> {
    try {
      await this.connect(authCode);
    } catch {
      // The login may already be stored: start as usual.
      await this.start();
    }
  }

  /** Called when the server has been claimed, here or elsewhere. */
  claimed(): void {
    this.become({ kind: 'login' });
  }

  /** Reloads the user after a change of the profile. */
  async reloadUser(): Promise<void> {
    const { stage } = this;
    if (stage.kind !== 'inside') return;
    this.become({ ...stage, user: await currentUser(stage.connection) });
  }

  /** Logs out, on the server too. */
  async logOut(): Promise<void> {
    const { auth } = this;
    this.leave('logged_out');
    await auth?.revoke().catch(() => {});
  }

  private async connect(authCode?: string): Promise<void> {
    const auth = this.companion?.auth ?? (await loginOf(authCode));
    this.auth = auth;
    if (auth.expired) await auth.refreshAccessToken();
    const connection = await this.open(auth);
    nameErrors(connection);
    connection.addEventListener('ready', () => nameErrors(connection));
    connection.addEventListener('reconnect-error', () => {
      if (this.companion === undefined) this.leave('ended');
      else {
        connection.close();
        void this.start();
      }
    });
    this.endHeartbeat?.();
    this.endHeartbeat = keepAlive(connection, PAGE);
    this.companion?.follow(connection);
    try {
      this.become({ kind: 'inside', connection, user: await currentUser(connection) });
    } catch (error) {
      // Otherwise it would connect again beside the next one.
      this.endHeartbeat();
      connection.close();
      throw error;
    }
  }

  /** Opens the connection. A companion app is asked once for another token if the server refuses its first one. */
  private async open(auth: Auth): Promise<Connection> {
    try {
      return await createConnection({ auth, setupRetry: 0 });
    } catch (error) {
      const { companion } = this;
      if (companion === undefined || error !== ERR_INVALID_AUTH) throw error;
      await companion.auth.refreshAccessToken(true);
      return createConnection({ auth, setupRetry: 0 }).catch((again: unknown) => {
        if (again === ERR_INVALID_AUTH) companion.refused();
        throw again;
      });
    }
  }

  private leave(because: 'ended' | 'logged_out'): void {
    const { stage, auth } = this;
    // Another window of this browser may have logged in again meanwhile.
    if (auth === undefined || loadTokens()?.refresh_token === auth.data.refresh_token) saveTokens(null);
    this.auth = undefined;
    this.endHeartbeat?.();
    this.become({ kind: 'login', because });
    if (stage.kind === 'inside') stage.connection.close();
  }

  private waitForServer(): void {
    this.become({ kind: 'unreachable' });
    this.retry = setTimeout(() => void this.start(), RETRY);
  }

  private become(stage: Stage): void {
    this.stage = stage;
    this.changed();
  }
}

/**
 * The login of a code, else the stored one. Codes only come from the app's own form: one in the address could
 * log a user in to someone else's account.
 */
async function loginOf(authCode: string | undefined): Promise<Auth> {
  if (authCode !== undefined) return getAuth({ hassUrl: location.origin, saveTokens, authCode });
  const tokens = loadTokens();
  if (tokens === null) throw ERR_INVALID_AUTH;
  return new Auth(tokens, saveTokens);
}

function currentUser(connection: Connection): Promise<CurrentUser> {
  return connection.sendMessagePromise<CurrentUser>({ type: 'auth/current_user' });
}

function saveTokens(tokens: AuthData | null): void {
  if (tokens === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(tokens));
}

function loadTokens(): AuthData | null {
  try {
    const tokens = JSON.parse(localStorage.getItem(KEY) ?? 'null') as AuthData | null;
    return tokens?.hassUrl === location.origin ? tokens : null;
  } catch {
    return null;
  }
}

/** Has errors name their message of the catalog, on this socket of the connection. Beside what the library says it can do. */
function nameErrors(connection: Connection): void {
  const features = { coalesce_messages: 1, error_keys: 1 };
  connection.sendMessagePromise({ type: 'supported_features', features }).catch(() => {});
}
