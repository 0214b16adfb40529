import type { Connection } from 'home-assistant-js-websocket';

/** The editable facts of the home. */
export interface HomeFacts {
  readonly location_name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number;
  readonly time_zone: string;
  readonly unit_system: 'metric' | 'us_customary';
  readonly currency: string;
  readonly country: string | null;
  readonly language: string;
}

/** The current facts. */
export async function readHome(connection: Connection): Promise<HomeFacts> {
  const config = await connection.sendMessagePromise<
    Omit<HomeFacts, 'unit_system'> & { unit_system: { length: string } }
  >({
    type: 'get_config',
  });
  return { ...config, unit_system: config.unit_system.length === 'mi' ? 'us_customary' : 'metric' };
}

export const updateHome = (connection: Connection, facts: object): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/core/update', ...facts });
