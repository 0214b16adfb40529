import type { Connection } from 'home-assistant-js-websocket';

/** A browser that shows the user's notifications. */
export interface PushBrowser {
  readonly id: string;
  readonly name: string;
  /** An ISO 8601 timestamp. */
  readonly created_at: string;
  readonly is_current: boolean;
}

/** Quiet hours as `HH:MM`. */
export interface PushPreferences {
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly hides_content: boolean;
}

/** The answer of `hearth/push/info`. */
export interface PushInfo {
  readonly public_key: string;
  readonly browsers: readonly PushBrowser[];
  readonly preferences: PushPreferences;
}

/** Why this browser cannot show notifications; undefined if it can. */
export function pushObstacle(): 'push.needs_https' | 'push.needs_app' | 'push.denied' | undefined {
  if (!isSecureContext) return 'push.needs_https';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'push.needs_app';
  return Notification.permission === 'denied' ? 'push.denied' : undefined;
}

export function readPush(connection: Connection): Promise<PushInfo> {
  return connection.sendMessagePromise<PushInfo>({ type: 'hearth/push/info' });
}

/** Asks the user, and lets this browser show notifications. Rejects if the user or the browser refuses. */
export async function subscribePush(connection: Connection, publicKey: string, name: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const old = await worker.pushManager.getSubscription();
  // A subscription with the key of another server, from before a new start, is of no use.
  if (old !== null && !isSameKey(old.options.applicationServerKey, key)) await old.unsubscribe();
  const { endpoint, keys } = (
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON();
  await connection.sendMessagePromise({
    type: 'hearth/push/subscribe',
    endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
    name,
  });
}

/** Stops notifications in a browser; in this one also at its push service. */
export async function unsubscribePush(connection: Connection, browser: PushBrowser): Promise<void> {
  await connection.sendMessagePromise({ type: 'hearth/push/unsubscribe', browser_id: browser.id });
  if (!browser.is_current || !('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSameKey(one: ArrayBuffer | null, other: Uint8Array): boolean {
  return one !== null && new Uint8Array(one).join() === other.join();
}
