import { expect, test } from 'vitest';
import { Bus } from '../../src/core/bus.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';

const fire = (bus: Bus, type: string): void => bus.fireCustom(type, {}, 1, newContext(1));

test('a task runs when all listeners have received the event and those it caused, before the firing returns', () => {
  const bus = new Bus(silentLog);
  const told: string[] = [];
  bus.on('first', () => {
    bus.afterwards(() => told.push('after'));
    fire(bus, 'second');
  });
  bus.on('first', () => told.push('first'));
  bus.on('second', () => told.push('second'));
  fire(bus, 'first');
  expect(told).toEqual(['first', 'second', 'after']);
  bus.afterwards(() => told.push('at once'));
  expect(told.at(-1)).toBe('at once');
});

test('an event a task fires is dispatched at once, and a task that throws affects no other', () => {
  const bus = new Bus(silentLog);
  const told: string[] = [];
  bus.on('first', () => {
    bus.afterwards(() => {
      throw new Error('broken');
    });
    bus.afterwards(() => {
      fire(bus, 'second');
      told.push('after second');
    });
  });
  bus.on('second', () => told.push('second'));
  fire(bus, 'first');
  expect(told).toEqual(['second', 'after second']);
});

test('work caused by the events of a batch is deferred to its iterator, in the requested order', () => {
  const bus = new Bus(silentLog);
  const told: string[] = [];
  bus.on('first', () => bus.afterwards(() => told.push('after')));
  bus.on('chain', () => {
    bus.afterwards(() => {
      told.push('one');
      bus.afterwards(() => told.push('of one'));
    });
    bus.afterwards(() => told.push('two'));
  });
  const led: (() => void)[] = [];
  bus.collect(led, () => {
    fire(bus, 'first');
    bus.atOnce(() => fire(bus, 'chain'));
    told.push('stretch');
  });
  expect(told).toEqual(['one', 'two', 'stretch']);
  for (const task of led.splice(0)) bus.afterwards(task);
  expect(told.slice(3)).toEqual(['after', 'of one']);
  fire(bus, 'chain');
  expect(told.slice(5)).toEqual(['one', 'two', 'of one']);
});
