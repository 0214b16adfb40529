import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { Bus, type HubEvent } from '../../src/core/bus.ts';
import { isoTime } from '../../src/core/clock.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import type { State } from '../../src/core/state.ts';
import { isSameJson, StateMachine } from '../../src/core/state-machine.ts';
import { FakeClock } from '../support/fake-clock.ts';

let clock: FakeClock;
let bus: Bus;
let states: StateMachine;
let events: HubEvent[];

beforeEach(() => {
  clock = new FakeClock();
  bus = new Bus(silentLog);
  states = new StateMachine(bus, clock);
  events = [];
  bus.onAll((event) => events.push(event));
});

test('a new entity moves all three times and is an event without an old state', () => {
  const state = states.set('light.a', 'on', { brightness: 1 });
  expect([state.last_changed, state.last_reported]).toEqual([state.last_updated, state.last_updated]);
  expect(events.map(({ change }) => [change?.old_state, change?.new_state])).toEqual([[null, state]]);
});

test('another state moves last_changed; other attributes alone move last_updated', () => {
  const first = states.set('light.a', 'on', { brightness: 1 });
  clock.advance(1000);
  const dimmed = states.set('light.a', 'on', { brightness: 2 });
  expect(dimmed.last_changed).toBe(first.last_changed);
  expect(dimmed.last_updated).toBeGreaterThan(first.last_updated);
  clock.advance(1000);
  const off = states.set('light.a', 'off', { brightness: 2 });
  expect(off.last_changed).toBe(off.last_updated);
  expect(off.attributes).toBe(dimmed.attributes);
  expect(events).toHaveLength(3);
});

test('an equal write changes only last_reported and reaches only state_reported listeners', () => {
  const first = states.set('light.a', 'on', { list: [1, { b: 2 }] });
  const reported: HubEvent[] = [];
  bus.on('state_reported', (event) => reported.push(event));
  clock.advance(1000);
  const again = states.set('light.a', 'on', { list: [1, { b: 2 }] });
  expect(again.last_updated).toBe(first.last_updated);
  expect(again.last_reported).toBeGreaterThan(first.last_reported);
  expect(again.toJsonText()).toContain(`"last_reported":"${isoTime(again.last_reported)}"`);
  expect([events.length, reported.length]).toEqual([1, 1]);
});

test('a forced equal write is a change', () => {
  states.set('light.a', 'on', {});
  clock.advance(1000);
  const again = states.set('light.a', 'on', {}, { force: true });
  expect(again.last_changed).toBe(again.last_updated);
  expect(events).toHaveLength(2);
});

test('removing is an event without a new state, once', () => {
  const state = states.set('light.a', 'on', {});
  expect([states.remove('light.a'), states.remove('light.a')]).toEqual([true, false]);
  expect(events.at(-1)?.change).toEqual({ entity_id: 'light.a', old_state: state, new_state: null });
});

test('states over 255 characters and malformed ids are refused and change nothing', () => {
  expect(() => states.set('light.a', 'x'.repeat(256), {})).toThrow('256 characters');
  expect(() => states.set('light.a', '😀'.repeat(256), {})).toThrow('more than 255');
  for (const id of [
    'light',
    'light.',
    '.a',
    'light.a__b',
    '_light.a',
    'light.a/b',
    'light.a.b',
    `light.${'a'.repeat(260)}`,
  ]) {
    expect(() => states.set(id, 'on', {}), id).toThrow('invalid entity ID');
  }
  expect([states.size, events.length]).toEqual([0, 0]);
});

test('an emoji in a state is one character', () => {
  expect(states.set('light.a', '😀'.repeat(255), {}).state).toHaveLength(510);
});

test('a listener’s write is dispatched after the event it handles', () => {
  bus.on('state_changed', ({ change }) => {
    if (change?.entity_id === 'light.a') states.set('light.b', change.new_state?.state ?? 'gone', {});
  });
  const heard: string[] = [];
  bus.on('state_changed', ({ change }) => heard.push(`${change?.entity_id}=${change?.new_state?.state}`));
  states.set('light.a', 'on', {});
  expect(heard).toEqual(['light.a=on', 'light.b=on']);
});

test('a collector gathers the states of its context and no other', () => {
  const context = newContext(clock.now(), 'u');
  const collector = states.collect(context.id);
  states.set('light.a', 'on', {}, { context });
  states.set('light.b', 'on', {});
  states.stopCollecting(collector);
  states.set('light.c', 'on', {}, { context });
  expect(collector.states.map((state: State) => state.entity_id)).toEqual(['light.a']);
});

test('the wire form has exactly the seven keys, in the ecosystem’s order', () => {
  const state = states.set('sensor.a', '21.5', { unit_of_measurement: '°C', '"': '\u2028' });
  expect(Object.keys(JSON.parse(state.toJsonText()))).toEqual([
    'entity_id',
    'state',
    'attributes',
    'last_changed',
    'last_reported',
    'last_updated',
    'context',
  ]);
  expect(JSON.parse(state.toJsonText()).last_changed).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/,
  );
  expect(JSON.parse(state.toJsonText()).attributes).toEqual(state.attributes);
});

test('any sequence of writes obeys the table of what counts as a change', () => {
  const write = fc.record({
    id: fc.constantFrom('light.a', 'light.b'),
    state: fc.constantFrom('on', 'off'),
    attributes: fc.constantFrom({}, { a: 1 }, { a: [1] }),
    force: fc.boolean(),
    gone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(write, { maxLength: 40 }), (writes) => {
      const machine = new StateMachine(new Bus(silentLog), clock);
      for (const { id, state, attributes, force, gone } of writes) {
        if (gone) machine.remove(id);
        const old = machine.get(id);
        const now = machine.set(id, state, attributes, { force });
        const sameState = old?.state === state && !force;
        const same = sameState && isSameJson(old?.attributes, attributes);
        expect(now.last_changed === old?.last_changed).toBe(sameState);
        expect(now.last_updated === old?.last_updated).toBe(same);
        expect(now.last_reported > (old?.last_reported ?? 0)).toBe(true);
        expect(machine.get(id)).toBe(now);
      }
    }),
  );
});

test('equality of JSON is that of its values', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isSameJson(value, structuredClone(value))));
  for (const [a, b] of [
    [{ a: 1 }, { a: 1, b: 2 }],
    [[1], [1, 2]],
    [{ a: undefined }, { b: undefined }],
    [[], {}],
    [null, {}],
    [1, '1'],
  ]) {
    expect(isSameJson(a, b)).toBe(false);
  }
});
