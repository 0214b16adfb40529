/** The one script address that is ever made from a string. */
const WORKER = '/service-worker.js';

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): unknown };
}

/** Lets the browser keep the app's own files, where it can: only over HTTPS and on the machine itself. */
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
    // A browser that refuses workers opens the app as ever, only not without its server.
  }
}
