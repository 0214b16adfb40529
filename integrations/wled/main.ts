import { integration, z } from 'hearth-integration';
import { type Snapshot, WledClient } from './client.ts';
import { Light } from './light-device.ts';

/** WLED: light strips with a web page of their own. */
export default integration({
  config: z.object({ host: z.string().min(1).max(255) }),
  options: z.object({ keep_main_light: z.boolean().default(false) }),
  discovery: [
    {
      mdns: '_wled._tcp',
      uniqueId: ({ properties }) => properties.mac?.toLowerCase(),
      toConfig: ({ ip_address: host }) => ({ host }),
    },
  ],

  async connect({ host }) {
    const { info } = await new WledClient(host).read();
    return { uniqueId: info.mac.toLowerCase(), title: info.name };
  },

  setup(entry) {
    const client = new WledClient(entry.data.host);
    let light: Light | undefined;
    const changed = (now: Snapshot): void => {
      light ??= new Light(entry, client, now);
      light.show(now);
    };
    entry.connection(({ signal, up }) =>
      client.follow(signal, (now) => {
        changed(now);
        up();
      }),
    );
  },

  diagnostics: async (entry) => new WledClient(entry.data.host).read(),
});
