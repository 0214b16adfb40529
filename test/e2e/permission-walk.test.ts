import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callersOf } from '../support/permission-oracle/callers.ts';
import { enter } from '../support/permission-oracle/enter.ts';
import { furnish } from '../support/permission-oracle/furnish.ts';
import { OracleHome } from '../support/permission-oracle/oracle-home.ts';
import { differenceOf, setupOf } from '../support/permission-oracle/setup.ts';
import { Walk } from '../support/permission-oracle/walk.ts';
import { walkBroker } from '../support/permission-oracle/walk-broker.ts';
import { walkChanges } from '../support/permission-oracle/walk-changes.ts';
import { walkCommands } from '../support/permission-oracle/walk-commands.ts';
import { walkOwner } from '../support/permission-oracle/walk-owner.ts';
import { walkRoutes } from '../support/permission-oracle/walk-routes.ts';
import { walkServices } from '../support/permission-oracle/walk-services.ts';
import { walkShutOut } from '../support/permission-oracle/walk-shut-out.ts';
import { walkConditions, walkTemplates } from '../support/permission-oracle/walk-templates.ts';

const MINUTES = 60_000;
const NOWHERE = { area: '-', floor: '-', label: '-', device: '-' };
const NAMES = callersOf({ open: NOWHERE, closed: NOWHERE }, []).map(({ name }) => name);

let home: OracleHome;
let ids: readonly string[];
const walks = new Map<string, Walk>();
let checks = 0;

beforeAll(async () => {
  home = await OracleHome.open();
  await furnish(home);
  const states: { entity_id: string }[] = (await home.hub.rest('GET', '/api/states')).json;
  ids = states.map(({ entity_id }) => entity_id);
  expect(ids.length).toBeGreaterThan(150);
  for (const caller of callersOf(home, ids))
    walks.set(caller.name, await Walk.begin(home, await enter(home.hub, caller, home.clock)));
}, 2 * MINUTES);
afterAll(async () => {
  for (const walk of walks.values()) walk.close();
  await home.hub.stop();
  if (process.env.HEARTH_ORACLE_COUNT !== undefined) console.log(`${checks} checks`);
});

/** The walk of a caller, continued from earlier parts, which reported their own failures. */
function walkOf(name: string): Walk {
  const walk = walks.get(name);
  if (walk === undefined) throw new Error(`There is no caller ${name}`);
  return walk;
}

/** Runs a part of the walk, and fails with every line this part reported. */
async function expectClean(name: string, part: (walk: Walk) => Promise<void>): Promise<void> {
  const walk = walkOf(name);
  const [failed, checked] = [walk.failures.length, walk.checks];
  await part(walk);
  checks += walk.checks - checked;
  expect(walk.failures.slice(failed)).toEqual([]);
}

const mentions = (text: string, id: string): boolean =>
  new RegExp(`(?<![\\w.])${id.replace('.', '\\.')}(?![\\w.])`).test(text);

