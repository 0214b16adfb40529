import { errorText, integration, NotReachable, z } from 'hearth-integration';
import { SnapcastClient } from './client.ts';
import { Players } from './players.ts';

/** Snapcast: speakers in several rooms that play the same at the same time. */
export default integration({
  config: z.object({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(1705),
  }),
  discovery: [
    {
      mdns: '_snapcast-jsonrpc._tcp',
      // A server has nothing that tells it from others but its address.
      uniqueId: ({ ip_address: host, port }) => `${host}:${port}`,
      toConfig: ({ ip_address: host, port }) => ({ host, port }),
    },
  ],

  async connect({ host, port }) {
    await once(host, port, (client) => client.status());
    return { title: 'Snapcast' };
  },

  setup(entry) {
    const { host, port } = entry.data;
    let current: SnapcastClient | undefined;
    let readAgain = async (): Promise<void> => {};
    const ask = (): SnapcastClient => {
      if (current === undefined) throw new NotReachable('There is no connection to the server');
      return current;
    };
    const players = new Players(entry, `${host}:${port}`, ask, () => readAgain());
    entry.connection(async ({ signal, up }) => {
      const client = await SnapcastClient.open(host, port);
      const end = (): void => client.close();
      signal.addEventListener('abort', end);
      let reading: Promise<void> = Promise.resolve();
      let waiting: Promise<void> | undefined;
      // News come in bursts: one reading after the present one is enough for all of them.
      const read = (): Promise<void> => {
        waiting ??= reading
          .catch(() => {})
          .then(async () => {
            waiting = undefined;
            reading = client.status().then((server) => players.show(server));
            await reading;
          });
        return waiting;
      };
      readAgain = read;
      const reread = (): void =>
        void read().catch((error: unknown) => {
          entry.log.warn(`The server could not be read: ${errorText(error)}`);
          client.close();
        });
      try {
        const ended = client.listen(() => !players.isCalling && reread());
        current = client;
        await Promise.race([read(), ended]);
        up();
        await ended;
      } finally {
        current = undefined;
        signal.removeEventListener('abort', end);
        client.close();
      }
    });
  },

  diagnostics: ({ data: { host, port } }) => once(host, port, (client) => client.status()),
});

/** Asks a server something on a connection of its own. */
async function once<Value>(
  host: string,
  port: number,
  ask: (client: SnapcastClient) => Promise<Value>,
): Promise<Value> {
  const client = await SnapcastClient.open(host, port);
  const ended = client.listen(() => {});
  try {
    return await Promise.race([ask(client), ended]);
  } finally {
    ended.catch(() => {});
    client.close();
  }
}
