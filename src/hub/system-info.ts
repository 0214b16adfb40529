import { readdir, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { MqttState, SystemInfo, SystemParts } from '../api/ws/commands/system.ts';
import { withoutUser } from '../core/redact.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import type { Provisions } from '../integrations/provisions.ts';
import type { HubContext } from './hub-context.ts';

/** What the server reports about itself, as of its start. */
export function systemParts({ options, clock, states, home, integrations }: HubContext): SystemParts {
  const startedAt = clock.now();
  const { dataDir, mqtt } = options.settings;
  const { provided } = integrations;
  return {
    info: async (): Promise<SystemInfo> => ({
      hearth_version: options.version,
      version: INTERFACE_VERSION,
      node_version: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      data_dir: dataDir,
      data_bytes: await bytesIn(dataDir),
      uptime: Math.floor((clock.now() - startedAt) / 1000),
      memory_bytes: process.memoryUsage.rss(),
      entity_count: [...states.all()].length,
      device_count: [...home.devices.list()].length,
      addresses: addressesAt(options.settings.http.host),
    }),
    demo: {
      state: () => ({
        enabled: provided.demo?.isRunning === true,
        by_flag: provided.demo?.isByFlag === true,
      }),
      set: async (isWanted) => provided.demo?.set(isWanted),
    },
    mqtt: () => mqttState(provided.mqtt, mqtt.discovery_prefix),
  };
}

function mqttState(part: Provisions['mqtt'], discoveryPrefix: string): MqttState | null {
  const url = part?.address?.url;
  if (part === undefined || url === undefined) return null;
  return {
    url: withoutUser(url),
    is_connected: part.connection.isConnected,
    discovery_prefix: discoveryPrefix,
    discovered: part.discovered,
  };
}

/** The IPv4 addresses a host setting listens on, loopback excluded. */
function addressesAt(host: string): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const reachable = all.filter(({ family, internal }) => family === 'IPv4' && !internal);
  const isAny = host === '0.0.0.0' || host === '::';
  return reachable.map(({ address }) => address).filter((address) => isAny || address === host);
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = entries.map((entry) =>
    // A file may go between being seen and being measured.
    entry.isFile()
      ? stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        )
      : 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
