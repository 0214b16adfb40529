import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../src/auth/policy.ts';
import type { Group } from '../../src/auth/users.ts';
import { sample } from '../support/sample.ts';
import { startTestHub, TestClient, type TestHub } from '../support/start-hub.ts';

/** Who comes: a role, and the rules of the user and of the token. */
interface Kind {
  readonly name: string;
  readonly group: Group | null;
  readonly user?: readonly Rule[];
  readonly token?: readonly Rule[];
}

const LIGHTS: Rule = { effect: 'allow', actions: ['control'], domains: ['light'] };
const KINDS: readonly Kind[] = [
  { name: 'a user', group: 'system-users' },
  { name: 'a reader', group: 'system-read-only' },
  { name: 'nobody', group: null },
  { name: 'a guest of the lights', group: 'system-users', user: [LIGHTS] },
  {
    name: 'a guest who may only look at the lights',
    group: 'system-users',
    user: [{ ...LIGHTS, actions: ['read'] }],
  },
  {
    name: 'a child who must not see covers',
    group: 'system-users',
    user: [
      { effect: 'allow', actions: ['control'] },
      { effect: 'deny', actions: ['read'], domains: ['cover'] },
    ],
  },
  {
    name: 'an administrator’s token for the sensors',
    group: 'system-admin',
    token: [{ effect: 'allow', actions: ['configure'], domains: ['sensor'] }],
  },
  { name: 'a token without rules', group: 'system-users', token: [] },
];

/** The oracle: what the rules mean, said once more and apart from the server's own code. */
function mayDo(kind: Kind, action: 'read' | 'control', id: string): boolean {
  if (kind.group === null || (kind.group === 'system-read-only' && action === 'control')) return false;
  return [kind.user, kind.token].every((rules) => {
    if (rules === undefined) return true;
    const meant = rules.filter(
      ({ domains }) => domains === undefined || domains.includes(id.split('.')[0] ?? ''),
    );
    const covers = (rule: Rule, wanted: string): boolean => rule.actions.some((one) => one === wanted);
    const allowed = meant.some(
      (rule) => rule.effect === 'allow' && (action === 'read' || covers(rule, action)),
    );
    return (
      allowed &&
      !meant.some((rule) => rule.effect === 'deny' && (covers(rule, 'read') || covers(rule, action)))
    );
  });
}

let house: TestHub;
let ids: readonly string[];

beforeAll(async () => {
  house = await startTestHub({ demo: true, 'mqtt.broker.enabled': true, 'mqtt.broker.port': '0' });
  ids = (await statesOf()).map(({ entity_id }) => entity_id);
  expect(ids.length).toBeGreaterThan(20);
});
afterAll(() => house.stop());

interface Seen {
  readonly entity_id: string;
  readonly context: { readonly user_id: string | null };
}

async function statesOf(): Promise<Seen[]> {
  return (await house.rest('GET', '/api/states')).json;
}

/** What a household would miss: everything but the states, which move by themselves. */
async function furniture(): Promise<string> {
  const client = await house.connect();
  const lists = [
    'config/entity_registry/list',
    'config/device_registry/list',
    'config/area_registry/list',
    'config/auth/list',
    'get_config',
    'zone/list',
  ];
  const parts = await Promise.all(lists.map((type) => client.must({ type })));
  client.close();
  return JSON.stringify(parts);
}

async function enter(kind: Kind): Promise<{ userId: string; secret: string }> {
  const policy = (rules: readonly Rule[] | undefined) => (rules === undefined ? null : { rules: [...rules] });
  const group_ids = kind.group === null ? [] : [kind.group];
  const { id } = await house.hub.auth.users.create({ name: kind.name, group_ids, policy: policy(kind.user) });
  const wish = {
    user_id: id,
    kind: 'long_lived_access_token',
    name: 'walk',
    policy: policy(kind.token),
  } as const;
  return { userId: id, secret: (await house.hub.auth.tokens.create(wish)).secret };
}

const mentions = (text: string, id: string): boolean =>
  new RegExp(`(?<![\\w.])${id.replace('.', '\\.')}(?![\\w.])`).test(text);

/** All forbidden ids an answer holds, but for those that were in the question. */
function leaks(kind: Kind, answer: string, question: string): string[] {
  return ids.filter((id) => !mayDo(kind, 'read', id) && !mentions(question, id) && mentions(answer, id));
}

