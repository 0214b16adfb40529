import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { filterProblem } from '../core/mqtt-topic.ts';
import type { Collection } from '../storage/documents.ts';
import { type Attempt, LoginThrottle } from './login-throttle.ts';
import { checkNewPassword, PasswordHasher } from './passwords.ts';
import { peerNetwork } from './peer.ts';
import { Signal } from './signal.ts';

/** An account of Hearth's MQTT broker, with the topic filters it may publish and subscribe to. */
export const MqttAccount = z.object({
  username: z.string(),
  password_hash: z.string(),
  publish: z.array(z.string()),
  subscribe: z.array(z.string()),
  created_at: z.string(),
});
export type MqttAccount = z.infer<typeof MqttAccount>;

/** An account without its hash. */
export type ShownMqttAccount = Omit<MqttAccount, 'password_hash'>;

/** The settings of an account; a new one may publish and subscribe to everything by default. */
export interface MqttAccountRequest {
  readonly password?: string | undefined;
  readonly publish?: readonly string[] | undefined;
  readonly subscribe?: readonly string[] | undefined;
}

/** One login; `mac` identifies the pair of username and password. */
interface Login {
  readonly username: string;
  readonly password: string;
  readonly peer: string;
  readonly mac: Buffer;
}

interface Underway {
  readonly network: string;
  readonly username: string;
  readonly settled: Promise<void>;
}

const MAX_NAME_LENGTH = 64;
const MAX_FILTERS = 100;
const MAX_ACCOUNTS = 1000;

/**
 * The accounts of the MQTT broker. A correct pair is remembered in memory, as a hash with a random key, so
 * that devices reconnecting together cost one slow hash per account.
 */
export class MqttAccounts {
  private readonly store: Collection<MqttAccount>;
  private readonly clock: Clock;
  private readonly hasher: PasswordHasher;
  private readonly throttle: LoginThrottle;
  private readonly changed = new Signal<string>();
  private readonly key = randomBytes(32);
  private readonly remembered = new Map<string, Buffer>();
  private readonly checking = new Map<string, Promise<boolean>>();
  /** The checks in progress. */
  private readonly underway = new Set<Underway>();

  constructor(store: Collection<MqttAccount>, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.hasher = new PasswordHasher(clock);
    this.throttle = new LoginThrottle(clock, () => false);
  }

  /** All accounts, by name. */
  list(): ShownMqttAccount[] {
    const all = [...this.store.entries.values()].map(shown);
    return all.sort((a, b) => (a.username < b.username ? -1 : 1));
  }

  /** Called with the name of an account whose password or permissions changed, or that was deleted. */
  onChange(listener: (username: string) => void): Undo {
    return this.changed.on(listener);
  }

  /** Creates an account. Throws `invalid_info` for an invalid name or filter, and `id_in_use`. */
  async create(username: string, request: MqttAccountRequest): Promise<ShownMqttAccount> {
    checkName(username);
    if (this.store.entries.has(username)) throw fault('id_in_use', 'mqtt_user_exists', { username });
    if (this.store.entries.size >= MAX_ACCOUNTS)
      throw fault('not_allowed', 'too_many_mqtt_users', { max: MAX_ACCOUNTS });
    if (request.password === undefined) throw fault('invalid_info', 'mqtt_user_needs_password');
    checkNewPassword(request.password);
    const account = {
      username,
      password_hash: await this.hasher.hash(request.password),
      publish: filters(request.publish ?? ['#']),
      subscribe: filters(request.subscribe ?? ['#']),
      created_at: isoTime(this.clock.now()),
    };
    if (this.store.entries.has(username)) throw fault('id_in_use', 'mqtt_user_exists', { username });
    await this.save(account);
    return shown(account);
  }

  /** Changes the given settings; connected clients must log in again. */
  async update(username: string, request: MqttAccountRequest): Promise<ShownMqttAccount> {
    this.need(username);
    if (request.password !== undefined) checkNewPassword(request.password);
    const hash = request.password === undefined ? undefined : await this.hasher.hash(request.password);
    const known = this.need(username);
    const account = {
      ...known,
      password_hash: hash ?? known.password_hash,
      publish: request.publish === undefined ? known.publish : filters(request.publish),
      subscribe: request.subscribe === undefined ? known.subscribe : filters(request.subscribe),
    };
    await this.save(account);
    return shown(account);
  }

