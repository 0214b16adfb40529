/** The only script URL created from a string. */
const WORKER = '/service-worker.js';

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): unknown };
}

/**
 * Registers the service worker that caches the app's files; browsers only allow it over HTTPS and on
 * localhost.
 */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as { readonly trustedTypes?: ScriptAddresses };
  const policy = trustedTypes?.createPolicy('hearth-worker', {
    createScriptURL: (text) => {
      if (text !== WORKER) throw new TypeError('Not the worker of the app');
      return text;
    },
  });
  const address = policy?.createScriptURL(WORKER) ?? WORKER;
  try {
    await navigator.serviceWorker.register(address as string, { updateViaCache: 'none' });
  } catch {
    // Without a service worker the app works the same, except offline.
  }
}
