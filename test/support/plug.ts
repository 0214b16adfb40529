import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plug that answers over HTTP as `examples/integrations/switch` expects. */
export interface Plug {
  readonly port: number;
  isOn: boolean;
  /** What it was asked, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** Starts a plug, on a given port or a free one. */
export async function startPlug(given = 0, mac = 'aabbccddeeff'): Promise<Plug> {
  const requests: string[] = [];
  const plug = { isOn: false };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (path === '/on') plug.isOn = true;
    if (path === '/off') plug.isOn = false;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ mac, name: 'Coffee', on: plug.isOn }));
  });
  await new Promise<void>((resolve) => server.listen(given, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get isOn() {
      return plug.isOn;
    },
    set isOn(isOn) {
      plug.isOn = isOn;
    },
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
