import type { Connection } from 'home-assistant-js-websocket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAlive } from '../../web/server/heartbeat.ts';

/** A connection whose server answers pings while `isAlive`. */
function aConnection() {
  const server = { isAlive: true, pings: 0, drops: 0 };
  const listeners = new Map<string, () => void>();
  const connection = {
    connected: true,
    ping: () => {
      server.pings += 1;
      return server.isAlive ? Promise.resolve() : new Promise(() => {});
    },
    reconnect: () => {
      server.drops += 1;
      connection.connected = false;
      listeners.get('disconnected')?.();
    },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: () => {},
  };
  return {
    server,
    connection: connection as unknown as Connection,
    begin: () => {
      connection.connected = true;
      listeners.get('ready')?.();
    },
  };
}

const page = { hidden: false, wake: () => {} };
const around = {
  isHidden: () => page.hidden,
  onWake: (listener: () => void) => {
    page.wake = listener;
    return () => {};
  },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection of the app', () => {
  it('is kept while the server answers', async () => {
    const { server, connection } = aConnection();
    keepAlive(connection, around);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.pings).toBeGreaterThan(5);
    expect(server.drops).toBe(0);
  });

  it('is dropped within ten seconds if the server is silent, and watched again once it is back', async () => {
    const { server, connection, begin } = aConnection();
    keepAlive(connection, around);
    await vi.advanceTimersByTimeAsync(20_000);
    server.isAlive = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.drops).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.drops).toBe(1);
    begin();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.drops).toBe(2);
  });

  it('is not checked while the page is hidden, and at once when it is shown', async () => {
    const { server, connection } = aConnection();
    keepAlive(connection, around);
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.pings).toBe(0);
    page.hidden = false;
    page.wake();
    expect(server.pings).toBe(1);
  });

  it('is no longer checked after its end', async () => {
    const { server, connection } = aConnection();
    const end = keepAlive(connection, around);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.pings).toBe(0);
  });
});
