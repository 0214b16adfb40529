import { expect, test } from 'vitest';
import { Bus } from '../../src/core/bus.ts';
import type { Cause } from '../../src/core/cause-notes.ts';
import { HubError } from '../../src/core/errors.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { causesText } from '../../src/history/cause-log/cause-text.ts';
import { type CauseStore, Causes } from '../../src/history/causes.ts';
import { RecentOrigins } from '../../src/history/recent-origins.ts';
import { FakeClock } from '../support/fake-clock.ts';

function setting() {
  const clock = new FakeClock();
  const contexts: unknown[] = [];
  const store: CauseStore = {
    add: async (causes) => {
      for (const { context } of causes) contexts.push(context);
    },
    ofContext: async () => [],
    changeOf: async () => undefined,
  };
  const parts = {
    recent: new RecentOrigins(),
    bus: new Bus(silentLog),
    clock,
    log: silentLog,
    keepDays: 365,
  };
  const causes = new Causes({ store, ...parts });
  let made = 0;
  const note = (count: number): void => {
    for (let i = 0; i < count; i += 1) causes.note(noteOf(String(++made), clock.now()));
  };
  const sent = (): readonly unknown[] => contexts.splice(0);
  const written = async (): Promise<readonly unknown[]> => {
    await causes.flush();
    return sent();
  };
  return { clock, note, sent, written };
}

function noteOf(context: string, at: number): Cause {
  return { context, parent: null, kind: 'user', subject: 'somebody', at, detail: {} };
}

test('a burst of thousands is saved completely', async () => {
  const { note, written } = setting();
  note(19_000);
  expect(await written()).toHaveLength(19_000);
});

test('five hundred causes are sent without waiting for the others', async () => {
  const { note, sent } = setting();
  note(499);
  await Promise.resolve();
  expect(sent()).toEqual([]);
  note(1);
  await new Promise(setImmediate);
  expect(sent()).toHaveLength(500);
});

test('of a flood that does not end the first of each second are kept, and after an hour a burst again', async () => {
  const { clock, note, written } = setting();
  for (let second = 0; second < 10; second += 1) {
    note(20_000);
    await written();
    clock.advance(1000);
  }
  note(20_000);
  const kept = await written();
  expect(kept).toHaveLength(1000);
  expect(kept[0]).toBe('200001');
  clock.advance(3_600_000);
  note(15_000);
  expect(await written()).toHaveLength(15_000);
});

test('a call joins the cause that announced it, and other calls and events are causes of their own', async () => {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const saved: Cause[] = [];
  const recent = new RecentOrigins();
  const store: CauseStore = {
    add: async (list) => void saved.push(...structuredClone(list)),
    ofContext: async () => [],
    changeOf: async () => undefined,
  };
  const causes = new Causes({ store, recent, bus, clock, log: silentLog });
  causes.start();
  const context = (id: string) => ({ id, parent_id: 'p', user_id: id === 'a' ? 'ada' : null });
  const call = (id: string, service: string) => {
    const data = { domain: 'light', service, service_data: { entity_id: 'light.hall' } };
    bus.fire('call_service', data, clock.now(), context(id));
  };
  const noted = { parent: null, at: clock.now() };
  causes.note({ ...noted, context: 'a', kind: 'user', subject: 'ada', detail: { action: 'light.turn_on' } });
  call('a', 'turn_on');
  causes.note({
    ...noted,
    context: 'b',
    kind: 'step',
    subject: 'light.turn_off',
    detail: { path: 'action/0' },
  });
  call('b', 'turn_off');
  call('b', 'turn_off');
  call('c', 'toggle');
  const entry = { name: 'A', message: 'B', entity_id: 'light.hall' };
  bus.fireCustom('logbook_entry', entry, clock.now(), context('d'));
  expect(recent.of('a')?.detail).toHaveProperty('data', { entity_id: 'light.hall' });
  await causes.stop();
  // Memory does not keep the data of what is saved.
  expect(recent.of('a')?.detail).toHaveProperty('data', {});
  expect(recent.of('d')?.detail).toHaveProperty('data', entry);
  const data = { entity_id: 'light.hall' };
  expect(saved).toMatchObject([
    { kind: 'event', subject: 'homeassistant_start' },
    { context: 'a', kind: 'user', parent: 'p', detail: { action: 'light.turn_on', data, user_id: 'ada' } },
    { context: 'b', kind: 'step', parent: 'p', detail: { path: 'action/0', data } },
    { context: 'b', kind: 'call', subject: 'light.turn_off', detail: { data } },
    { context: 'c', kind: 'call', subject: 'light.toggle', detail: { data } },
    { context: 'd', kind: 'event', subject: 'light.hall', detail: { type: 'logbook_entry', data: entry } },
  ]);
  expect(recent.of('b')?.kind).toBe('step');
});

