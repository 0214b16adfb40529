import { expectDevice, integration, NotReachable, z } from 'hearth-integration';
import { ZwaveClient, type ZwaveEvent } from './client.ts';
import { Network } from './network.ts';

/** Z-Wave: locks, thermostats, shutters, switches and sensors, by a Z-Wave JS server. */
export default integration({
  config: z.object({
    url: z
      .string()
      .max(500)
      .regex(/^wss?:\/\/[^\s]+$/)
      .default('ws://localhost:3000'),
  }),
  discovery: [
    {
      mdns: '_zwave-js-server._tcp',
      uniqueId: ({ properties }) => properties.homeId,
      toConfig: ({ ip_address: host, port }) => ({
        url: `ws://${host.includes(':') ? `[${host}]` : host}:${port}`,
      }),
      title: () => 'Z-Wave JS',
    },
  ],

  async connect({ url }) {
    const client = await ZwaveClient.open(url);
    client.close();
    return { uniqueId: homeOf(client), title: 'Z-Wave JS' };
  },

  setup(entry) {
    const { url } = entry.data;
    let current: ZwaveClient | undefined;
    let network: Network | undefined;
    const ask = (): ZwaveClient => {
      if (current === undefined) throw new NotReachable('There is no connection to the server');
      return current;
    };
    entry.connection(async ({ signal, up }) => {
      const early: ZwaveEvent[] = [];
      let isRead = false;
      const client = await ZwaveClient.open(url, (event) => {
        if (isRead) network?.happened(event);
        else if (early.length < 10_000) early.push(event);
      });
      const end = (): void => client.close();
      signal.addEventListener('abort', end);
      try {
        const homeId = homeOf(client);
        expectDevice(entry, homeId);
        const nodes = await client.listen();
        network ??= new Network(entry, Number(homeId), ask);
        network.begin(nodes);
        isRead = true;
        for (const event of early) network.happened(event);
        current = client;
        up();
        await client.closed;
        throw new NotReachable('The connection was closed');
      } finally {
        current = undefined;
        signal.removeEventListener('abort', end);
        client.close();
      }
    });
  },

  async diagnostics({ data: { url } }) {
    const client = await ZwaveClient.open(url);
    try {
      const nodes = await client.listen();
      return {
        server: client.version,
        nodes: nodes.map(({ values, ...node }) => ({
          ...node,
          values: [...values.values()].map((value) =>
            value.metadata.secret ? { ...value, value: null } : value,
          ),
        })),
      };
    } finally {
      client.close();
    }
  },
});

/** The ID of the network, which is that of its controller. */
function homeOf({ version: { homeId } }: ZwaveClient): string {
  if (homeId === undefined)
    throw new NotReachable('The server is not ready: its controller was not found yet');
  return String(homeId);
}
