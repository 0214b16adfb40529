import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Clock, Undo } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { WarningLog } from '../mqtt/client/warning-log.ts';
import type {
  BrokerClient,
  BrokerFigures,
  BrokerLimits,
  BrokerSetup,
  FromBroker,
  RetainedMessage,
  ToBroker,
  TopicRights,
} from './messages.ts';

/** The accounts of the broker, as it queries them. */
export interface BrokerAccounts {
  /** The permissions of an account; undefined for a wrong name or password. Throws for too many attempts. */
  verify(username: string, password: string, address: string): Promise<TopicRights | undefined>;
  /** Called with the name of an account that is another now. */
  onChange(listener: (username: string) => void): Undo;
}

/** Where retained messages survive a restart. */
export interface RetainedMemory {
  /** Removes what exceeds the limits and returns the number of removed messages. */
  trim(): Promise<number>;
  load(): Promise<readonly RetainedMessage[]>;
  save(messages: readonly RetainedMessage[]): Promise<void>;
}

/** What the embedded broker needs. */
export interface EmbeddedBrokerParts {
  readonly settings: { readonly host: string; readonly port: number; readonly anonymous: boolean };
  readonly limits: BrokerLimits;
  readonly accounts: BrokerAccounts;
  readonly memory: RetainedMemory;
  readonly clock: Clock;
  readonly log: Log;
}

/** The state of the broker. */
export interface BrokerState extends BrokerFigures {
  readonly is_running: boolean;
  readonly host: string;
  readonly port: number;
  /** The connected clients, except the server itself. */
  readonly connected: readonly BrokerClient[];
}

/** Workers load from the build, also when this file itself runs from `src`, as in tests. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/integrations/mqtt-broker/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

const FIRST_WAIT = 1000;
const MAX_WAIT = 60_000;
const ROWS_PER_MESSAGE = 500;
const TIMEOUT_MS = 5000;
/** Milliseconds until messages the disk refused are written again. */
const RETRY = 5000;
const NO_FIGURES: BrokerFigures = { clients: 0, retained: 0, received: 0, sent: 0, dropped: 0 };

/** The embedded broker: a supervised worker that is restarted when it ends. */
export class EmbeddedBroker implements Part {
  readonly name = 'mqtt broker';
  private readonly parts: EmbeddedBrokerParts;
  private readonly warnings: WarningLog;
  private readonly home = {
    username: `$house-${randomBytes(6).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
  };
  private readonly undos: Undo[] = [];
  private readonly watchers = new Set<(figures: BrokerFigures) => void>();
  private readonly pendingLogins = new Map<number, (clients: readonly BrokerClient[]) => void>();
  /** Messages by topic that are not on the disk yet: being written or refused by it. */
  private readonly unsaved = new Map<string, RetainedMessage>();
  private isRefused = false;
  private cancelRetry: Undo | undefined;
  private lastRequested = 0;
  private worker: Worker | undefined;
  private port: number | undefined;
  private figures = NO_FIGURES;
  private wait = FIRST_WAIT;
  private isStopped = true;

  constructor(parts: EmbeddedBrokerParts) {
    this.parts = parts;
    this.warnings = new WarningLog(parts.log, parts.clock);
  }

  /** The URL and credentials of the server's own client; undefined while the broker does not listen. */
  get address(): { readonly url: string; readonly username: string; readonly password: string } | undefined {
    if (this.port === undefined) return undefined;
    return { url: `mqtt://${ownHost(this.parts.settings.host)}:${this.port}`, ...this.home };
  }

  /** Called from time to time with the broker's counters, and with zeros when it ends. */
  onFigures(listener: (figures: BrokerFigures) => void): Undo {
    this.watchers.add(listener);
    listener(this.figures);
    return () => this.watchers.delete(listener);
  }

