import { readFile } from 'node:fs/promises';
import type { Log } from '../../core/log.ts';
import type { BrokerAddress } from './client/connection.ts';

interface RemoteSettings {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly tls: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
    readonly insecure: boolean;
  };
}

/** The address of the broker in the settings, with the certificates they name. */
export async function brokerAddress(
  { url, username, password, tls }: RemoteSettings,
  log: Log,
): Promise<BrokerAddress> {
  const pem = async (name: 'ca' | 'cert' | 'key'): Promise<string | undefined> => {
    const path = tls[name];
    if (path === undefined) return undefined;
    return readFile(path, 'utf8').catch((error: unknown) => {
      log.error(`mqtt.tls.${name}: ${path} cannot be read: connecting to the broker without it`, { error });
      return undefined;
    });
  };
  const [ca, cert, key] = [await pem('ca'), await pem('cert'), await pem('key')];
  return { url, username, password, tls: { ca, cert, key, insecure: tls.insecure } };
}
