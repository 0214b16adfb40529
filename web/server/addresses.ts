import type { Connection } from 'home-assistant-js-websocket';

/** The addresses at which phones reach the home. */
export interface Addresses {
  readonly internal_url: string | null;
  readonly external_url: string | null;
}

export const readAddresses = (connection: Connection): Promise<Addresses> =>
  connection.sendMessagePromise<Addresses>({ type: 'get_config' });

/** Resolves to whether the certificate there is one that devices trust by themselves. */
export async function testAddress(connection: Connection, url: string): Promise<boolean> {
  const { is_trusted } = await connection.sendMessagePromise<{ readonly is_trusted: boolean }>({
    ...{ type: 'hearth/address/test', url },
  });
  return is_trusted;
}
