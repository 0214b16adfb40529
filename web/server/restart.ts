import type { House } from '../state/house.ts';

/** Restarts the server, which may close the connection before it answers. Rejects if the server refuses. */
export async function restartServer(house: House): Promise<void> {
  await house.call({ domain: 'homeassistant', service: 'restart' }).catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error) throw error;
  });
}
