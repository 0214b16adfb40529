import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepText } from '../../src/api/ws/state-diff.ts';
import { Bus } from '../../src/core/bus.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';
import { seconds } from '../../src/core/state.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { type EntityEvent, EntityFeed } from '../../web/state/entity-feed.ts';
import { FakeClock } from '../support/fake-clock.ts';

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer()));
const step = fc.record({
  id: fc.constantFrom('light.a', 'light.b', 'sensor.c'),
  state: fc.option(fc.constantFrom('on', 'off', '21.5')),
  attributes: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), value),
  userId: fc.option(fc.constantFrom('anna', 'ben')),
});

describe('the entities of the app', () => {
  it('are those of the server, after any changes as it sends them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const clock = new FakeClock();
        const bus = new Bus(silentLog);
        const states = new StateMachine(bus, clock);
        const feed = new EntityFeed();
        feed.apply({ a: {} });
        bus.on('state_changed', ({ change }) => {
          if (change !== null) feed.apply(JSON.parse(stepText(change)) as EntityEvent);
        });
        for (const { id, state, attributes, userId } of steps) {
          clock.advance(1500);
          if (state === null) states.remove(id);
          else states.set(id, state, attributes, { context: newContext(clock.now(), userId) });
        }
        const told = [...states.all()].map((one) => ({
          entity_id: one.entity_id,
          domain: one.entity_id.split('.')[0],
          state: one.state,
          attributes: JSON.parse(JSON.stringify(one.attributes)),
          last_changed: Number(seconds(one.last_changed)),
          last_updated: Number(seconds(one.last_updated)),
          context: { ...one.context },
        }));
        const byId = (a: { entity_id: string }, b: { entity_id: string }) =>
          a.entity_id < b.entity_id ? -1 : 1;
        expect([...feed.entities.values()].sort(byId)).toEqual(told.sort(byId));
      }),
    );
  });

  it('that disappeared while disconnected are removed and reported', () => {
    const feed = new EntityFeed();
    feed.apply({
      a: { 'light.a': { s: 'on', a: {}, c: 'x', lc: 1 }, 'light.b': { s: 'on', a: {}, c: 'x', lc: 1 } },
    });
    feed.restart();
    const touched = feed.apply({ a: { 'light.b': { s: 'off', a: {}, c: 'y', lc: 2 } } });
    expect(touched).toEqual({ ids: ['light.a', 'light.b'], isMembership: true });
    expect([...feed.entities.keys()]).toEqual(['light.b']);
    expect(feed.entities.get('light.b')).toMatchObject({ state: 'off', last_changed: 2, last_updated: 2 });
  });

  it('are new objects when they change, and the same ones when they do not', () => {
    const feed = new EntityFeed();
    feed.apply({
      a: { 'light.a': { s: 'on', a: { x: 1 }, c: 'x', lc: 1 }, 'light.b': { s: 'on', a: {}, c: 'x', lc: 1 } },
    });
    const [a, b] = [feed.entities.get('light.a'), feed.entities.get('light.b')];
    expect(feed.apply({ c: { 'light.a': { '+': { lu: 2, c: 'y' } } } })).toEqual({
      ids: ['light.a'],
      isMembership: false,
    });
    expect(feed.entities.get('light.a')).not.toBe(a);
    expect(feed.entities.get('light.a')?.attributes).toBe(a?.attributes);
    expect(feed.entities.get('light.b')).toBe(b);
    expect(feed.apply({ c: { 'light.nobody': { '+': { s: 'on' } } } }).ids).toEqual([]);
  });
});