/** Fills the keys that name things with things there are, of the kinds asked for. */
const filler =
  (entity: string) =>
  (key: string): unknown => {
    if (key === 'entity_id' || key === 'entity_ids') return entity;
    if (key === 'event_type') return 'state_changed';
    if (key === 'domain') return 'light';
    if (key === 'service') return 'toggle';
    if (key === 'service_data') return { entity_id: 'all' };
    if (key === 'target') return { entity_id: entity };
    return undefined;
  };

/** A client that is open; these end their own connection, so it is made again when needed. */
class Visitor {
  private client: TestClient | undefined;
  private closed: Promise<string> = Promise.resolve('');
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  async ask(message: Record<string, unknown>): Promise<string> {
    if (this.client === undefined || this.client.socket.readyState !== 1) {
      this.client = await TestClient.open(house.url, this.secret);
      const { socket } = this.client;
      this.closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    }
    const { client } = this;
    const seen = client.events.length;
    const answer = await Promise.race([client.ask(message), this.closed]);
    return JSON.stringify([answer, client.events.slice(seen)]);
  }

  /** What came beside the answers. */
  heard(): string {
    return JSON.stringify(this.client?.events ?? []);
  }

  close(): void {
    this.client?.close();
  }
}

describe('each route and each command', () => {
  it('declares who may use it', () => {
    for (const { method, path, permission } of house.hub.routes)
      expect([method, path, ['public', 'user', 'admin'].includes(permission)]).toEqual([method, path, true]);
    for (const { type, permission } of house.hub.commands)
      expect([type, ['user', 'admin'].includes(permission)]).toEqual([type, true]);
    expect(house.hub.commands.length).toBeGreaterThan(40);
    // With the broker inside, so that what is there only beside MQTT is walked as well.
    expect(house.hub.commands.map(({ type }) => type)).toContain('mqtt/subscribe');
  });

  it('is shut to those who do not say who they are, unless it is public', async () => {
    for (const { method, path, permission } of house.hub.routes) {
      const target = path.replace(/:\w+/g, ids[0] ?? '');
      const response = await fetch(house.url + target, {
        method,
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const text = await response.text();
      if (permission !== 'public') expect([method, path, response.status]).toEqual([method, path, 401]);
      expect([path, ids.filter((id) => mentions(text, id))]).toEqual([path, []]);
    }
  });
});

describe.each(KINDS)('$name', (kind) => {
  let userId = '';
  let secret = '';
  beforeAll(async () => {
    ({ userId, secret } = await enter(kind));
  });

  it('is shown by no route what the rules forbid', async () => {
    const before = await furniture();
    for (const route of house.hub.routes) {
      if (route.path.startsWith('/auth/')) continue;
      const body =
        route.body === undefined ? '{}' : JSON.stringify(sample(route.body, filler('light.none'), true));
      const target = route.path.replace(/:\w+/g, 'light.none');
      const init = { method: route.method, ...(route.method === 'GET' ? {} : { body }) };
      const response = await fetch(house.url + target, {
        ...init,
        headers: { Authorization: `Bearer ${secret}` },
      });
      const text = response.headers.get('content-type')?.includes('event-stream')
        ? ''
        : await response.text();
      await response.body?.cancel().catch(() => {});
      if (route.permission === 'admin')
        expect([route.method, route.path, response.status]).toEqual([route.method, route.path, 403]);
      expect([route.path, leaks(kind, text, target + body)]).toEqual([route.path, []]);
    }
    expect(await furniture()).toBe(before);
  }, 60_000);

  it('is shown by no command what the rules forbid, and changes nothing of the house', async () => {
    const before = await furniture();
    const visitor = new Visitor(secret);
    const readable = ids.find((id) => mayDo(kind, 'read', id)) ?? 'light.none';
    const sent: string[] = [];
    let good = 0;
    for (const command of house.hub.commands) {
      if (
        command.type === 'hearth/profile/update' ||
        /^auth\/delete|^hearth\/token\/revoke/.test(command.type)
      )
        continue;
      for (const all of [false, true]) {
        const message = { type: command.type, ...(sample(command.schema, filler(readable), all) as object) };
        sent.push(JSON.stringify(message));
        const answer = await visitor.ask(message);
        if (answer.includes('"success":true')) good += 1;
        if (command.permission === 'admin')
          expect([command.type, /"success":true/.test(answer)]).toEqual([command.type, false]);
        expect([command.type, leaks(kind, answer, JSON.stringify(message))]).toEqual([command.type, []]);
      }
    }
    expect(good).toBeGreaterThan(20);
    for (const event_type of [
      'entity_registry_updated',
      'device_registry_updated',
      'area_registry_updated',
      '*',
    ])
      await visitor.ask({ type: 'subscribe_events', event_type });
    const client = await house.connect();
    for (const id of ids)
      await client.ask({ type: 'config/entity_registry/update', entity_id: id, icon: 'mdi:eye' });
    for (const id of ids)
      await client.ask({ type: 'config/entity_registry/update', entity_id: id, icon: null });
    await visitor.ask({ type: 'ping', x: 1 });
    client.close();
    expect(visitor.heard().includes('entity_registry_updated')).toBe(readable !== 'light.none');
    expect(leaks(kind, visitor.heard(), sent.join())).toEqual([]);
    visitor.close();
    expect(withoutTimes(await furniture())).toBe(withoutTimes(before));
  }, 60_000);

  it('learns no difference between what is forbidden and what is not there', async () => {
    const forbidden = ids.find((id) => !mayDo(kind, 'read', id));
    if (forbidden === undefined) return;
    const missing = `${forbidden.split('.')[0]}.none_such`;
    const visitor = new Visitor(secret);
    const same = (text: string): string =>
      text
        .replaceAll(forbidden, 'X')
        .replaceAll(missing, 'X')
        .replace(/"id":"\w{26}"|"id":\d+/g, '');
    for (const command of house.hub.commands) {
      if (command.permission === 'admin') continue;
      for (const all of [false, true]) {
        const ask = async (entity: string) =>
          same(
            await visitor.ask({
              type: command.type,
              ...(sample(command.schema, filler(entity), all) as object),
            }),
          );
        if (!JSON.stringify(sample(command.schema, filler(forbidden), all)).includes(forbidden)) continue;
        expect([command.type, await ask(forbidden)]).toEqual([command.type, await ask(missing)]);
      }
    }
    const get = async (id: string) => {
      const response = await fetch(`${house.url}/api/states/${id}`, {
        headers: { Authorization: `Bearer ${secret}` },
      });
      return [response.status, await response.text()];
    };
    expect(await get(forbidden)).toEqual(await get(missing));
    visitor.close();
  }, 60_000);

  it('moves by no service what the rules forbid', async () => {
    const services: Record<string, Record<string, unknown>> = (await house.rest('GET', '/api/services')).json;
    const visitor = new Visitor(secret);
    const names = Object.entries(services).flatMap(([domain, ofDomain]) =>
      Object.keys(ofDomain).map((name) => [domain, name] as const),
    );
    for (const [domain, service] of names) {
      for (const entity_id of ['all', ids.filter((id) => id.startsWith(`${domain}.`)), ids]) {
        const answer = await visitor.ask({
          type: 'call_service',
          domain,
          service,
          service_data: { entity_id },
        });
        expect([domain, service, leaks(kind, answer, JSON.stringify(entity_id))]).toEqual([
          domain,
          service,
          [],
        ]);
        const rest = await fetch(`${house.url}/api/services/${domain}/${service}`, {
          method: 'POST',
          body: JSON.stringify({ entity_id }),
          headers: { Authorization: `Bearer ${secret}` },
        });
        expect([domain, service, leaks(kind, await rest.text(), JSON.stringify(entity_id))]).toEqual([
          domain,
          service,
          [],
        ]);
      }
    }
    visitor.close();
    const moved = (await statesOf()).filter(({ context }) => context.user_id === userId);
    expect(moved.filter(({ entity_id }) => !mayDo(kind, 'control', entity_id))).toEqual([]);
    const may = ids.some((id) => mayDo(kind, 'control', id));
    if (may && kind.token === undefined) expect(moved.length).toBeGreaterThan(0);
  }, 120_000);
});

describe('a refused call', () => {
  it('stands in the audit, with who, from where and what', async () => {
    const { userId, secret } = await enter({ name: 'Mallory', group: 'system-read-only' });
    const light = ids.find((id) => id.startsWith('light.')) ?? '';
    const call = (path: string) =>
      fetch(house.url + path, {
        method: 'POST',
        body: JSON.stringify({ entity_id: light }),
        headers: { Authorization: `Bearer ${secret}` },
      });
    expect((await call('/api/services/light/turn_on')).status).toBe(403);
    const client = await house.connect();
    const { entries } = await client.must({ type: 'hearth/audit/list', user_id: userId });
    client.close();
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        time: expect.any(String),
        action: 'call_refused',
        user_id: userId,
        token_id: house.hub.auth.tokens.ofUser(userId)[0]?.id,
        peer: '127.0.0.1',
        detail: { service: 'light.turn_on', reason: expect.stringContaining(light) },
      },
    ]);
  });
});

function withoutTimes(text: string): string {
  return text.replace(/"modified_at":[\d.]+/g, '');
}
