import { integration, NotReachable, z } from 'hearth-integration';
import { MpdClient } from './client.ts';
import { Player } from './player.ts';

/** MPD: a music player that others control over the network. */
export default integration({
  config: z.object({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(6600),
    password: z.string().max(200).meta({ secret: true }).optional(),
  }),
  discovery: [
    {
      mdns: '_mpd._tcp',
      // A player has nothing that tells it from others but its address.
      uniqueId: ({ ip_address: host, port }) => `${host}:${port}`,
      toConfig: ({ ip_address: host, port }) => ({ host, port }),
    },
  ],

  async connect(config) {
    const client = await MpdClient.open(config);
    try {
      await client.send('status');
      return { title: 'Music Player Daemon' };
    } finally {
      client.close();
    }
  },

  setup(entry) {
    let current: MpdClient | undefined;
    const player = new Player(entry, () => {
      if (current === undefined) throw new NotReachable('There is no connection to the player');
      return current;
    });
    entry.connection(async ({ signal, up }) => {
      const client = await MpdClient.open(entry.data);
      const end = (): void => client.close();
      signal.addEventListener('abort', end);
      try {
        await client.follow(async () => {
          await player.read(client);
          current = client;
          up();
        });
      } finally {
        current = undefined;
        signal.removeEventListener('abort', end);
        client.close();
      }
    });
  },

  async diagnostics({ data }) {
    const client = await MpdClient.open(data);
    try {
      return { status: await client.send('status'), outputs: await client.send('outputs') };
    } finally {
      client.close();
    }
  },
});
