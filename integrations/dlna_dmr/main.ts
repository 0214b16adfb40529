import { expectDevice, integration, z } from 'hearth-integration';
import { Player } from './player.ts';
import { describe, nameOf } from './upnp.ts';

const POLL = 5_000;

/** DLNA: televisions, speakers and receivers that play what they are sent. */
export default integration({
  config: z.object({ url: z.url({ protocol: /^http$/ }).max(1000) }),
  discovery: [
    {
      ssdp: true,
      uniqueId: ({ udn }) => udn,
      title: ({ description, location }) => nameOf(description, location),
      toConfig: ({ location: url }) => ({ url }),
    },
  ],

  async connect({ url }) {
    const { udn, name, type } = await describe(url);
    return { uniqueId: udn, title: name, data: { device_id: udn, type } };
  },

  setup(entry) {
    const { url } = entry.data;
    let player: Player | undefined;
    let isLost = true;
    entry.poll(POLL, async () => {
      try {
        // After it was gone, another device may have its address.
        if (isLost) {
          const renderer = await describe(url);
          expectDevice(entry, renderer.udn);
          player ??= new Player(entry, renderer, url);
        }
        await player?.read();
        isLost = false;
      } catch (error) {
        isLost = true;
        throw error;
      }
    });
  },

  async diagnostics({ data: { url } }) {
    const { transport, rendering, ...about } = await describe(url);
    return { ...about, actions: [...transport.actions, ...(rendering?.actions ?? [])] };
  },
});