test('the source of an entity is recorded when it is another one than before', async () => {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const saved: unknown[] = [];
  const store: CauseStore = {
    add: async (list) =>
      void saved.push(...list.map(({ kind, detail }) => kind === 'source' && detail.source)),
    ofContext: async () => [],
    changeOf: async () => undefined,
  };
  const parts = { recent: new RecentOrigins(), bus, clock, log: silentLog };
  const causes = new Causes({ store, ...parts });
  const states = new StateMachine(bus, clock);
  causes.start();
  const sources = ['a', 'a', 'b', undefined, undefined, 'b'];
  for (const [index, source] of sources.entries()) states.set('light.hall', String(index), {}, { source });
  states.set('light.hall', '5', { brightness: 1 }, { source: 'attributes only' });
  await causes.stop();
  expect(saved.slice(1)).toEqual(['a', 'b', null, 'b']);
});

test('a context is informative if it has a user or a cause, or is derived from one that has', () => {
  const recent = new RecentOrigins();
  const is = (id: string, parent: string | null = null, user: string | null = null) =>
    recent.isInformative({ id, parent_id: parent, user_id: user });
  expect([is('plain'), is('derived', 'plain')]).toEqual([false, false]);
  expect([is('hers', null, 'ada'), is('derived', 'hers'), is('again', 'derived')]).toEqual([
    true,
    true,
    true,
  ]);
  recent.add(noteOf('run', 0));
  expect([is('run'), is('effect', 'run')]).toEqual([true, true]);
  for (let i = 0; i < 20_000; i += 1) recent.add(noteOf(`other ${i}`, 0));
  expect([is('run'), recent.of('run'), recent.of('other 19999')]).toEqual([
    false,
    undefined,
    noteOf('other 19999', 0),
  ]);
});

test('secrets in the data of calls are not recorded, nor is very long data', () => {
  const data = { code: '1234', password: 'x', entity_id: 'lock.door', big: 10n };
  const cause = (given: unknown): Cause => ({ ...noteOf('a', 1), detail: { data: given, run_id: 'r' } });
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const text = causesText([cause(data), cause({ long: 'x'.repeat(40_000) }), cause(cyclic), noteOf('b', 2)]);
  expect(JSON.parse(text).map(({ detail }: Cause) => detail)).toEqual([
    { data: { code: '***', password: '***', entity_id: 'lock.door', big: 10 }, run_id: 'r' },
    { data: {}, run_id: 'r' },
    { data: {}, run_id: 'r' },
    {},
  ]);
  const plain = { entity_id: ['light.a', 'light.b'], brightness: 20, on: true, none: null };
  const given = [
    plain,
    { rgb: [1n] },
    { list: [{ token: 'x' }] },
    { pin: ['1'] },
    { many: 'x'.repeat(9000) },
  ];
  expect(JSON.parse(causesText(given.map(cause))).map(({ detail }: Cause) => detail.data)).toEqual([
    plain,
    { rgb: [1] },
    { list: [{ token: '***' }] },
    { pin: ['1'] },
    { many: 'x'.repeat(9000) },
  ]);
});

test('causes that a full disk rejects are saved once later, and only the recorder logs it', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const contexts: string[] = [];
  let room = 500;
  const store: CauseStore = {
    add: async (causes) => {
      if (contexts.length >= room) throw new HubError('unavailable', 'the disk is full');
      contexts.push(...causes.map(({ context }) => context));
    },
    ofContext: async () => [],
    changeOf: async () => undefined,
  };
  const note = (message: string) => lines.push(message);
  const log = { ...silentLog, error: note, warn: note, info: note };
  const causes = new Causes({ store, recent: new RecentOrigins(), bus: new Bus(silentLog), clock, log });
  for (let i = 0; i < 1200; i += 1) causes.note(noteOf(String(i), clock.now()));
  await causes.flush();
  await causes.flush();
  expect(contexts).toHaveLength(500);
  room = 2000;
  await causes.flush();
  expect(contexts).toEqual(Array.from({ length: 1200 }, (_, i) => String(i)));
  expect(lines).toEqual([]);
});
