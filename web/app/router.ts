/** Paths handled by the server itself. */
const NO_PAGES = /^\/(api|auth|assets)\//;

const listeners = new Set<() => void>();
let wasPop = false;

/** Navigates to an address of the app without reloading the page. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  wasPop = false;
  notify();
}

/** The value of a parameter of the address, which is removed from it: a reload does not repeat what it asked for. */
export function takeParameter(name: string): string | undefined {
  const url = new URL(location.href);
  const value = url.searchParams.get(name);
  if (value === null) return undefined;
  url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  return value;
}

/** Whether the last navigation was the browser's back or forward. */
export function isReturn(): boolean {
  return wasPop;
}

/** Calls back after each change of the address, until undone. */
export function onNavigate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the browser's back and forward, and handles plain clicks on links within the app. */
export function startRouter(): void {
  // Pages are rendered from scratch, so only the shell knows their scroll positions.
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => {
    wasPop = true;
    notify();
  });
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || !isPlain(event) || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || NO_PAGES.test(link.pathname)) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.pathname + link.search);
  });
}

function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && !event.defaultPrevented;
}

function notify(): void {
  for (const listener of listeners) listener();
}