  /** Resolves once it listens or failed to: it then keeps trying while the server starts without it. */
  async start(): Promise<void> {
    this.isStopped = false;
    this.undos.push(this.parts.accounts.onChange((username) => this.post({ kind: 'cut', username })));
    await this.open();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const undo of this.undos.splice(0)) undo();
    this.cancelRetry?.();
    await this.close();
    if (this.isRefused) await this.save([]);
  }

  private async close(): Promise<void> {
    const { worker } = this;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const cancel = this.parts.clock.after(TIMEOUT_MS, () => worker.terminate());
    this.post({ kind: 'close' });
    await ended;
    cancel();
  }

  /** The current counters and connected clients. */
  async state(): Promise<BrokerState> {
    const connected = (await this.clients()).filter(({ username }) => username !== this.home.username);
    const { host, port } = this.parts.settings;
    return {
      is_running: this.port !== undefined,
      host,
      port: this.port ?? port,
      ...this.figures,
      connected,
    };
  }

  private clients(): Promise<readonly BrokerClient[]> {
    if (this.port === undefined) return Promise.resolve([]);
    this.lastRequested += 1;
    const id = this.lastRequested;
    return new Promise((resolve) => {
      this.pendingLogins.set(id, resolve);
      this.parts.clock.after(TIMEOUT_MS, () => this.answer(id, []));
      this.post({ kind: 'clients', id });
    });
  }

  private answer(id: number, clients: readonly BrokerClient[]): void {
    this.pendingLogins.get(id)?.(clients);
    this.pendingLogins.delete(id);
  }

  private async open(): Promise<void> {
    const { settings, limits, memory, log } = this.parts;
    const removed = await memory.trim().catch((error: unknown) => {
      log.error('Could not delete retained messages beyond the limits', { error });
      return 0; // a full disk must not keep devices from publishing
    });
    if (removed > 0) log.warn(`Removed the ${removed} largest retained messages: the limits were exceeded`);
    const retained = await memory.load();
    if (this.isStopped) return;
    const setup: BrokerSetup = { ...settings, limits, home: this.home };
    const worker = new Worker(WORKER, { name: 'mqtt broker', workerData: setup, execArgv: [] });
    this.worker = worker;
    let reason = 'it ended by itself';
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.once('exit', () => this.ended(reason));
    for (let i = 0; i === 0 || i < retained.length; i += ROWS_PER_MESSAGE) {
      const isLast = i + ROWS_PER_MESSAGE >= retained.length;
      this.post({ kind: 'retained', messages: retained.slice(i, i + ROWS_PER_MESSAGE), isLast });
    }
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.on('message', (message: FromBroker) => {
        if (message.kind === 'listening') {
          this.port = message.port;
          this.wait = FIRST_WAIT;
          log.info(`The MQTT broker listens on ${settings.host}:${message.port}`);
          resolve();
        } else if (message.kind === 'failed') {
          reason = message.message;
          worker.terminate();
        } else this.onMessage(message);
      });
    });
  }

  private ended(reason: string): void {
    this.worker = undefined;
    this.port = undefined;
    for (const id of [...this.pendingLogins.keys()]) this.answer(id, []);
    this.sendFigures(NO_FIGURES);
    if (this.isStopped) return;
    this.warnings.warn(
      `ended ${reason}`,
      `The MQTT broker cannot run: ${reason}. It is tried again in ${this.wait / 1000} s`,
    );
    this.undos.push(
      this.parts.clock.after(this.wait, () => {
        this.open().catch((error: unknown) => this.ended(String(error)));
      }),
    );
    this.wait = Math.min(MAX_WAIT, this.wait * 2);
  }

  private onMessage(message: FromBroker): void {
    switch (message.kind) {
      case 'login':
        this.verify(message).catch(() => this.post({ kind: 'decision', id: message.id, decision: 'busy' }));
        break;
      case 'store':
        this.save(message.messages).finally(() => this.post({ kind: 'stored', upTo: message.upTo }));
        break;
      case 'figures':
        this.sendFigures(message.figures);
        break;
      case 'clients':
        this.answer(message.id, message.clients);
        break;
      case 'warning':
        this.parts.log.warn(message.message);
        break;
      default:
        break;
    }
  }

  private async verify(request: FromBroker & { readonly kind: 'login' }): Promise<void> {
    const { id, username, password, address } = request;
    let decision: TopicRights | 'refused' | 'busy';
    try {
      const account = await this.parts.accounts.verify(username, password, address);
      decision =
        account === undefined ? 'refused' : { publish: account.publish, subscribe: account.subscribe };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      decision = 'busy';
    }
    if (typeof decision === 'string') {
      const what =
        decision === 'refused' ? 'with a wrong name or password' : 'too often with a wrong password';
      const who = username.slice(0, 64);
      this.warnings.warn(`login ${who} ${address}`, `${address} came ${what} as MQTT user ${who}`);
    }
    this.post({ kind: 'decision', id, decision });
  }

  /** Settles when the write is done or failed; failed writes are retried: a full disk blocks no client. */
  private async save(messages: readonly RetainedMessage[]): Promise<void> {
    for (const message of messages) this.unsaved.set(message.topic, message);
    const wanted = this.isRefused ? [...this.unsaved.values()] : messages;
    try {
      await this.parts.memory.save(wanted);
      for (const message of wanted)
        if (this.unsaved.get(message.topic) === message) this.unsaved.delete(message.topic);
      if (this.isRefused) this.parts.log.info('Retained messages are being saved again');
      this.isRefused = false;
    } catch (error) {
      this.warnings.warn('retained', `Retained messages are not being kept: ${String(error)}`);
      if (!this.isRefused && !this.isStopped) this.retry();
      this.isRefused = true;
    }
  }

  private retry(): void {
    this.cancelRetry = this.parts.clock.after(RETRY, async () => {
      await this.save([]);
      if (this.isRefused && !this.isStopped) this.retry();
    });
  }

  private sendFigures(figures: BrokerFigures): void {
    this.figures = figures;
    for (const watcher of this.watchers) watcher(figures);
  }

  private post(message: ToBroker): void {
    this.worker?.postMessage(message);
  }
}

/** The URL host by which a client on this machine reaches a listening address. */
function ownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}
