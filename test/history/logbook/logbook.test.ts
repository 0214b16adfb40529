import { describe, expect, test } from 'vitest';
import { type Access, fullAccess } from '../../../src/core/access.ts';
import { Bus } from '../../../src/core/bus.ts';
import type { Context } from '../../../src/core/context.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { LogbookQuery, LogbookRequest } from '../../../src/core/logbook-query.ts';
import { StateMachine } from '../../../src/core/state-machine.ts';
import { Causes } from '../../../src/history/causes.ts';
import { Logbook } from '../../../src/history/logbook/logbook.ts';
import { RecentOrigins } from '../../../src/history/recent-origins.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function home(fields: { readonly isShown?: (id: string) => boolean } = {}) {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const recent = new RecentOrigins();
  const store = { add: async () => {}, ofContext: async () => [], changeOf: async () => undefined };
  const causes = new Causes({ store, recent, bus, clock, log: silentLog });
  causes.start();
  const queries: LogbookQuery[] = [];
  const logbook = new Logbook({
    ...{ states, causes, recent, bus, clock, exceptTypes: ['homeassistant_stop'] },
    registry: { get: () => undefined },
    isShown: fields.isShown ?? (() => true),
    source: {
      entityIds: async () => ['light.gone', 'light.hall'],
      async *entries(query) {
        queries.push(query);
        yield new Uint8Array();
      },
      async *actionCalls() {},
    },
  });
  const ask = async (request: Partial<LogbookRequest> = {}, access = fullAccess) => {
    for await (const _chunk of logbook.entries({ ...everything, ...request }, access));
    return queries.at(-1) as LogbookQuery;
  };
  const follow = (request: Partial<LogbookRequest> = {}, access = fullAccess) => {
    const sent: unknown[][] = [];
    const { live, undo } = logbook.follow({ ...everything, ...request }, access, (texts) =>
      sent.push(texts.map((text) => JSON.parse(text))),
    );
    return { live, undo, sent };
  };
  return { clock, bus, states, causes, logbook, ask, follow };
}

const everything: LogbookRequest = {
  ...{ after: 0, before: Number.POSITIVE_INFINITY, style: 'websocket' },
  ...{ entityIds: null, deviceIds: null, contextId: null },
};

function limited(...ids: string[]): Access {
  const mayRead = (id: string): boolean => ids.includes(id);
  return { userId: 'ben', isAdmin: false, mayRead, may: (_action, id) => id === undefined || mayRead(id) };
}

function context(id: string, user: string | null = null, parent: string | null = null): Context {
  return { id, parent_id: parent, user_id: user };
}

