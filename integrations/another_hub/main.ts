import { FlowError, integration, LoginRefused, NotReachable, hubId as ownId, z } from 'hearth-integration';
import { baseOf, isExposed, readUrl } from './address.ts';
import { Mirror } from './mirror.ts';
import { readConfig } from './registries.ts';
import { HubSocket } from './socket.ts';

const PLATFORM = 'another_hub';
const list = z.array(z.string().min(1).max(200)).max(500).default([]);

const options = z.object({
  prefix: z
    .string()
    .regex(/^[a-z0-9_]{0,40}$/)
    .default(''),
  domains: list,
  areas: list,
  entities: list,
  excluded: list,
  calls: z.boolean().default(true),
});

const mirrors = new Map<string, Mirror>();

/** Another hub: entities of a Home Assistant or a Hearth elsewhere. */
export default integration({
  config: z.object({
    url: z.string().min(1).max(500),
    token: z.string().min(1).max(5000).meta({ secret: true }),
    allow_http: z.boolean().default(false),
  }),
  options,
  login: ['token'],
  discovery: [
    {
      mdns: '_home-assistant._tcp',
      uniqueId: ({ properties: { uuid } }) => (uuid === ownId ? undefined : uuid),
      title: ({ name, properties }) => properties.location_name ?? name.split('._')[0] ?? name,
      toConfig: ({ ip_address, port, properties }) => ({
        url: properties.internal_url || properties.base_url || `http://${ip_address}:${port}`,
      }),
    },
  ],

  async connect({ url: given, token, allow_http }, flow) {
    const url = readUrl(given);
    if (url === undefined) throw new FlowError('invalid_url', 'url');
    if (!allow_http && (await isExposed(url))) throw new FlowError('plain_http', 'url');
    const socket = await HubSocket.open(baseOf(url), token.trim());
    try {
      const config = await readConfig(socket);
      if (config.hearth_id === ownId) throw new FlowError('this_hub', 'url');
      const title = config.location_name.trim() || url.host;
      return {
        uniqueId: config.hearth_id ?? flow.entry?.uniqueId ?? (await identityOf(socket, flow.discovered)),
        ...{ title, data: { url: baseOf(url), token: token.trim() } },
        options: { prefix: `${slugOf(title)}_` },
      };
    } finally {
      socket.close();
    }
  },

  setup(entry) {
    const { url, token, follow } = entry.data;
    const { prefix, calls, ...selection } = entry.options;
    const follows = follow === true;
    if (typeof url !== 'string' || typeof token !== 'string') throw new LoginRefused('There is no token');
    const mirror = new Mirror({
      ...{ url, token, title: entry.title, selection, calls, ownId, log: entry.log, bare: entry },
      naming: { hubId: entry.uniqueId, prefix: follows ? '' : prefix, follows, platform: PLATFORM },
      device: (description) => entry.device(description),
    });
    mirrors.set(entry.id, mirror);
    entry.onUnload(() => mirrors.delete(entry.id));
    entry.connection((link) => mirror.follow(link));
  },

  diagnostics: (entry) => mirrors.get(entry.id)?.diagnostics(),
});

/** Home Assistant names its ID in the network only; elsewhere the user of the token stands for it. */
async function identityOf(
  socket: HubSocket,
  discovered: Readonly<Record<string, unknown>> | undefined,
): Promise<string> {
  const { uuid } = (discovered?.properties ?? {}) as { readonly uuid?: unknown };
  if (typeof uuid === 'string' && uuid !== '') return uuid;
  const { id } = ((await socket.ask({ type: 'auth/current_user' })) ?? {}) as { readonly id?: unknown };
  if (typeof id !== 'string') throw new NotReachable('It does not say who the token belongs to');
  return id;
}

/** The beginning of entity IDs that a name gives. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 30) || 'hub'
  );
}
