import type { House } from '../state/house.ts';

/** Starts the server anew; it may take its answer with it. Rejects when it refuses. */
export async function restartServer(house: House): Promise<void> {
  await house.call({ domain: 'homeassistant', service: 'restart' }).catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error) throw error;
  });
}
