import { Auth, type Connection } from 'home-assistant-js-websocket';
import { onPreference } from '../app/preferences.ts';
import { navigate } from '../app/router.ts';
import { isInCompanionApp, onFeel, sendToApp } from './companion-channel.ts';

const SET_TOKEN = 'externalAuthSetToken';
const REVOKED = 'externalAuthRevokeToken';
const MAX_WAIT_MS = 30_000;

/** A message of the app: a command, or the result of a message of ours. */
interface Incoming {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly command?: unknown;
  readonly payload?: unknown;
}

/** The login that a companion app lends to the pages it shows; the app keeps the refresh token. */
class LentLogin extends Auth {
  private asked: Promise<void> | undefined;

  constructor() {
    super({
      hassUrl: location.origin,
      clientId: null,
      access_token: '',
      refresh_token: '',
      expires: 0,
      expires_in: 0,
    });
  }

  /** Asks the app for a token; `force` for one it has not given before. Rejects if it gives none. */
  override refreshAccessToken(force = false): Promise<void> {
    if (this.asked === undefined || force) {
      this.asked = this.ask(force).finally(() => {
        this.asked = undefined;
      });
    }
    return this.asked;
  }

  override async revoke(): Promise<void> {
    const revoked = answerOf(REVOKED);
    sendToApp('revokeExternalAuth', { callback: REVOKED });
    await revoked;
  }

  private async ask(force: boolean): Promise<void> {
    const answered = answerOf(SET_TOKEN);
    sendToApp('getExternalAuth', { callback: SET_TOKEN, ...(force ? { force } : {}) });
    const { access_token, expires_in } = (await answered) as Readonly<Record<string, unknown>>;
    if (typeof access_token !== 'string' || typeof expires_in !== 'number')
      throw new Error('The app gave no token');
    this.data = { ...this.data, access_token, expires_in, expires: Date.now() + expires_in * 1000 };
  }
}

/** The result that the app passes to a function of the page. Rejects if it fails or takes too long. */
function answerOf(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The app does not answer')), MAX_WAIT_MS);
    Object.assign(window, {
      [name]: (isGood: unknown, answer: unknown) => {
        clearTimeout(late);
        if (isGood === true) resolve(answer ?? {});
        else reject(new Error('The app refused'));
      },
    });
  });
}

/** The companion app around this page: it lends its login and learns what happens on the page. */
export class CompanionApp {
  readonly auth = new LentLogin();
  private ids = 0;

  constructor() {
    Object.assign(window, { externalBus: (message: unknown) => this.take(message) });
    onFeel((hapticType) => this.tell('haptic', { hapticType }));
    onPreference(() => this.tell('theme-update'));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.tell('theme-update'));
  }

  openSettings(): void {
    this.tell('config_screen/show');
  }

  /** Tells the app about the connection from now on. */
  follow(connection: Connection): void {
    const status = (event: 'connected' | 'disconnected'): void => {
      this.tell('connection-status', { event });
    };
    connection.addEventListener('ready', () => status('connected'));
    connection.addEventListener('disconnected', () => status('disconnected'));
    status('connected');
    this.tell('config/get');
    this.tell('theme-update');
    this.tell('frontend/loaded');
  }

  /** Tells the app that its login is not valid. */
  refused(): void {
    this.tell('connection-status', { event: 'auth-invalid' });
  }

  private tell(type: string, payload?: object): void {
    this.ids += 1;
    sendToApp('externalBus', { id: this.ids, type, ...(payload === undefined ? {} : { payload }) });
  }

  /** Takes a message of the app; what does not fit is ignored. */
  private take(message: unknown): void {
    const { id, type, command, payload } = (message ?? {}) as Incoming;
    if (type !== 'command') return;
    const isDone = this.carryOut(String(command), (payload ?? {}) as Readonly<Record<string, unknown>>);
    const error = { code: 'not_supported', message: `Unknown command ${String(command).slice(0, 50)}` };
    sendToApp('externalBus', {
      id,
      type: 'result',
      ...(isDone ? { success: true, result: null } : { success: false, error }),
    });
  }

  /** Returns false for a command that this app does not have. */
  private carryOut(command: string, { path }: Readonly<Record<string, unknown>>): boolean {
    if (command === 'restart') location.reload();
    else if (command === 'navigate' && typeof path === 'string' && /^\/(?!\/)/.test(path)) navigate(path);
    else if (command === 'notifications/show')
      document.querySelector<HTMLElement>('hearth-bell button')?.click();
    else return command === 'sidebar/show' || command === 'sidebar/toggle';
    return true;
  }
}

let app: CompanionApp | undefined;

/** The companion app around this page; undefined in a browser. */
export function companionApp(): CompanionApp | undefined {
  if (app === undefined && isInCompanionApp()) app = new CompanionApp();
  return app;
}