describe('each route and each command', () => {
  it('declares its permission', () => {
    for (const { method, path, permission } of home.hub.hub.routes)
      expect([method, path, ['public', 'user', 'admin'].includes(permission)]).toEqual([method, path, true]);
    for (const { type, permission } of home.hub.hub.commands)
      expect([type, ['user', 'admin'].includes(permission)]).toEqual([type, true]);
    expect(home.hub.hub.commands.length).toBeGreaterThan(40);
    // With the embedded broker, so that what is only available with MQTT is covered, too.
    expect(home.hub.hub.commands.map(({ type }) => type)).toContain('mqtt/subscribe');
  });

  it('rejects unauthenticated callers, unless it is public', async () => {
    for (const { method, path, permission } of home.hub.hub.routes) {
      const target = path.replace(/:\w+/g, ids[0] ?? '');
      const response = await fetch(home.hub.url + target, {
        method,
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const text = await response.text();
      if (permission !== 'public') expect([method, path, response.status]).toEqual([method, path, 401]);
      expect([path, ids.filter((id) => !target.includes(id) && mentions(text, id))]).toEqual([path, []]);
    }
  });
});

describe('the oracle', () => {
  it('finds forbidden data in the owner’s response for other callers', async () => {
    const answer = await walkOf('the owner').client.ask({ type: 'get_states' });
    expect(home.canaries.found(answer.text, '').size).toBeGreaterThan(300);
    const nobody = walkOf('nobody');
    const kept = nobody.failures.length;
    nobody.search('get_states', answer);
    expect(nobody.failures.splice(kept).length).toBeGreaterThan(300);
  });

  it('has callers who may read everything, a part, and nothing', () => {
    const all = [...walks.values()];
    const readable = (walk: Walk): number => ids.filter((id) => walk.sight.may('read', id)).length;
    expect(all.filter((walk) => readable(walk) === ids.length).length).toBeGreaterThan(3);
    expect(all.filter((walk) => readable(walk) === 0).length).toBeGreaterThan(3);
    const partly = all.filter((walk) => readable(walk) > 0 && readable(walk) < ids.length);
    expect(partly.length).toBeGreaterThan(10);
  });
});

const isShutOut = (name: string): boolean => /^a disabled|^an expired/.test(name);

describe.each(NAMES.filter((name) => !isShutOut(name)))('%s', (name) => {
  let setup: readonly string[];
  beforeAll(async () => {
    setup = await setupOf(home);
  });

  it(
    'gets nothing forbidden from any command',
    async () => {
      await expectClean(name, walkCommands);
    },
    10 * MINUTES,
  );

  it(
    'gets nothing forbidden from any route, with a token or by a signed path',
    async () => {
      await expectClean(name, walkRoutes);
    },
    10 * MINUTES,
  );

  it(
    'gets nothing forbidden from any template or condition',
    async () => {
      await expectClean(name, walkTemplates);
      await expectClean(name, walkConditions);
    },
    10 * MINUTES,
  );

  it(
    'has not changed the home',
    async () => {
      expect(differenceOf(setup, await setupOf(home))).toEqual([]);
    },
    10 * MINUTES,
  );

  it(
    'reads and changes nothing forbidden by any service',
    async () => {
      await expectClean(name, walkServices);
      const { sight } = walkOf(name);
      const isOwn = (line: string): boolean => {
        const list = /^. ((?:todo|calendar)\.\w+) /.exec(line)?.[1];
        return list !== undefined && sight.may('control', list);
      };
      expect(differenceOf(setup, await setupOf(home)).filter((line) => !isOwn(line))).toEqual([]);
    },
    10 * MINUTES,
  );
});

describe.each(NAMES.filter(isShutOut))('%s', (name) => {
  it('is rejected everywhere', () => expectClean(name, walkShutOut));
});

describe('an administrator', () => {
  it('changes nothing of the owner’s account', () => expectClean('an administrator', walkOwner));
});

describe('accounts of the broker', () => {
  it(
    'publish and receive what their filters allow',
    async () => {
      const found = await walkBroker(home);
      checks += found.checks;
      expect(found.failures).toEqual([]);
    },
    2 * MINUTES,
  );
});

describe('while items are created, changed, moved, renamed and removed', () => {
  it(
    'no caller receives anything forbidden',
    async () => {
      const listening = [...walks.values()].filter(({ caller }) => caller.shutOut === undefined);
      const before = listening.reduce((sum, walk) => sum + walk.checks, 0);
      const failed = new Map(listening.map((walk) => [walk, walk.failures.length]));
      await walkChanges(home, listening);
      checks += listening.reduce((sum, walk) => sum + walk.checks, 0) - before;
      const lines = listening.flatMap((walk) =>
        walk.failures.slice(failed.get(walk)).map((line) => `${walk.caller.name} ${line}`),
      );
      expect(lines).toEqual([]);
    },
    5 * MINUTES,
  );
});

describe('a refused call', () => {
  it('is in the audit log with user, address and service', async () => {
    const mallory: Caller = { name: 'Mallory', group: 'system-read-only' };
    const { userId, secret } = await enter(home.hub, mallory, home.clock);
    const light = ids.find((id) => id.startsWith('light.')) ?? '';
    const call = (path: string) =>
      fetch(home.hub.url + path, {
        method: 'POST',
        body: JSON.stringify({ entity_id: light }),
        headers: { Authorization: `Bearer ${secret}` },
      });
    expect((await call('/api/services/light/turn_on')).status).toBe(403);
    const client = await home.hub.connect();
    const { entries } = await client.must({ type: 'hearth/audit/list', user_id: userId });
    client.close();
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        time: expect.any(String),
        action: 'call_refused',
        user_id: userId,
        token_id: home.hub.hub.auth.tokens.ofUser(userId)[0]?.id,
        peer: '127.0.0.1',
        detail: {
          service: 'light.turn_on',
          reason: expect.stringContaining(light),
          reason_translation: {
            domain: 'hearth',
            key: 'unauthorized_to_control',
            placeholders: { id: light },
          },
        },
      },
    ]);
  });
});