describe('a question', () => {
  test('names all entities of the past and the present but those that are left out', async () => {
    const { states, ask } = home();
    states.set('light.hall', 'on', { friendly_name: 'Hall' });
    states.set('light.new', 'on', {});
    states.set('sensor.power', '1', { unit_of_measurement: 'W' });
    const query = await ask({ style: 'rest' });
    expect(query).toMatchObject({ isWhole: true, visibleIds: null, userId: null });
    expect(query.entityIds).toEqual(['light.gone', 'light.hall', 'light.new']);
    expect(query.removedIds).toEqual(['light.gone']);
    expect(query.names).toEqual([['light.hall', 'Hall']]);
    expect(query.exceptTypes).toEqual(['homeassistant_stop']);
  });

  test('names what is asked for, each once', async () => {
    const { ask } = home({ isShown: (id) => id !== 'light.hidden' });
    const entityIds = ['light.hall', 'light.hall', 'light.hidden', 'counter.visits'];
    expect(await ask({ entityIds })).toMatchObject({ isWhole: false, entityIds: ['light.hall'] });
    expect(await ask({ deviceIds: ['d'] })).toMatchObject({ isWhole: false, entityIds: [] });
  });

  test('names nothing that a limited caller may not read, nor anything that was removed', async () => {
    const { states, ask } = home();
    for (const id of ['light.hall', 'light.secret']) states.set(id, 'on', { friendly_name: id });
    const access = limited('light.hall', 'light.gone');
    const expected = { entityIds: ['light.hall'], visibleIds: ['light.hall'], userId: 'ben' };
    const query = await ask({ style: 'rest' }, access);
    expect(query).toMatchObject({ ...expected, names: [['light.hall', 'light.hall']] });
    const entityIds = ['light.hall', 'light.secret', 'light.gone'];
    expect(await ask({ entityIds }, access)).toMatchObject(expected);
  });

  test('can have no answer where all entities are left out, which says nothing of hidden ones', () => {
    const { states, logbook } = home();
    states.set('sensor.power', '1', { unit_of_measurement: 'W' });
    const can = (entityIds: string[] | null, access = fullAccess, deviceIds: string[] | null = null) =>
      logbook.canHaveEntries({ ...everything, entityIds, deviceIds }, access);
    expect([can(['sensor.power']), can(['counter.a']), can([])]).toEqual([false, false, false]);
    expect([can(['sensor.power', 'light.hall']), can(['light.never']), can(null)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([can(['sensor.power'], fullAccess, ['d']), can(['sensor.power'], limited())]).toEqual([
      true,
      true,
    ]);
  });
});

describe('live entries', () => {
  test('are collected for 350 ms and sent in order, with what they began with', () => {
    const { clock, bus, states, follow } = home();
    states.set('light.hall', 'off', {});
    const { live, sent } = follow();
    live.takeGap();
    live.release();
    clock.advance(10);
    const own = context('c', 'ada');
    bus.fire('call_service', { domain: 'light', service: 'turn_on', service_data: {} }, clock.now(), own);
    states.set('light.hall', 'on', { icon: 'mdi:a' }, { context: own });
    clock.advance(300);
    bus.fire('logbook_entry', { name: 'A', message: 'B' }, clock.now(), context('d'));
    clock.advance(49);
    expect(sent).toEqual([]);
    clock.advance(1);
    expect(sent).toMatchObject([
      [
        { state: 'on', icon: 'mdi:a', context_user_id: 'ada', context_service: 'turn_on' },
        { message: 'B', domain: 'logbook' },
      ],
    ]);
    states.set('light.hall', 'off', {}, { context: own });
    clock.advance(350);
    expect(sent[1]).toMatchObject([{ state: 'off', context_service: 'turn_on' }]);
  });

  test('leave out creations, removals, attributes, what is left out and what was not asked for', () => {
    const { clock, bus, states, follow } = home();
    for (const id of ['light.hall', 'light.other', 'sensor.power'])
      states.set(id, '0', { unit_of_measurement: 'W' });
    const { live, sent } = follow({ entityIds: ['light.hall', 'sensor.power', 'light.new'] });
    live.release();
    clock.advance(10);
    states.set('light.hall', '0', { a: 1 });
    states.set('light.other', '1', {});
    states.set('sensor.power', '1', { unit_of_measurement: 'W' });
    states.set('light.new', '1', {});
    states.remove('light.hall', context('x'));
    bus.fire('logbook_entry', { name: 'A', message: 'B' }, clock.now(), context('d'));
    clock.advance(1000);
    expect(sent).toEqual([]);
  });

  test('end before the end of the period, and when they are undone', () => {
    const { clock, states, follow } = home();
    states.set('light.hall', 'off', {});
    const { live, sent, undo } = follow({ before: Math.floor(clock.now()) + 1000 });
    live.release();
    clock.advance(999);
    states.set('light.hall', 'on', {});
    clock.advance(1);
    states.set('light.hall', 'off', {});
    clock.advance(1000);
    expect(sent).toMatchObject([[{ state: 'on' }]]);
    const other = follow();
    other.live.release();
    clock.advance(10);
    states.set('light.hall', 'on', {});
    other.undo();
    undo();
    clock.advance(1000);
    expect(other.sent).toEqual([]);
  });

  test('begin where the question about the past ends, whose last part is handed out as a gap', () => {
    const { clock, states, follow } = home();
    states.set('light.hall', '0', {});
    states.set('light.hall', '1', {});
    const before = states.get('light.hall')?.last_updated ?? 0;
    const { live, sent } = follow();
    const gap = live.takeGap();
    expect(gap?.from).toBe(Math.floor(clock.now()));
    expect(gap?.to).toBeGreaterThan(before);
    expect(live.takeGap()).toBeNull();
    states.set('light.hall', '2', {});
    const at = states.get('light.hall')?.last_updated ?? 0;
    live.release();
    clock.advance(1000);
    expect(sent.flat()).toHaveLength(at >= (gap?.to ?? 0) ? 1 : 0);
  });

  test('become a gap if too many are held, and are sent early if too many come at once', () => {
    const { clock, states, follow } = home();
    states.set('light.hall', '0', {});
    const { live, sent } = follow();
    live.takeGap();
    clock.advance(10);
    const from = Math.floor(clock.now());
    const change = (count: number) => {
      for (let i = 0; i < count; i += 1) {
        states.set('light.hall', `held ${clock.now()}`, {});
        clock.advance(1);
      }
    };
    change(2048);
    const gap = live.takeGap();
    expect(gap).toEqual({ from, to: from + 2048 });
    change(3);
    live.release();
    expect(sent.map(({ length }) => length)).toEqual([3]);
    for (let i = 0; i < 3000; i += 1) states.set('light.hall', `x${i}`, {});
    expect(sent.map(({ length }) => length)).toEqual([3, 2048]);
    clock.advance(350);
    expect(sent.flat()).toHaveLength(3003);
    live.hold();
    clock.advance(100_000);
    change(2);
    clock.advance(1000);
    expect([sent.flat().length, live.takeGap()]).toEqual([3003, null]);
    live.release();
    expect(sent.flat()).toHaveLength(3005);
  });

  test('show no change of an entity that the caller may not read any more', () => {
    const { clock, states, follow } = home();
    for (const id of ['light.hall', 'light.moved']) states.set(id, 'off', {});
    const ids = ['light.hall', 'light.moved'];
    const mayRead = (id: string): boolean => ids.includes(id);
    const { live, sent } = follow({}, { ...limited(), mayRead, may: () => true });
    live.release();
    clock.advance(10);
    for (const id of ids) states.set(id, 'on', {});
    ids.pop();
    clock.advance(1000);
    expect(sent).toMatchObject([[{ entity_id: 'light.hall' }]]);
    expect(sent[0]).toHaveLength(1);
  });

  test('show a limited caller only entities they may read, and nothing of what is hidden', () => {
    const { clock, states, causes, follow } = home();
    for (const id of ['light.hall', 'light.secret', 'automation.secret']) states.set(id, 'off', {});
    const { live, sent } = follow({}, limited('light.hall'));
    live.release();
    clock.advance(10);
    const at = clock.now();
    const detail = { name: 'Secret', run_id: 'r', trigger: 'state of light.secret' };
    causes.note({ context: 'b', parent: null, kind: 'automation', subject: 'automation.secret', at, detail });
    states.set('light.secret', 'on', {}, { context: context('b', 'ada') });
    states.set('light.hall', 'on', {}, { context: context('b', 'ada') });
    clock.advance(1000);
    const cause = { context_event_type: 'automation_triggered', context_domain: 'automation' };
    expect(sent).toEqual([[{ when: expect.any(Number), state: 'on', entity_id: 'light.hall', ...cause }]]);
  });
});
