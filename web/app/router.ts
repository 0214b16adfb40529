/** What the server answers itself. */
const NO_PAGES = /^\/(api|auth|assets)\//;

const listeners = new Set<() => void>();
let wasPop = false;

/** Goes to an address of the app without loading the page anew. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  wasPop = false;
  tell();
}

/** Whether the last change of the address was the browser's own back or forward. */
export function isReturn(): boolean {
  return wasPop;
}

/** Calls back after each change of the address; the answer ends that. */
export function onNavigate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the browser's own back and forward, and takes over plain clicks on links that stay in the app. */
export function startRouter(): void {
  // The page is drawn anew: where it was scrolled to is known to the shell alone.
  history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => {
    wasPop = true;
    tell();
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

function tell(): void {
  for (const listener of listeners) listener();
}
