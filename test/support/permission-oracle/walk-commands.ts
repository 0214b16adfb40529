import type { Aim } from './aim.ts';
import { enter } from './enter.ts';
import { OracleClient } from './oracle-client.ts';
import { COMMAND_PROBES, type Fields, type Probe } from './probes.ts';
import type { Walk } from './walk.ts';

interface ListedCommand {
  readonly type: string;
  readonly permission: 'user' | 'admin';
}

/** Responses that repeat the request in another form, so that hidden and absent cannot be compared. */
const ECHOES: ReadonlySet<string> = new Set(['slugify', 'auth/sign_path']);

/** Sends every command with every aim. */
export async function walkCommands(walk: Walk): Promise<void> {
  for (const command of walk.home.hub.hub.commands) {
    const probe = COMMAND_PROBES[command.type];
    if (probe === undefined) throw new Error(`The command ${command.type} has no probe`);
    if (probe.effect === 'own') await walkOwn(walk, command, probe);
    else for (const aim of aimsOf(walk, command, probe)) await walkCommand(walk, command, { probe, aim });
  }
}

/** What the caller may change is not changed: the home is needed for the next caller, too. */
function aimsOf(walk: Walk, { permission }: ListedCommand, { effect }: Probe<Fields>): readonly Aim[] {
  const { hidden, readable, free } = walk.aims;
  if (effect === 'reads') return walk.seenAims;
  if (walk.sight.isAdmin) return [];
  const forbidden = permission === 'admin' ? [hidden, readable, free] : [hidden, readable];
  return forbidden.filter((aim) => aim !== undefined);
}

async function walkCommand(
  walk: Walk,
  { type, permission }: ListedCommand,
  { probe, aim }: { readonly probe: Probe<Fields>; readonly aim: Aim },
): Promise<void> {
  const absent = probe.requests(walk.aims.absent);
  for (const [index, fields] of probe.requests(aim).entries()) {
    // Few commands for all users change something, and each is the only guard of what it changes: they are
    // always tried.
    const isGuard = probe.effect === 'changes' && permission === 'user';
    if (!isGuard && !walk.chooses(type, aim.name, String(index))) continue;
    const question = JSON.stringify({ type, ...fields });
    const answer = await walk.client.ask({ type, ...fields });
    walk.search(question, answer);
    if (permission === 'admin' && !walk.sight.isAdmin) {
      if (answer.outcome !== 'unauthorized')
        walk.fail(`${question} is for administrators and ended in ${answer.outcome}`);
      continue;
    }
    const counterpart = absent[index];
    if (aim.name !== 'hidden' || counterpart === undefined || ECHOES.has(type)) continue;
    if (JSON.stringify({ type, ...counterpart }) === question) continue;
    walk.compare(question, answer, await walk.client.ask({ type, ...counterpart }));
  }
}

/**
 * Changes to a caller's own session are tried with another user with the same permissions, who is removed
 * afterwards.
 */
async function walkOwn(walk: Walk, { type }: ListedCommand, probe: Probe<Fields>): Promise<void> {
  const { home, caller, sight } = walk;
  if (sight.isAdmin || !walk.chooses(type)) return;
  const twin = await enter(home.hub, { ...caller, name: `${caller.name}, once more` }, home.clock);
  const client = new OracleClient(home.hub, twin.secret);
  for (const aim of walk.seenAims.slice(0, 1))
    for (const fields of probe.requests(aim))
      walk.search(JSON.stringify({ type, ...fields }), await client.ask({ type, ...fields }));
  if (type === 'hearth/token/create') await tryLargerToken(walk, client);
  client.close();
  await home.hub.hub.auth.users.delete(twin.userId);
}

/** A token that a caller creates for itself gives no access beyond the caller's. */
async function tryLargerToken(walk: Walk, client: OracleClient): Promise<void> {
  const policy = { rules: [{ effect: 'allow', actions: ['configure'] }] };
  const { text } = await client.ask({ type: 'hearth/token/create', name: 'larger', policy });
  const secret = JSON.parse(text).result?.token;
  if (typeof secret !== 'string') return;
  const larger = new OracleClient(walk.home.hub, secret);
  walk.search('get_states with a token of its own', await larger.ask({ type: 'get_states' }));
  walk.search('config/auth/list with a token of its own', await larger.ask({ type: 'config/auth/list' }));
  larger.close();
}