  /** Deletes an account and closes its connections. */
  async delete(username: string): Promise<void> {
    this.need(username);
    const done = this.store.delete(username);
    this.forget(username);
    await done;
  }

  /** The account, if name and password are correct. Throws `too_many_requests` after too many failures. */
  async verify(username: string, password: string, peer: string): Promise<ShownMqttAccount | undefined> {
    const account = this.store.entries.get(username);
    const mac = createHmac('sha256', this.key).update(`${username}\0${password}`).digest();
    const known = this.remembered.get(username);
    if (account !== undefined && known !== undefined && timingSafeEqual(known, mac)) return shown(account);
    if (!(await this.isRight(account, { username, password, peer, mac }))) return undefined;
    // The account may have changed during the check.
    const now = this.store.entries.get(username);
    if (now === undefined || now.password_hash !== account?.password_hash) return undefined;
    this.remembered.set(username, mac);
    return shown(now);
  }

  private isRight(account: MqttAccount | undefined, login: Login): Promise<boolean> {
    const key = `${account?.password_hash} ${login.mac.toString('base64')}`;
    const underway = this.checking.get(key);
    if (underway !== undefined) return underway;
    const check = this.guardedCheck(account, login).finally(() => this.checking.delete(key));
    this.checking.set(key, check);
    return check;
  }

  /**
   * Checks a password once the throttle allows it. While checks of the same address or account are running,
   * it waits for their results instead of being rejected: devices with different accounts that reconnect
   * together from one address all succeed, and after wrong guesses the rest is rejected.
   */
  private async guardedCheck(account: MqttAccount | undefined, login: Login): Promise<boolean> {
    const network = peerNetwork(login.peer);
    for (;;) {
      const related = [...this.underway].filter(
        (one) => one.network === network || one.username === login.username,
      );
      const attempt = this.beginAttempt(login, related.length > 0);
      if (attempt !== undefined) return this.countedCheck(account, login, attempt);
      await Promise.race(related.map(({ settled }) => settled));
    }
  }

  /** Returns undefined if the attempt is throttled but may wait. */
  private beginAttempt({ peer, username }: Login, mayWait: boolean): Attempt | undefined {
    try {
      return this.throttle.begin(peer, username);
    } catch (error) {
      if (mayWait) return undefined;
      throw error;
    }
  }

  /** Counts an attempt as failed until the check proves it correct, so parallel guesses are not free. */
  private countedCheck(
    account: MqttAccount | undefined,
    { username, password, peer }: Login,
    attempt: Attempt,
  ): Promise<boolean> {
    const result = this.hasher.verify(account?.password_hash, password).then(
      (isGood) => {
        if (isGood) attempt.forgive();
        return isGood;
      },
      (error: unknown) => {
        // Nothing was checked, so nothing was guessed.
        attempt.forgive();
        throw error;
      },
    );
    const underway = { network: peerNetwork(peer), username, settled: result.then(ignore, ignore) };
    this.underway.add(underway);
    return result.finally(() => this.underway.delete(underway));
  }

  private async save(account: MqttAccount): Promise<void> {
    const done = this.store.put(account.username, account);
    this.forget(account.username);
    await done;
  }

  private forget(username: string): void {
    this.remembered.delete(username);
    this.changed.emit(username);
  }

  private need(username: string): MqttAccount {
    const account = this.store.entries.get(username);
    if (account === undefined) throw fault('not_found', 'no_such_mqtt_user', { username });
    return account;
  }
}

function ignore(): void {}

function shown({ password_hash: _, ...account }: MqttAccount): ShownMqttAccount {
  return account;
}

function checkName(username: string): void {
  const isGood = username.length > 0 && username.length <= MAX_NAME_LENGTH && !/^\$|\p{Cc}/u.test(username);
  if (!isGood) throw fault('invalid_info', 'invalid_mqtt_user_name', { max: MAX_NAME_LENGTH });
}

function filters(requested: readonly string[]): string[] {
  if (requested.length > MAX_FILTERS)
    throw fault('invalid_info', 'too_many_topic_filters', { max: MAX_FILTERS });
  for (const filter of requested) {
    const problem = filterProblem(filter);
    if (problem !== undefined)
      throw fault('invalid_info', 'invalid_topic_filter', {
        filter: JSON.stringify(filter.slice(0, 100)),
        reason: problem,
      });
  }
  return [...new Set(requested)];
}
