import { expectDevice, FlowError, integration, NotReachable, z } from 'hearth-integration';
import { Bridge, type Place } from './bridge.ts';
import { Home } from './home.ts';

/** How often a silent bridge is asked whether it is still there. */
const PING = 60_000;

/** Philips Hue: lamps, sensors and switches by their bridge. */
export default integration({
  config: z.object({ host: z.string().min(1).max(255) }),
  discovery: [
    {
      mdns: '_hue._tcp',
      uniqueId: ({ properties: { bridgeid = '' } }) =>
        /^[0-9a-f]{16}$/i.test(bridgeid) ? shortId(bridgeid) : undefined,
      toConfig: ({ ip_address: host }) => ({ host }),
      title: ({ properties: { bridgeid = '' } }) => `Hue Bridge ${shortId(bridgeid)}`,
    },
  ],

  async connect({ host }, flow) {
    const bridge = new Bridge({ host });
    try {
      const { bridgeid } = await bridge.about();
      const uniqueId = shortId(bridgeid);
      flow.identify(uniqueId, `Hue Bridge ${uniqueId}`, { host });
      await flow.confirm('link');
      const key = await bridge.pair();
      if (key === undefined) throw new FlowError('register_failed');
      return {
        ...{ uniqueId, title: `Hue Bridge ${uniqueId}` },
        data: { api_key: key, api_version: 2, fingerprint: bridge.fingerprint },
      };
    } finally {
      bridge.close();
    }
  },

  setup(entry) {
    let current: Bridge | undefined;
    let home: Home | undefined;
    const ask = (): Bridge => {
      if (current === undefined) throw new NotReachable('There is no connection to the bridge');
      return current;
    };
    const place = placeOf(entry.data);
    entry.connection(async ({ signal, up }) => {
      const bridge = new Bridge(place);
      let pings: NodeJS.Timeout | undefined;
      try {
        const { bridgeid } = await bridge.about();
        expectDevice(entry, shortId(bridgeid));
        const { fingerprint } = bridge;
        // An imported entry has none yet.
        if (place.fingerprint === undefined && fingerprint !== undefined) {
          place.fingerprint = fingerprint;
          entry.save({ data: { ...entry.data, fingerprint } });
        }
        home ??= new Home(entry, bridgeid.toLowerCase(), ask);
        const own = home;
        const lost = new AbortController();
        const ended = AbortSignal.any([signal, lost.signal]);
        pings = setInterval(() => void bridge.ping().catch(() => lost.abort()), PING);
        await bridge.follow(
          ended,
          (event) => own.take(event),
          async () => {
            own.begin(await bridge.resources());
            current = bridge;
            up();
          },
        );
      } finally {
        clearInterval(pings);
        current = undefined;
        bridge.close();
      }
    });
  },

  async diagnostics({ data }) {
    const bridge = new Bridge(placeOf(data));
    try {
      return { about: await bridge.about(), resources: await bridge.resources() };
    } finally {
      bridge.close();
    }
  },
});

/** The ID of a bridge as Home Assistant writes it: without the filler in the middle. */
function shortId(id: string): string {
  return id.toLowerCase().replace(/^(.{6})fffe/, '$1');
}

function placeOf(
  data: Readonly<Record<string, unknown>> & { readonly host: string },
): Place & { fingerprint?: string | undefined } {
  const { host, api_key: key, api_version: version, fingerprint } = data;
  if (version === 1 || typeof key !== 'string')
    throw new Error('Bridges of the first generation, which are round, are not supported');
  return { host, key, fingerprint: typeof fingerprint === 'string' ? fingerprint : undefined };
}
