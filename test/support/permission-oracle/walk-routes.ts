import type { Aim } from './aim.ts';
import { type Probe, type Request, ROUTE_PROBES } from './probes.ts';
import type { Walk } from './walk.ts';

/**
 * Tries every route with every aim, with the caller's token and, for reads, with a path signed by the caller.
 */
export async function walkRoutes(walk: Walk): Promise<void> {
  for (const { method, path, permission } of walk.home.hub.hub.routes) {
    const probe = ROUTE_PROBES[`${method} ${path}`];
    if (probe === undefined) throw new Error(`The route ${method} ${path} has no probe`);
    // Public routes do not depend on the caller: one caller is enough.
    if (probe.effect === 'open' && walk.caller.group !== null) continue;
    const isForbidden = permission === 'admin' && !walk.sight.isAdmin;
    const { hidden, readable } = walk.aims;
    const aims = probe.effect !== 'changes' || isForbidden ? walk.seenAims : [hidden, readable];
    if (probe.effect === 'changes' && walk.sight.isAdmin) continue;
    for (const aim of aims) if (aim !== undefined) await walkRoute(walk, { method, probe, aim, isForbidden });
  }
}

interface Way {
  readonly method: string;
  readonly probe: Probe<Request>;
  readonly aim: Aim;
  readonly isForbidden: boolean;
}

async function walkRoute(walk: Walk, { method, probe, aim, isForbidden }: Way): Promise<void> {
  const { client, aims } = walk;
  const absent = probe.requests(aims.absent);
  for (const [index, [path, body]] of probe.requests(aim).entries()) {
    if (!walk.chooses(method, path, aim.name)) continue;
    const question = `${method} ${path} ${JSON.stringify(body ?? '')}`;
    const sent = method === 'GET' ? undefined : body;
    const answer = await client.request(method, path, sent);
    walk.search(question, answer);
    if (isForbidden && answer.outcome !== '403')
      walk.fail(`${question} is for administrators and was answered with ${answer.outcome}`);
    const counterpart = absent[index];
    if (aim.name === 'hidden' && !isForbidden && counterpart !== undefined && counterpart[0] !== path)
      walk.compare(
        question,
        answer,
        await client.request(method, counterpart[0], method === 'GET' ? undefined : counterpart[1]),
      );
    if (method === 'GET' && probe.effect !== 'open' && answer.outcome !== '401')
      await walkSigned(walk, { path, outcome: answer.outcome });
  }
}

/** A path signed by a caller gives the caller's access and no more. */
async function walkSigned(
  walk: Walk,
  { path, outcome }: { readonly path: string; readonly outcome: string },
): Promise<void> {
  const { text } = await walk.client.ask({ type: 'auth/sign_path', path });
  const signed: string | undefined = JSON.parse(text || '{}').result?.path;
  if (signed === undefined) return;
  const answer = await walk.client.request('GET', signed, undefined, true);
  walk.search(`GET ${path}, signed`, answer);
  if (answer.outcome !== outcome && answer.outcome !== '401')
    walk.fail(`GET ${path} was answered with ${outcome}, and signed with ${answer.outcome}`);
}
