import type { HomeStore } from '../state/home-store.ts';

/** Restarts the server, which may close the connection before it answers. Rejects if the server refuses. */
export async function restartServer(home: HomeStore): Promise<void> {
  await home.call({ domain: 'homeassistant', service: 'restart' }).catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error) throw error;
  });
}
