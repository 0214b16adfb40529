import { expect, test } from 'vitest';
import { Bus } from '../../src/core/bus.ts';
import { newContext } from '../../src/core/context.ts';
import { silentLog } from '../../src/core/log.ts';

const fire = (bus: Bus, type: string): void => bus.fire(type, {}, 1, newContext(1));

test('a task comes when all have heard the event and those it led to, before the firing returns', () => {
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

test('an event a task fires is heard at once, and a task that throws harms no other', () => {
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
