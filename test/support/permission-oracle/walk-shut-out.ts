import { TestClient } from '../start-hub.ts';
import type { Walk } from './walk.ts';

/** Tries every route and the WebSocket as a caller without any access. */
export async function walkShutOut(walk: Walk): Promise<void> {
  const { home, client, caller } = walk;
  for (const { method, path, permission } of home.hub.hub.routes) {
    if (permission === 'public') continue;
    const target = path.replace(/:\w+/g, walk.aims.hidden?.entity() ?? 'light.none');
    const answer = await client.request(method, target, method === 'GET' ? undefined : {});
    walk.search(`${method} ${target}`, answer);
    if (answer.outcome !== '401') walk.fail(`${method} ${target} was answered with ${answer.outcome}`);
  }
  walk.checks += 1;
  const opened = await TestClient.open(home.hub.url, caller.secret).catch(() => undefined);
  if (opened !== undefined) walk.fail('the WebSocket was opened');
  opened?.close();
}
