import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { ulid } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { encryptPush, publicPoint, vapidHeader } from './push-encryption.ts';
import type { PushStore, Subscription } from './push-store.ts';

/** A request to a push service, ready to be sent. */
export interface PushRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What a browser sends when it subscribes. */
export interface NewSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

interface WebPushParts {
  readonly store: PushStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Sends a request and resolves with the status. Rejects if there is no answer or the address is not allowed. */
  readonly send: (request: PushRequest) => Promise<number>;
  /** Whether a login still exists and its user may use it. */
  readonly isLoggedIn: (tokenId: string, userId: string) => boolean;
  /** An address of the owner for the operators of push services [RFC 8292 §2.1]. */
  readonly contact: () => string;
}

const KEY = 'server';
const MAX_PER_USER = 20;
const MAX_ENDPOINT = 1000;
/** Push services must take 4096 bytes of the encrypted message [RFC 8030 §7.2], which is longer by 103. */
const MAX_PAYLOAD_BYTES = 3900;
const TTL_SECONDS = 86_400;
/** Pauses before the next attempts when a push service is busy or not reached, in milliseconds. */
const PAUSES_MS = [5000, 60_000, 600_000];
const MAX_WAITING = 1000;
const GONE = [404, 410];

/** Notifications to browsers: subscriptions and encrypted messages [RFC 8030, RFC 8291, RFC 8292]. */
export class WebPush {
  private readonly parts: WebPushParts;
  private waiting = 0;

  constructor(parts: WebPushParts) {
    this.parts = parts;
  }

  /** The server's public key, which browsers subscribe with, in base64url. Creates the key pair if needed. */
  async publicKey(): Promise<string> {
    return publicPoint(await this.keys());
  }

  /** The subscriptions of a user, oldest first. Those whose login has ended are removed. */
  async ofUser(userId: string): Promise<Subscription[]> {
    const { subscriptions } = this.parts.store;
    const all = [...subscriptions.entries.values()].filter(({ user_id }) => user_id === userId);
    const ended = all.filter(({ token_id }) => !this.parts.isLoggedIn(token_id, userId));
    await Promise.all(ended.map(({ id }) => subscriptions.delete(id)));
    return all.filter((one) => !ended.includes(one)).sort((a, b) => a.created_at - b.created_at);
  }

  /**
   * Adds a browser; one with the same endpoint is replaced. Throws `invalid_format` for an endpoint that is not https
   * or keys that are not those of a browser, and `too_many_requests` beyond 20 browsers of a user.
   */
  async subscribe(userId: string, tokenId: string, wanted: NewSubscription): Promise<Subscription> {
    const { store, clock } = this.parts;
    requireEndpoint(wanted.endpoint);
    requireKey('p256dh', wanted.p256dh, 65);
    requireKey('auth', wanted.auth, 16);
    const all = await this.ofUser(userId);
    const same = [...store.subscriptions.entries.values()].find(
      ({ endpoint }) => endpoint === wanted.endpoint,
    );
    if (same === undefined && all.length >= MAX_PER_USER)
      throw fault('too_many_requests', 'too_many_push_subscriptions', { max: MAX_PER_USER });
    const now = clock.now();
    const kept = {
      ...wanted,
      id: same?.id ?? ulid(now),
      user_id: userId,
      token_id: tokenId,
      created_at: now,
    };
    await store.subscriptions.put(kept.id, kept);
    return kept;
  }

  /** Removes a browser of a user. Throws `not_found`. */
  async unsubscribe(userId: string, id: string): Promise<void> {
    const found = this.parts.store.subscriptions.entries.get(id);
    if (found?.user_id !== userId) throw fault('not_found', 'push_subscription_not_found', { id });
    await this.parts.store.subscriptions.delete(id);
  }

  /** Sends a message to a browser, in the background. A subscription that has ended is removed. */
  deliver(subscription: Subscription, message: object, isUrgent: boolean): void {
    if (this.waiting >= MAX_WAITING) {
      this.parts.log.warn('A notification was dropped: too many are waiting', { browser: subscription.name });
      return;
    }
    this.waiting += 1;
    void this.attempt(subscription, message, isUrgent, 0);
  }

  private async attempt(
    to: Subscription,
    message: object,
    isUrgent: boolean,
    attempts: number,
  ): Promise<void> {
    const { log, clock, store } = this.parts;
    let status: number | undefined;
    let reason: unknown;
    try {
      status = await this.parts.send(await this.encrypt(to, message, isUrgent));
    } catch (error) {
      reason = error;
    }
    if (status !== undefined && status < 300) {
      this.waiting -= 1;
      return;
    }
    const isBusy = status === undefined || status === 429 || status >= 500;
    const pause = isBusy ? PAUSES_MS[attempts] : undefined;
    if (pause !== undefined) {
      clock.after(pause, () => void this.attempt(to, message, isUrgent, attempts + 1));
      return;
    }
    this.waiting -= 1;
    const isGone = status !== undefined && GONE.includes(status);
    if (isGone) await store.subscriptions.delete(to.id).catch(() => {});
    const detail = { browser: to.name, ...(status === undefined ? { error: reason } : { status }) };
    if (isGone) log.info('A browser no longer takes notifications', detail);
    else log.warn('A notification could not be delivered', detail);
  }

  private async encrypt(to: Subscription, message: object, isUrgent: boolean): Promise<PushRequest> {
    const url = new URL(to.endpoint);
    const payload = Buffer.from(JSON.stringify(fitting(message)));
    const sender = { audience: url.origin, contact: this.parts.contact(), now: this.parts.clock.now() };
    const headers = {
      Authorization: vapidHeader(await this.keys(), sender),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TTL_SECONDS),
      Urgency: isUrgent ? 'high' : 'normal',
    };
    return { url, headers, body: await encryptPush(payload, to) };
  }

  private async keys(): Promise<JsonWebKey> {
    const { keys } = this.parts.store;
    const kept = keys.entries.get(KEY);
    if (kept !== undefined) return kept;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const created = privateKey.export({ format: 'jwk' });
    await keys.put(KEY, created);
    return created;
  }
}

/** The message with its text shortened to what push services take. */
function fitting(message: object): object {
  const excess = Buffer.byteLength(JSON.stringify(message)) - MAX_PAYLOAD_BYTES;
  const { body } = message as { readonly body?: string };
  if (excess <= 0 || body === undefined) return message;
  // Each character removed is at least a byte; characters beyond ASCII free more than needed.
  return { ...message, body: `${body.slice(0, Math.max(0, body.length - excess - 3))}…` };
}

function requireEndpoint(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlain =
    url?.protocol === 'https:' && url.username === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  if (!isPlain || endpoint.length > MAX_ENDPOINT)
    throw fault('invalid_format', 'push_endpoint_not_allowed', { endpoint: endpoint.slice(0, 100) });
}

function requireKey(name: string, text: string, bytes: number): void {
  if (!/^[\w-]+=*$/.test(text) || Buffer.from(text, 'base64url').length !== bytes)
    throw fault('invalid_format', 'push_key_invalid', { name, bytes });
}
