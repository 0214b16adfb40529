import type { Connection } from 'home-assistant-js-websocket';

/** How often the server is asked for a sign of life, and how long it may take, in milliseconds: below 10 s together. */
const INTERVAL_MS = 5000;
const TIMEOUT_MS = 4000;

/** The page around the connection. */
export interface PageAround {
  isHidden(): boolean;
  /** Calls back when the page is shown or its network changes; returns a function that ends it. */
  onWake(listener: () => void): () => void;
}

/**
 * Detects a server that is silent although the socket is open: a phone that left the network, a frozen machine.
 * Such a connection is dropped, so that the app shows that it is lost and connects again. Hidden pages are not
 * checked, and at once when they are shown again. Returns a function that ends it.
 */
export function keepAlive(connection: Connection, page: PageAround): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;

  const drop = (): void => {
    isWaiting = false;
    connection.reconnect(true);
  };
  const answered = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    plan();
  };
  const check = (): void => {
    if (isWaiting || page.isHidden() || !connection.connected) return;
    clearTimeout(timer);
    isWaiting = true;
    timer = setTimeout(drop, TIMEOUT_MS);
    connection.ping().then(answered, answered);
  };
  const plan = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, INTERVAL_MS);
  };
  const lost = (): void => {
    isWaiting = false;
    clearTimeout(timer);
  };

  connection.addEventListener('ready', plan);
  connection.addEventListener('disconnected', lost);
  const endWake = page.onWake(check);
  plan();
  return () => {
    lost();
    connection.removeEventListener('ready', plan);
    connection.removeEventListener('disconnected', lost);
    endWake();
  };
}
