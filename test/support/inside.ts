import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type PageOptions, type WatchedPage } from './browser.ts';
import { homeOfFile, type ServedHome } from './served-home.ts';

/** An open page of the app. */
export interface InsideHome extends WatchedPage {
  readonly home: ServedHome;
  readonly rest: ServedHome['rest'];
}

/** How a page is opened. */
interface InsideOptions extends PageOptions {
  /** Done to the browser profile before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** Opens a page of the app as the owner. */
export async function openInside(
  home: ServedHome,
  path: string,
  { prepare, ...options }: InsideOptions = {},
): Promise<InsideHome> {
  const watched = await openPage(options);
  const kept = JSON.stringify({
    hassUrl: home.url,
    clientId: `${home.url}/`,
    access_token: home.token,
    refresh_token: '',
    expires_in: 1800,
    expires: Date.now() + 86_400_000,
  });
  await watched.context.addInitScript(`localStorage.setItem('hearth.tokens', ${JSON.stringify(kept)})`);
  await prepare?.(watched.context);
  await watched.page.goto(home.url + path);
  return { ...watched, home, rest: (...request) => home.rest(...request) };
}

/** Opens a page with a token of the owner that may only read what the rules say. */
export async function openLimited(
  home: ServedHome,
  path: string,
  rules: readonly object[],
): Promise<InsideHome> {
  const { token } = await home.must({ type: 'hearth/token/create', name: 'limited', policy: { rules } });
  const inside = await openInside(home, path, {
    // Runs after the script that stores the token of the owner.
    prepare: (context) =>
      context.addInitScript(
        `const kept = JSON.parse(localStorage.getItem('hearth.tokens'));
        localStorage.setItem('hearth.tokens', JSON.stringify({ ...kept, access_token: ${JSON.stringify(token)} }));`,
      ),
  });
  return inside;
}

/**
 * Starts a demo home for the calling file. The returned function opens a page of its app as the owner, without
 * complaints at the end of the work.
 */
export function insideOfFile(root: string) {
  const home = homeOfFile({ demo: true });
  return async (
    path: string,
    work: (inside: InsideHome) => Promise<void>,
    options?: InsideOptions,
  ): Promise<void> => {
    const inside = await openInside(home(), root + path, options);
    await work(inside);
    expect(inside.complaints).toEqual([]);
  };
}
