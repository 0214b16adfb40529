import { expect, it } from 'vitest';
import { type Pending, ReloadOnReconnect } from '../../web/state/reload-on-reconnect.ts';

it('what a page shows is read when it opens and whenever the connection is back, until the page is closed', () => {
  const listeners = new Set<() => void>();
  let read = 0;
  const host = {
    home: {
      connection: {
        addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
      },
    },
    addController: () => {},
  } as unknown as Pending;
  const afresh = new ReloadOnReconnect(host, () => {
    read += 1;
  });
  expect(read).toBe(0);
  afresh.hostConnected();
  expect(read).toBe(1);
  for (const back of listeners) back();
  expect(read).toBe(2);
  afresh.hostDisconnected();
  expect(listeners.size).toBe(0);
});
