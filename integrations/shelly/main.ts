import { type Flow, FlowError, integration, NotReachable, z } from 'hearth-integration';
import { askInfo, type Info, isLocked, isOld } from './info.ts';
import { modelName, oldModelName } from './models.ts';
import { NewDevice, type Place } from './new-device.ts';
import { OldClient } from './old-client.ts';
import { OldDevice } from './old-device.ts';
import { isComponent, numberOf, textOf, within } from './part.ts';
import { ShellyRpc } from './rpc.ts';

const Config = z.object({
  host: z.string().min(1).max(255),
  port: z.int().min(1).max(65_535).default(80),
  password: z.string().max(200).meta({ secret: true }).optional(),
});

const USERNAME = 'admin';
/** How often a device of the first generation is asked. */
const POLL = 10_000;

/** Shelly: relays, dimmers, shutters, meters and sensors with Wi-Fi, of all generations. */
export default integration({
  config: Config,
  discovery: ['_shelly._tcp', '_http._tcp'].map((mdns) => ({
    mdns,
    uniqueId: ({ name, hostname }) => macIn(name) ?? macIn(hostname),
    toConfig: ({ ip_address: host, port }) => ({ host, port }),
  })),

  async connect(config, flow) {
    const { host, port } = config;
    const info = await askInfo(host, port);
    flow.identify(info.mac, isOld(info) ? oldModelName(info.type) : (info.name ?? info.id), { host, port });
    const { username, password } = await login(info, config.password, flow);
    const name = await nameOf(info, { host, port, password }, username);
    return {
      ...{ uniqueId: info.mac, title: name },
      data: {
        ...{ gen: info.gen, model: isOld(info) ? info.type : info.model, sleep_period: 0 },
        ...(password === undefined ? {} : { username, password }),
      },
    };
  },

  async setup(entry) {
    const { host, port, password, username } = entry.data;
    const place = { host, port, password };
    // The firmware of some devices can be replaced by that of a later generation: what they say counts.
    if (isOld(await askInfo(host, port))) {
      const device = new OldDevice(entry, place, typeof username === 'string' ? username : USERNAME);
      entry.poll(POLL, () => device.read());
    } else {
      const device = new NewDevice(entry, place);
      entry.connection(({ signal, up }) => device.follow(signal, up));
    }
  },

  async diagnostics({ data: { host, port, password, username } }) {
    const info = await askInfo(host, port);
    if (isOld(info)) {
      const client = new OldClient(
        { host, port, password },
        typeof username === 'string' ? username : USERNAME,
      );
      return { info, settings: await client.settings(), status: await client.status() };
    }
    const rpc = await ShellyRpc.open(host, port, password);
    try {
      return { info, status: await rpc.call('Shelly.GetStatus') };
    } finally {
      rpc.close();
    }
  },
});

/** The login of a device, which is asked for where it has one. */
async function login(
  info: Info,
  given: string | undefined,
  flow: Flow,
): Promise<{ readonly username: string; readonly password: string | undefined }> {
  const former = flow.entry?.data.username;
  const username = typeof former === 'string' && isOld(info) ? former : USERNAME;
  if (!isLocked(info) || (given !== undefined && given !== '')) return { username, password: given };
  const password = z.string().max(200).meta({ secret: true });
  if (!isOld(info)) return { username, ...(await flow.ask('credentials', z.object({ password }))) };
  return flow.ask('credentials', z.object({ username: z.string().max(200).default(username), password }));
}

/** Proves that the device can be used, and says how it is called. */
async function nameOf(info: Info, place: Place, username: string): Promise<string> {
  if (isOld(info)) {
    const settings = await new OldClient(place, username).settings();
    if (isComponent(settings.sleep_mode)) throw new FlowError('sleeps');
    return textOf(settings, 'name') ?? textOf(settings.device, 'hostname') ?? oldModelName(info.type);
  }
  const rpc = await ShellyRpc.open(place.host, place.port, place.password);
  try {
    const status = await rpc.call('Shelly.GetStatus');
    if (!isComponent(status))
      throw new NotReachable('The device says nothing about itself', 'not_shelly', 'host');
    if ((numberOf(within(status, 'sys'), 'wakeup_period') ?? 0) > 0) throw new FlowError('sleeps');
    return info.name ?? `${modelName(info.app, info.model)} ${info.mac.slice(-6)}`;
  } finally {
    rpc.close();
  }
}

/** The MAC address in the name of a device: `shellyplus2pm-a8032abe54dc`. */
function macIn(name: string): string | undefined {
  return /^shelly[a-z0-9]*-([0-9a-f]{12})\b/i.exec(name)?.[1]?.toUpperCase();
}
