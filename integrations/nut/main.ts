import { FlowError, integration, NotReachable, z } from 'hearth-integration';
import { NutClient, type Server } from './client.ts';
import { identityOf, NutDevice } from './device.ts';

const POLL = 5_000;

/** NUT: uninterruptible power supplies and power strips, by the server that their drivers report to. */
export default integration({
  config: z.object({
    host: z.string().min(1).max(255).default('localhost'),
    port: z.int().min(1).max(65_535).default(3493),
    username: z.string().max(200).optional(),
    password: z.string().max(200).meta({ secret: true }).optional(),
  }),
  login: ['username', 'password'],
  discovery: [
    {
      mdns: '_nut._tcp',
      // The server does not say which devices it has before it is asked.
      uniqueId: ({ ip_address: host, port }) => `${host}:${port}`,
      toConfig: ({ ip_address: host, port }) => ({ host, port }),
    },
  ],

  async connect(config, flow) {
    const client = await NutClient.open(config);
    try {
      const devices = await client.devices();
      const [only] = devices.keys();
      if (only === undefined) throw new FlowError('no_devices');
      const former = flow.entry?.data.alias;
      const alias =
        typeof former === 'string' && devices.has(former)
          ? former
          : devices.size === 1
            ? only
            : await choose([...devices.keys()]);
      const uniqueId = identityOf(await client.variables(alias));
      return {
        title:
          devices.size === 1 ? `${config.host}:${config.port}` : `${alias}@${config.host}:${config.port}`,
        ...(uniqueId === undefined ? {} : { uniqueId }),
        data: { alias },
      };
    } finally {
      client.close();
    }
    async function choose(names: readonly string[]): Promise<string> {
      const options = names.map((value) => ({ value, label: devicesLabel(value) }));
      const select = { options, multiple: false, custom_value: false, sort: false, mode: 'dropdown' };
      const form = z.object({ alias: z.enum(names as [string, ...string[]]).meta({ selector: { select } }) });
      return (await flow.ask('ups', form)).alias;
    }
  },

  setup(entry) {
    const { host, port } = entry.data;
    const { alias } = entry.data;
    const isNamed = typeof alias === 'string' && alias !== '';
    const name = isNamed ? devicesLabel(alias) : `Nut-${host}`;
    let current: NutClient | undefined;
    const ask = (): NutClient => {
      if (current === undefined) throw new NotReachable('There is no connection to the server');
      return current;
    };
    let device: NutDevice | undefined;
    entry.connection(async ({ signal, up }) => {
      const client = await NutClient.open(entry.data satisfies Server);
      const end = (): void => client.close();
      signal.addEventListener('abort', end);
      try {
        const own = isNamed ? alias : [...(await client.devices()).keys()][0];
        if (own === undefined) throw new NotReachable(`The server at ${host}:${port} has no devices`);
        const commands = await client.commands(own);
        device ??= new NutDevice(entry, own, name, ask);
        for (;;) {
          device.show(await client.variables(own), commands);
          current = client;
          up();
          await client.pause(POLL);
        }
      } finally {
        current = undefined;
        signal.removeEventListener('abort', end);
        client.close();
      }
    });
  },

  async diagnostics({ data }) {
    const client = await NutClient.open(data);
    try {
      const alias =
        typeof data.alias === 'string' ? data.alias : ([...(await client.devices()).keys()][0] ?? '');
      return {
        variables: Object.fromEntries(await client.variables(alias)),
        commands: [...(await client.commands(alias))],
      };
    } finally {
      client.close();
    }
  },
});

/** `rack_ups` as a name: `Rack_Ups`. */
function devicesLabel(alias: string): string {
  return alias.replace(/[\p{L}]+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}
